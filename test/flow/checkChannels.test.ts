import { describe, expect, it } from 'vitest';
import { check } from '../../engine/flow/check';
import { examine } from '../../engine/flow/examine';
import type { Json, JsonObject } from '../../engine/json';
import { errorsOf, fixedBy, flowOf, issueOf, router, verify, warningsOf, work } from './checkedFlow';

const writer = (writes: Json, next: Json = '@stop') => work(next, { writes });
const channels = (map: JsonObject, more: JsonObject = {}) => ({ channels: map, ...more });
const FIELDS = { reducer: 'byKey', fields: { found: 'append', best: { reducer: 'last', writer: 'a' } } };

describe('channels', () => {
  it('AF-08 names that start with "__", and other bad names, are refused for channels and fields', () => {
    const declared = (map: JsonObject) => errorsOf(flowOf({ a: work('@stop') }, channels(map)));
    expect(declared({ found: {}, 'a-b': {} })).toEqual([]);
    expect(declared({ __found: {} })).toEqual(['reserved-name channels.__found']);
    expect(declared({ c: { reducer: 'byKey', fields: { __x: 'last' } } })).toEqual([
      'reserved-name channels.c.fields.__x',
    ]);
    expect(declared({ 'a b': {}, '1x': {} })).toEqual(['bad-id channels.1x', 'bad-id channels.a b'].sort().reverse());
  });

  it('AF-07 a write to what is not declared names the channel and lists the declared ones', () => {
    const flow = (writes: Json, map: JsonObject = { found: {}, plan: FIELDS }) =>
      flowOf({ a: writer(writes) }, channels(map));
    expect(errorsOf(flow('found'))).toEqual([]);
    expect(errorsOf(flow({ found: 'output', 'plan.found': 'output.list' }))).toEqual([]);
    const unknown = issueOf(flow('fuond'), 'unknown-channel');
    expect(unknown?.path).toEqual(['steps', 'a', 'writes']);
    expect(unknown?.message).toMatch(/"a" writes the channel "fuond".*Declared are found, plan.*Did you mean "found"/);
    expect(errorsOf(fixedBy(flow('fuond'), 'unknown-channel'))).toEqual([]);
    expect(issueOf(flow('x', {}), 'unknown-channel')?.message).toContain('declares no channels');
    const key = flow({ other: 'output' });
    expect(errorsOf(key)).toEqual(['unknown-channel steps.a.writes.other']);
    expect(errorsOf(fixedBy(key, 'unknown-channel'))).toEqual([]);
    expect(issueOf(flow('plan.fond'), 'unknown-field')?.message).toMatch(/found, best.*Did you mean "found"/);
    expect(errorsOf(flow({ 'found.x': '1' }))).toEqual(['unknown-field steps.a.writes.found.x']);
  });

  it('a byKey channel has fields, others have none, and fields have none in turn', () => {
    const declared = (channel: JsonObject) => flowOf({ a: work('@stop') }, channels({ c: channel }));
    expect(errorsOf(declared({ reducer: 'byKey' }))).toEqual(['channel-fields channels.c.fields']);
    expect(errorsOf(declared({ reducer: 'byKey', fields: {} }))).toEqual(['channel-fields channels.c.fields']);
    for (const wrong of [
      { reducer: 'merge', fields: { x: 'last' } },
      { reducer: 'byKey', fields: { x: 'byKey' } },
    ]) {
      expect(errorsOf(declared(wrong))).toHaveLength(1);
      expect(errorsOf(fixedBy(declared(wrong), 'channel-fields'))).toEqual([]);
    }
    for (const [reducer, wrong, right] of [
      ['append', 3, []],
      ['add', '3', 3],
      ['merge', [], {}],
    ] as const) {
      expect(warningsOf(declared({ reducer, initial: wrong }))).toEqual(['channel-initial channels.c.initial']);
      expect(warningsOf(declared({ reducer, initial: right }))).toEqual([]);
    }
  });

  it('a field that has one writer is written by no other step', () => {
    const flow = (writes: Json) =>
      flowOf({ a: writer('plan.best', 'b'), b: writer(writes) }, channels({ plan: FIELDS }));
    expect(errorsOf(flow('plan.found'))).toEqual([]);
    expect(errorsOf(flow('plan.best'))).toEqual(['owned-field steps.b.writes']);
    expect(issueOf(flow('plan.best'), 'owned-field')?.message).toContain('whose one writer is "a"');
    expect(warningsOf(flow('plan'))).toEqual(['owned-field steps.b.writes']);
    const nobody = { ...FIELDS, fields: { best: { reducer: 'last', writer: 'aa' } } };
    const unknown = flowOf({ a: work('@stop') }, channels({ plan: nobody }));
    expect(errorsOf(unknown)).toEqual(['unknown-target channels.plan.fields.best.writer']);
    expect(errorsOf(fixedBy(unknown, 'unknown-target'))).toEqual([]);
  });

  it('the channel of a plan is byKey, with tasks and results that append', () => {
    const flow = (map: JsonObject) =>
      flowOf(
        {
          p: {
            kind: 'plan',
            channel: 'plan',
            handlers: { x: 'one' },
            onIdle: '@stop',
            routes: { complete: '@complete' },
          },
          one: work(),
        },
        channels(map),
      );
    const fields = { tasks: 'append', results: { reducer: 'append' } };
    expect(errorsOf(flow({ plan: { reducer: 'byKey', fields } }))).toEqual([]);
    expect(errorsOf(flow({}))).toEqual(['unknown-channel steps.p.channel']);
    expect(errorsOf(fixedBy(flow({}), 'unknown-channel'))).toEqual([]);
    const wrongs: readonly JsonObject[] = [
      {},
      { reducer: 'byKey', fields: { tasks: 'append' } },
      { reducer: 'byKey', fields: { ...fields, tasks: 'last' } },
    ];
    for (const wrong of wrongs) {
      expect(errorsOf(flow({ plan: wrong }))).toEqual(['plan-channel steps.p.channel']);
      expect(errorsOf(fixedBy(flow({ plan: wrong }), 'plan-channel'))).toEqual([]);
    }
    const owned = { ...fields, results: { reducer: 'append', writer: 'one' } };
    expect(errorsOf(flow({ plan: { reducer: 'byKey', fields: owned } }))).toEqual(['owned-field steps.p.channel']);
  });
});

describe('SH-16 writers of one super-step', () => {
  const pair = (summary: JsonObject) =>
    flowOf(
      { f: work(['a', 'b']), a: writer('summary', 'm'), b: writer('summary', 'm'), m: { kind: 'join', next: '@stop' } },
      channels({ summary }),
    );

  it('SH-16 two steps that can run together need a reducer: named are the channel and both, and nothing starts', () => {
    const issue = issueOf(pair({}), 'conflicting-writers');
    expect(issue).toMatchObject({ severity: 'error', path: ['steps', 'b', 'writes'] });
    expect(issue?.message).toMatch(/"a", "b" both write the channel "summary"/);
    expect(examine(JSON.stringify(pair({}))).flow).toBeNull();
    for (const reducer of ['append', 'merge', 'last', 'union', 'add']) expect(errorsOf(pair({ reducer }))).toEqual([]);
    expect(errorsOf(fixedBy(pair({}), 'conflicting-writers'))).toEqual([]);
  });

  it('SH-16 the same two steps one after the other need none', () => {
    const chain = flowOf({ a: writer('summary', 'b'), b: writer('summary') }, channels({ summary: {} }));
    expect(errorsOf(chain)).toEqual([]);
  });

  const conflicts = (steps: JsonObject, more: JsonObject = {}) =>
    errorsOf(flowOf(steps, channels({ s: {} }, more))).filter((error) => error.startsWith('conflicting'));

  it('branches go on in step: at the same depth they meet, at different ones they do not', () => {
    const depth = (c: JsonObject, d: JsonObject) => ({
      f: work(['a', 'b']),
      a: work('c'),
      b: work('d'),
      c,
      d,
      m: { kind: 'join', next: 'end' },
      end: writer('s'),
    });
    expect(conflicts(depth(writer('s', 'm'), writer('s', 'm')))).toEqual(['conflicting-writers steps.d.writes']);
    expect(conflicts({ ...depth(work('m'), writer('s', 'm')), a: writer('s', 'c') })).toEqual([]);
    expect(conflicts({ ...depth(writer('s', 'm'), work('m')) })).toEqual([]);
  });

  it('the starts of a flow run together; the choices of a router do not', () => {
    const steps = { a: writer('s'), b: writer('s') };
    expect(conflicts(steps, { start: ['a', 'b'] })).toEqual(['conflicting-writers steps.b.writes']);
    expect(conflicts({ r: router(['a', 'b']), ...steps })).toEqual([]);
  });

  it('what comes behind a join runs alone, unless a branch goes past it', () => {
    const past = (b: JsonObject) => ({
      f: work(['a', 'b', 'c']),
      a: work('j'),
      b,
      c: work('d'),
      d: work('e'),
      e: writer('s'),
      j: { kind: 'join', next: 'k' },
      k: writer('s'),
    });
    expect(conflicts(past(work('j')))).toEqual(['conflicting-writers steps.k.writes']);
    const all = { ...past(work('j')), e: writer('s', 'j') };
    expect(conflicts(all)).toEqual([]);
  });

  it('branches that turn in a circle come to be together at any depth', () => {
    const circle = {
      f: work(['a', 'b']),
      a: work('g'),
      g: { kind: 'gate', evaluator: { when: 'true' }, next: 'w', routes: { revise: 'a', escalate: '@stop' } },
      w: writer('s'),
      b: work('c'),
      c: work('d'),
      d: work('x'),
      x: work('e'),
      e: writer('s'),
    };
    expect(conflicts(circle)).toEqual(['conflicting-writers steps.e.writes']);
    expect(conflicts({ ...circle, g: work('w') })).toEqual([]);
  });

  it('a step that a map or a plan calls runs beside itself, beside its caller and beside other handlers', () => {
    const map = (one: JsonObject, own: JsonObject = {}) => ({
      m: { kind: 'map', over: 'inputs.l', step: 'one', next: '@stop', ...own },
      one,
    });
    const inputs = { inputs: { l: { type: 'array' } } };
    const called = (writes: JsonObject) => ({ kind: 'work', worker: 'w', prompt: 'x', ...writes });
    expect(conflicts(map(called({ writes: 's' })), inputs)).toEqual(['conflicting-writers steps.one.writes']);
    expect(conflicts(map(called({}), { writes: 's' }), inputs)).toEqual([]);
    const plan = {
      p: { kind: 'plan', channel: 'q', handlers: { x: 'one', y: 'two' }, onIdle: '@stop' },
      one: called({ writes: 's' }),
      two: called({ writes: 's' }),
    };
    const queue = { q: { reducer: 'byKey', fields: { tasks: 'append', results: 'append' } } };
    expect(errorsOf(flowOf(plan, channels({ s: {}, ...queue })))).toEqual([
      'conflicting-writers steps.one.writes',
      'conflicting-writers steps.two.writes',
    ]);
    expect(errorsOf(flowOf(plan, channels({ s: { reducer: 'append' }, ...queue })))).toEqual([]);
  });

  it('a flow of 2,000 steps that all write, and one full of unknown names, are checked in good time', () => {
    const count = 2000;
    const ids = Array.from({ length: count }, (_, index) => `s${index}`);
    const all = (step: (index: number) => JsonObject) => Object.fromEntries(ids.map((id, index) => [id, step(index)]));
    const star = flowOf({ f: work(ids), ...all(() => writer('s')) }, channels({ s: {} }));
    expect(errorsOf(star)).toHaveLength(count - 1);
    const lost = flowOf(all((index) => work(`nowhere${index}`, { reads: [`unknown${index}`] })));
    expect(check(lost).length).toBeGreaterThan(2 * count);
    const fans = flowOf(
      Object.fromEntries(
        ids.flatMap((id, index) => [
          [id, work([`s${(index + 1) % count}`, `x${index}`])],
          [`x${index}`, writer('s')],
        ]),
      ),
      channels({ s: {} }, { budget: { usd: 1 } }),
    );
    expect(errorsOf(fans)).toEqual([]);
  }, 30_000);
});

describe('reading before anything can have written', () => {
  const early = (flow: Json) => warningsOf(flow).filter((one) => one.startsWith('read-before-write'));
  const reads = (next: Json = '@stop') => work(next, { reads: ['channel:c'] });

  it('a reader that no writer comes before is warned about, whether it reads or computes', () => {
    const c = channels({ c: {} });
    expect(early(flowOf({ a: reads('b'), b: writer('c') }, c))).toEqual(['read-before-write steps.a.reads.0']);
    expect(early(flowOf({ a: writer('c', 'b'), b: reads() }, c))).toEqual([]);
    expect(early(flowOf({ a: reads() }, c))).toEqual(['read-before-write steps.a.reads.0']);
    const computed = { kind: 'router', cases: [{ when: 'size(state.c) > 1', to: '@stop' }], else: 'w' };
    expect(early(flowOf({ r: computed, w: writer('c') }, c))).toEqual(['read-before-write steps.r.cases.0.when']);
    expect(early(flowOf({ w: writer('c', 'r'), r: { ...computed, else: '@stop' } }, c))).toEqual([]);
  });

  it('a channel that begins with something, or that a later pass or round has written, is not', () => {
    expect(early(flowOf({ a: reads() }, channels({ c: { initial: [] } })))).toEqual([]);
    const until = {
      act: work('v', { reads: ['channel:c'] }),
      v: verify('j', { writes: 'c' }),
      j: { kind: 'judge', worker: 'w', next: '@complete' },
    };
    const loops = { fix: { type: 'until', head: 'act', tail: 'j', maxPasses: 2 } };
    expect(early(flowOf(until, channels({ c: {} }, { loops })))).toEqual([]);
  });

  it('a plan whose tasks nobody gives is warned about; fields count for themselves', () => {
    const plan = { kind: 'plan', channel: 'q', handlers: { x: 'one' }, onIdle: '@stop' };
    const q = channels({ q: { reducer: 'byKey', fields: { tasks: 'append', results: 'append' } } });
    expect(early(flowOf({ p: plan, one: work() }, q))).toEqual(['read-before-write steps.p.channel']);
    expect(early(flowOf({ a: writer('q.tasks', 'p'), p: plan, one: work() }, q))).toEqual([]);
    expect(early(flowOf({ a: writer('q', 'p'), p: plan, one: work() }, q))).toEqual([]);
    const one = work(undefined, { reads: ['task'], writes: { 'q.tasks': 'size(state.q.results) > 0 ? output : []' } });
    expect(early(flowOf({ p: plan, one }, q))).toEqual([]);
  });
});
