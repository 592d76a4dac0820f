import { describe, expect, it } from 'vitest';
import { examine } from '../../engine/flow/examine';
import type { Json, JsonObject } from '../../engine/json';
import { errorsOf, fixedBy, flowOf, gate, issueOf, router, verify, warningsOf, work } from './checkedFlow';

const MAP = { kind: 'map', over: 'inputs.list', step: 'one', next: '@complete' };
const INPUTS = { inputs: { list: { type: 'array' } } };
const PLAN = {
  kind: 'plan',
  channel: 'plan',
  handlers: { step: 'one' },
  onIdle: '@stop',
  routes: { complete: '@complete' },
};
const PLANNED = {
  channels: { plan: { reducer: 'byKey', initial: {}, fields: { tasks: 'append', results: 'append' } } },
};
const WATCH = { kind: 'watch', poll: { run: ['poll'] }, routes: { activity: 'w', terminal: '@complete' } };

describe('routes', () => {
  it('AF-10 no start, an unreachable step, a step that leads nowhere, an unknown target: each is named', () => {
    const sound = flowOf({ a: work('b'), b: verify('@complete') });
    expect(errorsOf(sound)).toEqual([]);
    const { start: _, ...unstarted } = sound;
    expect(errorsOf(unstarted)).toEqual(['missing-start start']);
    expect(errorsOf({ ...sound, start: 'c' })).toContain('unknown-target start');
    const lone = flowOf({ a: work('@stop'), b: verify('@complete') });
    expect(errorsOf(lone)).toEqual(['unreachable steps.b']);
    expect(issueOf(lone, 'unreachable')?.message).toContain('"b"');
    for (const last of [work(), verify(), { kind: 'call', flow: 'x' }, { kind: 'join' }]) {
      const nowhere = flowOf({ a: work('b'), b: last });
      expect(errorsOf(nowhere)).toEqual(['missing-target steps.b.next']);
      expect(issueOf(nowhere, 'missing-target')?.message).toContain('"b" leads nowhere');
    }
    const unknown = flowOf({ a: work('bb'), b: verify('@complete') });
    expect(issueOf(unknown, 'unknown-target')?.message).toContain('"bb"');
    expect(errorsOf(fixedBy(unknown, 'unknown-target'))).toEqual([]);
  });

  it('AF-11 a step from which no end can be reached is a finding', () => {
    const round = (more: Json) =>
      flowOf({ a: work('b'), b: gate('a', 'a', { routes: { revise: 'a', escalate: more } }) });
    expect(errorsOf(round('@escalate'))).toEqual([]);
    expect(errorsOf(round('a'))).toEqual(['no-end steps.a', 'no-end steps.b']);
  });

  it('AF-14 a router has no "next" and no two ways of deciding', () => {
    const cases = [{ when: 'steps.a.visits > 1', to: '@stop' }];
    const decided = (more: JsonObject) => flowOf({ a: { kind: 'router', else: '@stop', ...more } });
    expect(errorsOf(decided({ cases }))).toEqual([]);
    expect(errorsOf(decided({ worker: 'w', branches: { b: '@stop' } }))).toEqual([]);
    expect(errorsOf(decided({ cases, worker: 'w', branches: { b: '@stop' } }))).toEqual([
      'router-decides-twice steps.a',
    ]);
    const next = decided({ cases, next: '@stop' });
    expect(errorsOf(next)).toEqual(['strong-route-not-due steps.a.next']);
    expect(errorsOf(fixedBy(next, 'strong-route-not-due'))).toEqual([]);
  });

  it('AF-54 a gate has its three routes, and may be visited at least once', () => {
    const step = gate('@stop', 'fix');
    const flow = (change: JsonObject) => flowOf({ g: { ...step, ...change }, fix: work('g') });
    expect(errorsOf(flow({}))).toEqual([]);
    for (const [change, path] of [
      [{ next: '' }, 'next'],
      [{ routes: { escalate: '@escalate', revise: '' } }, 'routes.revise'],
      [{ routes: { revise: 'fix' } }, 'routes.escalate'],
    ] as const) {
      expect(errorsOf(flow(change)).filter((error) => error.startsWith('missing-target'))).toEqual([
        `missing-target steps.g.${path}`,
      ]);
      expect(examine(JSON.stringify(flow(change))).flow).toBeNull();
    }
    expect(errorsOf(fixedBy(flow({ routes: { revise: 'fix' } }), 'missing-target'))).toEqual([]);
    for (const maxAttempts of [0, -1, 1.5, '3']) {
      expect(errorsOf(flow({ maxAttempts }))).toEqual(['gate-attempts steps.g.maxAttempts']);
      expect(examine(JSON.stringify(flow({ maxAttempts }))).flow).toBeNull();
      expect(errorsOf(fixedBy(flow({ maxAttempts }), 'gate-attempts'))).toEqual([]);
    }
    expect(errorsOf(flow({ maxAttempts: 1 }))).toEqual([]);
  });

  it('plans and watches lead on by their routes alone', () => {
    const plan = (change: JsonObject) => flowOf({ p: { ...PLAN, ...change }, one: work() }, PLANNED);
    expect(errorsOf(plan({}))).toEqual([]);
    expect(errorsOf(plan({ next: '@stop' }))).toEqual(['strong-route-not-due steps.p.next']);
    expect(errorsOf(plan({ onIdle: '' }))).toEqual(['missing-target steps.p.onIdle']);
    const watch = (change: JsonObject) => flowOf({ w: { ...WATCH, ...change } });
    expect(errorsOf(watch({}))).toEqual([]);
    expect(errorsOf(watch({ next: '@stop' }))).toEqual(['strong-route-not-due steps.w.next']);
    expect(errorsOf(watch({ routes: { terminal: '@complete' } }))).toEqual(['missing-target steps.w.routes.activity']);
  });

  it('a cycle is bounded by a gate, a watch, a question, a loop or a budget; not by a plan or a router', () => {
    const cycle = (b: JsonObject, more: JsonObject = {}) =>
      flowOf({ a: work('b'), b, one: work() }, { ...PLANNED, ...more });
    const withoutOne = ({ steps, ...rest }: JsonObject) => {
      const { one: _, ...kept } = steps as JsonObject;
      return { ...rest, steps: kept };
    };
    const way = ['cycle-without-bound steps.a.next'];
    expect(errorsOf(withoutOne(cycle(router(['a']))))).toEqual(way);
    expect(errorsOf(withoutOne(cycle(gate('@complete', 'a'))))).toEqual([]);
    expect(errorsOf(withoutOne(cycle({ ...WATCH, routes: { activity: 'a', terminal: '@complete' } })))).toEqual([]);
    expect(errorsOf(cycle({ ...PLAN, onIdle: 'a' }))).toEqual(way);
    expect(errorsOf(cycle({ ...PLAN, onIdle: 'a' }, { budget: { superSteps: 50 } }))).toEqual([]);
    expect(errorsOf(cycle({ ...PLAN, onIdle: 'a' }, { budget: { onOver: 'ask' } }))).toEqual(way);
    expect(errorsOf(cycle(PLAN))).toEqual([]);
    expect(errorsOf(fixedBy(cycle({ ...PLAN, onIdle: 'a' }), 'cycle-without-bound'))).toEqual([]);
    const improve = { loops: { i: { type: 'improve', head: 'a', tail: 'b' } } };
    expect(errorsOf(withoutOne(cycle(work('@stop'), improve)))).toEqual([]);
  });

  it('branches that meet after different numbers of steps want a join', () => {
    const meet = (last: JsonObject) =>
      flowOf({ f: work(['a', 'b']), a: work('m'), b: work('c'), c: work('m'), m: last });
    expect(warningsOf(meet(verify('@complete')))).toEqual(['uneven-branches steps.m']);
    expect(issueOf(meet(verify('@complete')), 'uneven-branches')?.message).toMatch(/"a" after 2 and "b" after 3/);
    expect(warningsOf(meet({ kind: 'join', next: '@stop' }))).toEqual([]);
    const starts = flowOf({ a: work('m'), b: work('c'), c: work('m'), m: verify('@complete') }, { start: ['a', 'b'] });
    expect(warningsOf(starts)).toEqual(['uneven-branches steps.m']);
    const even = flowOf({ f: work(['a', 'b']), a: work('m'), b: work('m'), m: verify('@complete') });
    expect(warningsOf(even)).toEqual([]);
    const failing = flowOf({
      f: work(['a', 'b']),
      a: work('m', { routes: { failed: 'x' } }),
      b: work('m'),
      m: work('x'),
      x: work('@stop'),
    });
    expect(warningsOf(failing)).toEqual([]);
  });
});

describe('steps that are called', () => {
  const mapped = (one: JsonObject, more: JsonObject = {}, keys: JsonObject = {}) =>
    flowOf({ m: MAP, one, ...more }, { ...INPUTS, ...keys });

  it('have no route, are not unreachable, and are of a kind that can be called', () => {
    for (const one of [work(), verify(), { kind: 'call', flow: 'x' }]) expect(errorsOf(mapped(one))).toEqual([]);
    const routed = mapped(work('@stop'));
    expect(errorsOf(routed)).toEqual(['called-step-route steps.one.next']);
    expect(errorsOf(fixedBy(routed, 'called-step-route'))).toEqual([]);
    expect(errorsOf(mapped(work(undefined, { routes: { failed: '@stop' } })))).toEqual([
      'called-step-route steps.one.routes.failed',
    ]);
    for (const one of [gate('@stop', '@stop'), router(['@stop']), { kind: 'join', next: '@stop' }])
      expect(errorsOf(mapped(one))).toContain('called-step-kind steps.one.kind');
  });

  it('are led to by nobody, begin nothing and are there', () => {
    expect(errorsOf(mapped(work(), { pre: work('one') }, { start: ['m', 'pre'] }))).toEqual([
      'called-step-entered steps.pre.next',
    ]);
    expect(errorsOf(mapped(work(), {}, { start: ['m', 'one'] }))).toEqual(['called-step-entered start.1']);
    const loops = { i: { type: 'improve', head: 'one', tail: 'one' } };
    expect(errorsOf(mapped(work(), {}, { loops }))).toContain('called-step-entered loops.i');
    const gone = flowOf({ m: { ...MAP, step: 'on' }, one: work() }, INPUTS);
    expect(errorsOf(gone)).toContain('unknown-target steps.m.step');
    expect(errorsOf(fixedBy(gone, 'unknown-target'))).toEqual([]);
    const plan = flowOf({ p: { ...PLAN, handlers: { step: 'nobody' } } }, PLANNED);
    expect(errorsOf(plan)).toEqual(['unknown-target steps.p.handlers.step']);
    expect(errorsOf(flowOf({ p: { ...PLAN, handlers: {} } }, PLANNED))).toEqual([
      'plan-without-handlers steps.p.handlers',
    ]);
  });
});

describe('what leads to @complete', () => {
  const codes = (flow: Json) => errorsOf(flow).filter((error) => /^complete-/.test(error));

  it('no outcome of failure or of a bound does so undecided', () => {
    const verdict = gate('@complete', '@stop');
    const outcome = (step: JsonObject, route: string, more: JsonObject = {}, keys: JsonObject = PLANNED) => {
      const routed = (to: string) => ({ ...step, routes: { ...(step.routes as JsonObject), [route]: to } });
      const path = `complete-through-bound steps.s.routes.${route}`;
      expect(codes(flowOf({ s: routed('@complete'), ...more }, keys))).toEqual([path]);
      expect(codes(flowOf({ s: routed('on'), on: work('@complete'), ...more }, keys))).toEqual([path]);
      expect(codes(flowOf({ s: routed('on'), on: router(['@complete']), ...more }, keys))).toEqual([path]);
      expect(codes(flowOf({ s: routed('on'), on: verdict, ...more }, keys))).toEqual([]);
      expect(codes(flowOf({ s: routed('@handoff'), ...more }, keys))).toEqual([]);
    };
    outcome(work('@complete'), 'failed');
    outcome(work('@complete', { effect: { key: '"k"' } }), 'incomplete');
    outcome(gate('@complete', '@stop'), 'escalate');
    outcome(gate('@complete', '@stop'), 'revise');
    outcome({ kind: 'call', flow: 'x', next: '@complete' }, 'stopped');
    outcome({ kind: 'call', flow: 'x', next: '@complete' }, 'escalated');
    outcome({ kind: 'call', flow: 'x', next: '@complete' }, 'failed');
    outcome(PLAN, 'stalled', { one: work() });
    outcome({ ...WATCH, deadline: '1h', routes: { activity: '@stop', terminal: '@complete' } }, 'deadline');
    outcome({ ...WATCH, strict: true, routes: { activity: '@stop', terminal: '@complete' } }, 'failed');
  });

  it('an idle plan completes only where a stalled one goes elsewhere', () => {
    const idle = (routes: JsonObject) => flowOf({ p: { ...PLAN, onIdle: '@complete', routes }, one: work() }, PLANNED);
    expect(codes(idle({}))).toEqual(['complete-through-bound steps.p.onIdle']);
    expect(codes(idle({ stalled: '@stop' }))).toEqual([]);
  });

  const grouped = (main: JsonObject, more: JsonObject = {}, keys: JsonObject = {}) =>
    flowOf(
      { main, a: work('b'), b: work('a'), ...more },
      { main: 'main', loops: { g: { type: 'group', from: 'b', to: 'a', maxIterations: 3, exitTo: 'main' } }, ...keys },
    );

  it('SE-36 SE-37 a batch that is used up completes nothing: what Main chooses is no decision', () => {
    expect(codes(grouped(router(['a', '@complete'])))).toEqual(['complete-through-bound loops.g.exitTo']);
    expect(codes(grouped(router(['a', 'on']), { on: work('@complete') }))).toEqual([
      'complete-through-bound loops.g.exitTo',
    ]);
    for (const on of [
      verify('@complete', { routes: { fail: 'main' } }),
      gate('@complete', 'main'),
      { kind: 'ask', question: '?', choices: ['y'], routes: { y: '@complete' } },
    ])
      expect(codes(grouped(router(['a', 'on']), { on }))).toEqual([]);
  });

  it('an improve loop may complete where it converged, and not where it ran out', () => {
    const improve = (exits: JsonObject) =>
      flowOf({ a: work('@complete') }, { loops: { i: { type: 'improve', head: 'a', tail: 'a', ...exits } } });
    expect(codes(improve({}))).toEqual([]);
    expect(codes(improve({ onConverged: '@complete' }))).toEqual([]);
    const out = improve({ onExhausted: '@complete' });
    expect(codes(out)).toEqual(['complete-through-bound loops.i.onExhausted']);
    expect(codes(fixedBy(out, 'complete-through-bound'))).toEqual([]);
  });

  it('SE-37 with a terminal step only its routes lead there, or those of the loop that it ends', () => {
    const ended = (more: JsonObject, keys: JsonObject = {}) =>
      flowOf(
        { a: work('end'), end: verify('@complete', { routes: { fail: '@stop' } }), ...more },
        { terminal: 'end', ...keys },
      );
    expect(errorsOf(ended({}))).toEqual([]);
    const other = ended({ a: work('end', { branches: { quick: '@complete' } }) });
    expect(errorsOf(other)).toEqual(['complete-not-by-terminal steps.a.branches.quick']);
    expect(errorsOf(fixedBy(other, 'complete-not-by-terminal'))).toEqual([]);
    const improve = (tail: string) => ({
      loops: { i: { type: 'improve', head: 'a', tail, onConverged: '@complete' } },
    });
    expect(errorsOf(ended({}, improve('a')))).toEqual(['complete-not-by-terminal loops.i.onConverged']);
    expect(codes(ended({}, improve('end')))).toEqual([]);
    expect(errorsOf(ended({}, { terminal: 'nobody' }))).toEqual(['unknown-target terminal']);
    const called = flowOf({ m: MAP, one: work() }, { ...INPUTS, terminal: 'one' });
    expect(errorsOf(called)).toContain('complete-not-by-terminal terminal');
  });
});
