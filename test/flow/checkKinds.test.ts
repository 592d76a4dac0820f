import { describe, expect, it } from 'vitest';
import { examine } from '../../engine/flow/examine';
import type { Json, JsonObject } from '../../engine/json';
import { errorsOf, fixedBy, flowOf, gate, issueOf, verify, warningsOf, work } from './checkedFlow';

describe('watches', () => {
  const watch = (more: JsonObject, routes: JsonObject = {}) =>
    flowOf({
      w: { kind: 'watch', poll: { run: ['poll'] }, routes: { activity: 'w', terminal: '@stop', ...routes }, ...more },
    });

  it('a deadline needs its route, and strict polls need "failed"; a route that is never taken is told', () => {
    expect(errorsOf(watch({}))).toEqual([]);
    for (const [more, route] of [
      [{ deadline: '1h' }, 'deadline'],
      [{ strict: true }, 'failed'],
    ] as const) {
      expect(errorsOf(watch(more))).toEqual([`watch-routes steps.w.routes.${route}`]);
      expect(errorsOf(fixedBy(watch(more), 'watch-routes'))).toEqual([]);
      expect(errorsOf(watch(more, { [route]: '@stop' }))).toEqual([]);
      expect(warningsOf(watch(more, { [route]: '@stop' }))).toEqual([]);
      expect(warningsOf(watch({}, { [route]: '@stop' }))).toEqual([`watch-routes steps.w.routes.${route}`]);
      expect(warningsOf(fixedBy(watch({}, { [route]: '@stop' }), 'watch-routes'))).toEqual([]);
    }
  });
});

describe('commands', () => {
  const gated = (evaluator: Json) => flowOf({ g: gate('@stop', 'g', { evaluator }) });

  it('SH-11 those of gates and watches can fail, and hide nothing', () => {
    expect(errorsOf(gated({ commands: [{ run: ['npm', 'test'] }] }))).toEqual([]);
    expect(errorsOf(gated({ commands: [{ run: ['true'] }] }))).toEqual([
      'command-cannot-fail steps.g.evaluator.commands.0.run',
    ]);
    expect(errorsOf(gated({ all: [{ when: 'true' }, { commands: [{ shell: 'npm test || true' }] }] }))).toEqual([
      'command-hides-failure steps.g.evaluator.all.1.commands.0.shell',
    ]);
    const poll = (command: Json) =>
      errorsOf(flowOf({ w: { kind: 'watch', poll: command, routes: { activity: 'w', terminal: '@stop' } } }));
    expect(poll({ run: ['poll'] })).toEqual([]);
    expect(poll({ shell: 'echo "{}"' })).toEqual(['command-cannot-fail steps.w.poll.shell']);
    expect(poll({ shell: 'poll | head -1' })).toEqual(['command-hides-failure steps.w.poll.shell']);
  });

  it('workers of gates are known, or the settings must know them', () => {
    const found = (evaluator: Json) => issueOf(gated(evaluator), 'worker-not-in-flow')?.path.join('.');
    expect(found({ worker: 'w' })).toBeUndefined();
    expect(found({ worker: 'x' })).toBe('steps.g.evaluator.worker');
    expect(found({ all: [{ worker: 'w' }, { worker: 'x' }] })).toBe('steps.g.evaluator.all.1.worker');
  });
});

describe('work that is done once', () => {
  const cache = { cache: { key: '"k"' } };
  const effect = (more: JsonObject = {}) => ({ effect: { key: '"k"', ...more } });

  it('a cache is refused where what is found must be found anew, also by the one function that starts a run', () => {
    expect(errorsOf(flowOf({ a: work('@stop', cache) }))).toEqual([]);
    const refused: readonly JsonObject[] = [
      verify('@stop', cache),
      gate('@stop', 'a', cache),
      { kind: 'ask', question: '?', choices: ['y'], routes: { y: '@stop' }, ...cache },
      { kind: 'watch', poll: { run: ['poll'] }, routes: { activity: 'a', terminal: '@stop' }, ...cache },
    ];
    for (const step of refused) {
      const flow = flowOf({ a: step });
      expect(errorsOf(flow)).toEqual(['cache-not-allowed steps.a.cache']);
      const read = examine(JSON.stringify(flow));
      expect(read.flow).toBeNull();
      expect(read.issues.map(({ code }) => code)).toEqual(['cache-not-allowed']);
      expect(errorsOf(fixedBy(flow, 'cache-not-allowed'))).toEqual([]);
    }
  });

  it('no cache beside an effect, and an effect only where something works', () => {
    const both = flowOf({ a: work('@stop', { ...cache, ...effect() }) });
    expect(errorsOf(both)).toEqual(['cache-with-effect steps.a.cache']);
    expect(errorsOf(fixedBy(both, 'cache-with-effect'))).toEqual([]);
    expect(errorsOf(flowOf({ a: verify('@stop', effect()) }))).toEqual(['effect-not-allowed steps.a.effect']);
  });

  it('SH-21 settings of an effect that leave a window open are warned about', () => {
    const warned = (more: JsonObject) => warningsOf(flowOf({ a: work('@stop', effect(more)) }));
    expect(warned({})).toEqual([]);
    expect(warned({ onIncomplete: 'skip', onError: 'release' })).toEqual([]);
    expect(warned({ onIncomplete: 'rerun' })).toEqual(['effect-rerun steps.a.effect.onIncomplete']);
    expect(warned({ onError: 'release' })).toEqual(['effect-release steps.a.effect.onError']);
    expect(warned({ onIncomplete: 'error', onError: 'release' })).toEqual(['effect-release steps.a.effect.onError']);
    expect(warningsOf(fixedBy(flowOf({ a: work('@stop', effect({ onError: 'release' })) }), 'effect-release'))).toEqual(
      [],
    );
  });
});

describe('working and deciding', () => {
  it('a work step that escalates by itself is warned about; a gate is not', () => {
    expect(warningsOf(flowOf({ a: work('@stop', { routes: { failed: '@escalate' } }) }))).toEqual([
      'escalate-from-work steps.a.routes.failed',
    ]);
    expect(warningsOf(flowOf({ a: work('g'), g: gate('@stop', 'a') }))).toEqual([]);
  });
});
