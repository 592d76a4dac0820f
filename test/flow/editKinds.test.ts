import { describe, expect, it } from 'vitest';
import type { FlowEdit } from '../../engine/flow/edit';
import { applyEdit } from '../../engine/flow/edit';
import { graphOf } from '../../engine/flow/graph';
import { parseFlow } from '../../engine/flow/parse';
import { patched } from '../../engine/flow/patch';
import { stepPlaces } from '../../engine/flow/stepPlaces';
import type { Json } from '../../engine/json';
import { at } from '../../engine/json';
import { applied } from './applied';
import { sample } from './changedSample';
import { KINDS } from './kinds';

const kinds = parseFlow(KINDS).value as Json;

function changed(flow: Json, ...edits: readonly FlowEdit[]): Json {
  return edits.reduce((now, edit) => {
    const result = applyEdit(now, edit);
    if (!result.ok) throw new Error(result.why);
    return patched(now, result.changes);
  }, flow);
}
const why = (flow: Json, edit: FlowEdit) => {
  const result = applyEdit(flow, edit);
  return result.ok ? null : result.why;
};
const names = (flow: Json | null) => stepPlaces(flow ?? {}, graphOf(flow)).map(({ name }) => name);

describe('steps of every kind', () => {
  it('the flow that these tests start from is good in shape', () => {
    expect(parseFlow(KINDS).issues).toEqual([]);
  });

  it('a map and a plan bring the step that they call, and a plan its channel; both stand outside of all routes', () => {
    const flow = changed(
      sample,
      { type: 'addStep', kind: 'map', after: 'judge' },
      { type: 'addStep', kind: 'plan', after: 'map' },
    );
    const { called, routes } = graphOf(flow);
    expect([...called]).toEqual([
      ['forEach', ['map']],
      ['forTask', ['plan']],
    ]);
    expect(routes.filter(({ from, to }) => called.has(from) || called.has(to))).toEqual([]);
    expect(at(flow, ['steps', 'judge', 'next'])).toBe('map');
    expect(at(flow, ['steps', 'map', 'next'])).toBe('plan');
    expect(at(flow, ['steps', 'plan', 'routes', 'complete'])).toBe('@complete');
    expect(at(flow, ['steps', 'plan', 'channel'])).toBe('plan');
    expect(at(flow, ['channels', 'plan', 'reducer'])).toBe('byKey');
    const second = changed(flow, { type: 'addStep', kind: 'plan' });
    expect(at(second, ['steps', 'plan2', 'channel'])).toBe('plan');
    expect(Object.keys(at(second, ['channels']) as object)).toEqual(['plan']);
  });

  it('a gate sends back to the step before it, but guesses nothing inside of a loop', () => {
    const open = changed(sample, { type: 'removeLoop', id: 'fix' });
    const revise = (flow: Json) =>
      at(changed(flow, { type: 'addStep', kind: 'gate', after: 'act' }), ['steps', 'gate', 'routes', 'revise']);
    expect(revise(open)).toBe('act');
    expect(revise(sample)).toBe('@stop');
  });

  it('behind plan and watch a step is put on the way that they usually go', () => {
    const flow = changed(
      kinds,
      { type: 'addStep', kind: 'work', id: 'x', after: 'tasks' },
      { type: 'addStep', kind: 'work', id: 'y', after: 'look' },
    );
    expect(at(flow, ['steps', 'tasks', 'routes', 'complete'])).toBe('x');
    expect(at(flow, ['steps', 'look', 'routes', 'activity'])).toBe('y');
    expect(at(flow, ['steps', 'y', 'next'])).toBe('each');
    expect(why(kinds, { type: 'addStep', kind: 'work', after: 'one' })).toContain('is called by "each"');
  });

  it('what is put between a group’s tail and its entry is the tail from then on', () => {
    const flow = changed(kinds, { type: 'addStep', kind: 'work', id: 'more', onRoute: 'assess/strong/0' });
    expect(at(flow, ['loops', 'refine', 'from'])).toBe('more');
    expect(at(flow, ['steps', 'more', 'next'])).toBe('revise');
    expect(graphOf(flow).loops.find(({ id }) => id === 'refine')?.body).toEqual(['revise', 'assess', 'more']);
    const router = changed(kinds, { type: 'addStep', kind: 'router', onRoute: 'assess/strong/0' });
    expect(at(router, ['loops', 'refine', 'from'])).toBe('assess');
  });
});

describe('routes of every kind', () => {
  it('a drawn route takes the strong one, then each outcome of the kind', () => {
    const bare = {
      steps: {
        g: { kind: 'gate' },
        w: { kind: 'watch' },
        p: { kind: 'plan' },
        j: { kind: 'join' },
        c: { kind: 'call' },
        e: { kind: 'work', effect: {} },
        x: { kind: 'work' },
      },
    };
    const drawn = (from: string, times: number) =>
      at(changed(bare, ...Array.from({ length: times }, (): FlowEdit => ({ type: 'connect', from, to: 'x' }))), [
        'steps',
        from,
      ]);
    expect(drawn('g', 3)).toEqual({ kind: 'gate', next: 'x', routes: { revise: 'x', escalate: 'x' } });
    expect(drawn('w', 4)).toEqual({
      kind: 'watch',
      routes: { activity: 'x', terminal: 'x', failed: 'x', deadline: 'x' },
    });
    expect(drawn('p', 3)).toEqual({ kind: 'plan', routes: { complete: 'x', stalled: 'x' }, onIdle: 'x' });
    expect(drawn('c', 2)).toEqual({ kind: 'call', next: 'x', routes: { stopped: 'x' } });
    expect(drawn('e', 4)).toMatchObject({
      next: 'x',
      routes: { failed: 'x', incomplete: 'x' },
      branches: { branch: 'x' },
    });
    expect(drawn('j', 1)).toEqual({ kind: 'join', next: 'x' });
    expect(() => drawn('j', 2)).toThrow('has all its routes');
    expect(() => drawn('g', 4)).toThrow('has all its routes');
  });

  it('an outcome that the kind does not have, a strong route where there is none, and called steps are refused', () => {
    expect(why(kinds, { type: 'connect', from: 'each', to: 'main', kind: 'outcome', name: 'revise' })).toContain(
      'It has: failed',
    );
    expect(why(kinds, { type: 'connect', from: 'look', to: 'main', kind: 'strong' })).toContain('no strong route');
    expect(why(kinds, { type: 'connect', from: 'one', to: 'main' })).toContain('called by "each"');
    expect(why(kinds, { type: 'connect', from: 'main', to: 'one' })).toContain('called by "each"');
    expect(why(kinds, { type: 'reconnect', route: 'revise/strong/0', to: 'one' })).toContain('called by "each"');
  });

  it('a plan’s idle route is cut and led elsewhere as any other', () => {
    expect(
      at(changed(kinds, { type: 'disconnect', route: 'tasks/outcome/idle' }), ['steps', 'tasks', 'onIdle']),
    ).toBeUndefined();
    expect(
      at(changed(kinds, { type: 'reconnect', route: 'tasks/outcome/idle', to: 'main' }), ['steps', 'tasks', 'onIdle']),
    ).toBe('main');
  });
});

describe('renaming in a flow of every kind', () => {
  it('every step, wherever its id stands, and nothing else', () => {
    const graph = graphOf(kinds);
    for (const { id } of graph.steps) {
      const result = applyEdit(kinds, { type: 'renameStep', from: id, to: 'other-name' });
      const flow = result.ok ? patched(kinds, result.changes) : kinds;
      const text = applied(KINDS, result.ok ? result.changes : []);
      const now = parseFlow(text).value;
      expect(names(now)).toEqual(names(kinds).map((name) => (name === id ? 'other-name' : name)));
      // What a call gives back is told in the names of the flow that it calls.
      const ours = text.replace('"output": "steps.look.output"', '');
      expect(ours).not.toBe(text);
      expect(ours).not.toMatch(new RegExp(`\\b(steps|gates)\\.${id}\\b`));
      expect(now).toEqual(flow);
      expect(parseFlow(text).issues).toEqual([]);
    }
  });

  it('expressions of every place follow', () => {
    const flow = changed(
      kinds,
      { type: 'renameStep', from: 'check', to: 'test' },
      { type: 'renameStep', from: 'revise', to: 'mend' },
    );
    expect(at(flow, ['loops', 'refine', 'exitWhen'])).toBe('gates.test.passed && steps.mend.visits > 3');
    expect(at(flow, ['steps', 'each', 'over'])).toBe('steps.mend.output.items');
    expect(at(flow, ['steps', 'each', 'cache', 'key'])).toBe('steps.mend.output');
    expect(at(flow, ['steps', 'sub', 'input', 'from'])).toBe('steps.mend.output');
    expect(at(flow, ['steps', 'check', 'evaluator'])).toBeUndefined();
    expect(at(flow, ['steps', 'test', 'evaluator', 'all', 1, 'when'])).toBe('steps.mend.visits > 1');
    const loop = changed(kinds, { type: 'renameLoop', from: 'polish', to: 'shine' });
    expect(at(loop, ['steps', 'main', 'cases', 0, 'when'])).toBe('loops.shine.best > 3');
    expect(why(kinds, { type: 'renameLoop', from: 'polish', to: 'budget' })).toContain('budget');
  });

  it('what a called step is given is not taken for a step of that name', () => {
    const flow = changed(
      kinds,
      { type: 'addStep', kind: 'work', id: 'item' },
      { type: 'renameStep', from: 'item', to: 'thing' },
    );
    expect(at(flow, ['steps', 'one', 'reads'])).toEqual(['item']);
  });
});

describe('deleting in a flow of every kind', () => {
  it('leaves no pointer to a deleted step, whichever two are deleted, and the text reads as the value', () => {
    const ids = graphOf(kinds).steps.map((step) => step.id);
    for (const first of ids) {
      for (const second of ids) {
        const result = applyEdit(kinds, { type: 'deleteSteps', ids: [first, second] });
        const flow = result.ok ? patched(kinds, result.changes) : kinds;
        expect({ first, second, left: names(flow).filter((name) => name === first || name === second) }).toEqual({
          first,
          second,
          left: [],
        });
        for (const loop of graphOf(flow).loops)
          expect(loop.body).toEqual(expect.arrayContaining([loop.head, loop.tail]));
        expect(parseFlow(applied(KINDS, result.ok ? result.changes : [])).value).toEqual(flow);
      }
    }
  });

  it('a group moves to what is left of it; with one step left it goes, and the way back leads on', () => {
    const group = (flow: Json) => at(flow, ['loops', 'refine']);
    const longer = changed(kinds, { type: 'addStep', kind: 'work', id: 'measure', onRoute: 'revise/strong/0' });
    const headless = changed(longer, { type: 'deleteSteps', ids: ['revise'] });
    expect(group(headless)).toMatchObject({ from: 'assess', to: 'measure' });
    expect(at(headless, ['steps', 'assess', 'next'])).toBe('measure');
    const tailless = changed(longer, { type: 'deleteSteps', ids: ['assess'] });
    expect(group(tailless)).toMatchObject({ from: 'measure', to: 'revise' });
    expect(at(tailless, ['steps', 'measure', 'next'])).toBe('revise');
    const alone = changed(kinds, { type: 'deleteSteps', ids: ['assess'] });
    expect(group(alone)).toBeUndefined();
    expect(at(alone, ['steps', 'revise', 'next'])).toBe('main');
  });

  it('a group whose exit goes hands control to Main, and without one to where the exit led', () => {
    const other = changed(kinds, { type: 'set', path: ['loops', 'refine', 'exitTo'], value: 'after' });
    const exit = (flow: Json, id: string) =>
      at(changed(flow, { type: 'deleteSteps', ids: [id] }), ['loops', 'refine', 'exitTo']);
    expect(exit(other, 'after')).toBe('main');
    expect(exit(changed(kinds, { type: 'set', path: ['loops', 'refine', 'exitTo'], value: 'join' }), 'join')).toBe(
      'draft',
    );
    expect(exit(kinds, 'main')).toBeUndefined();
  });

  it('Main, terminal, writer and called step are named no longer', () => {
    const flow = changed(kinds, { type: 'deleteSteps', ids: ['main', 'after', 'one', 'job', 'revise'] });
    expect([at(flow, ['main']), at(flow, ['terminal']), at(flow, ['steps', 'each', 'step'])]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(at(flow, ['steps', 'tasks', 'handlers'])).toEqual({});
    expect(at(flow, ['channels', 'plan', 'fields', 'results'])).toEqual({ reducer: 'append' });
  });
});

describe('wrapping in a loop of each type', () => {
  const open = changed(kinds, { type: 'removeLoop', id: 'refine' });

  it('a group hands control to Main; its tail leads back to its entry by a route', () => {
    expect(at(open, ['steps', 'assess', 'next'])).toBe('main');
    const flow = changed(open, { type: 'wrapInLoop', head: 'revise', tail: 'assess', loop: 'group', id: 'again' });
    expect(at(flow, ['loops', 'again'])).toEqual({
      type: 'group',
      from: 'assess',
      to: 'revise',
      maxIterations: 3,
      exitTo: 'main',
    });
    expect(at(flow, ['steps', 'assess', 'next'])).toBe('revise');
  });

  it('a group without a Main hands control to where its tail led; is refused where nothing is outside', () => {
    const noMain = changed(
      open,
      { type: 'set', path: ['main'] },
      { type: 'reconnect', route: 'assess/strong/0', to: 'after' },
    );
    expect(
      at(changed(noMain, { type: 'wrapInLoop', head: 'revise', tail: 'assess', loop: 'group' }), [
        'loops',
        'loop',
        'exitTo',
      ]),
    ).toBe('after');
    const ended = changed(noMain, { type: 'reconnect', route: 'assess/strong/0', to: '@complete' });
    expect(why(ended, { type: 'wrapInLoop', head: 'revise', tail: 'assess', loop: 'group' })).toContain('name a main');
    expect(why(open, { type: 'wrapInLoop', head: 'revise', tail: 'tasks', loop: 'group' })).toContain(
      'no strong route',
    );
    expect(why(open, { type: 'wrapInLoop', head: 'revise', tail: 'revise', loop: 'group' })).toContain('improve');
  });

  it('an improve loop goes around one step as well; a name is kept for the run’s own bounds', () => {
    const flow = changed(open, { type: 'wrapInLoop', head: 'revise', tail: 'revise', loop: 'improve' });
    expect(at(flow, ['loops', 'loop'])).toEqual({
      type: 'improve',
      head: 'revise',
      tail: 'revise',
      patience: 4,
      maxIterations: 20,
      onExhausted: '@stop',
    });
    expect(parseFlow(JSON.stringify(flow)).issues).toEqual([]);
    expect(why(open, { type: 'wrapInLoop', head: 'revise', tail: 'assess', id: 'budget' })).toContain('budget');
  });

  it('is refused where loops may not share steps, and allowed where one may stand in another', () => {
    const until = changed(
      sample,
      { type: 'addStep', kind: 'work', id: 'polish', onRoute: 'act/strong/0' },
      { type: 'addStep', kind: 'work', id: 'first', onRoute: 'act/strong/0' },
      { type: 'addStep', kind: 'judge', id: 'second', after: 'judge' },
    );
    expect(why(until, { type: 'wrapInLoop', head: 'verify', tail: 'second' })).toContain('share "verify", "judge"');
    expect(why(until, { type: 'wrapInLoop', head: 'verify', tail: 'second' })).toContain('An until loop may not share');
    expect(why(until, { type: 'wrapInLoop', head: 'polish', tail: 'polish', loop: 'improve' })).toBeNull();
    const twice = changed(until, { type: 'wrapInLoop', head: 'polish', tail: 'polish', loop: 'improve' });
    expect(why(twice, { type: 'wrapInLoop', head: 'first', tail: 'verify', loop: 'improve' })).toContain('do not nest');
  });

  it('a drawn way back becomes the way on: to the terminal step, where the flow names one', () => {
    const steps = {
      a: { kind: 'work', next: 'b' },
      b: { kind: 'work', next: 'a' },
      t: { kind: 'work', next: '@complete' },
    };
    const wrap: FlowEdit = { type: 'wrapInLoop', head: 'a', tail: 'b', loop: 'improve' };
    expect(at(changed({ start: 'a', terminal: 't', steps }, wrap), ['steps', 'b', 'next'])).toBe('t');
    expect(at(changed({ start: 'a', steps }, wrap), ['steps', 'b', 'next'])).toBe('@complete');
  });
});
