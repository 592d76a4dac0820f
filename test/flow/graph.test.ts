import { describe, expect, it } from 'vitest';
import { exitsOf, graphOf, reachable, reaching, routesBy } from '../../engine/flow/graph';
import { membersOf } from '../../engine/flow/graph/membersOf';
import { knots } from '../../engine/flow/rules/knots';
import type { Json } from '../../engine/json';
import { sample } from './changedSample';

const chain = (...pairs: readonly string[]): Json => ({
  steps: Object.fromEntries(
    [...new Set(pairs.flatMap((pair) => [...pair]))].map((id) => [
      id,
      { kind: 'work', next: pairs.filter((pair) => pair[0] === id).map((pair) => pair[1] ?? '') },
    ]),
  ),
  loops: { l: { head: 'b', tail: 'd' } },
});

describe('a flow as a graph', () => {
  it('the sample: steps, routes and the loop', () => {
    const graph = graphOf(sample);
    expect(graph.routes.map(({ id, to }) => `${id} → ${to}`)).toEqual([
      'act/strong/0 → verify',
      'verify/strong/0 → judge',
      'judge/strong/0 → @complete',
    ]);
    expect(graph.loops).toMatchObject([{ id: 'fix', body: ['act', 'verify', 'judge'], onExhausted: '@stop' }]);
    expect(graph.start).toEqual(['act']);
  });

  it('routes of every kind have an id, a label and the path of their target', () => {
    const graph = graphOf({
      steps: {
        w: { kind: 'work', next: ['a', 'b'], routes: { failed: '@stop' }, branches: { go: 'r' } },
        r: { kind: 'router', cases: [{ when: 'x', to: 'a' }, { when: 'y' }], else: 'b' },
        a: { kind: 'ask', routes: { yes: 'w' } },
        b: 3,
      },
    });
    expect(graph.routes.map((route) => [route.id, route.label, route.path.join('.')])).toEqual([
      ['w/strong/0', '', 'steps.w.next.0'],
      ['w/strong/1', '', 'steps.w.next.1'],
      ['w/outcome/failed', 'failed', 'steps.w.routes.failed'],
      ['w/weak/go', 'go', 'steps.w.branches.go'],
      ['r/case/0', 'x', 'steps.r.cases.0.to'],
      ['r/else/0', 'else', 'steps.r.else'],
      ['a/choice/yes', 'yes', 'steps.a.routes.yes'],
    ]);
    expect(graph.steps.map((step) => step.kind)).toEqual(['work', 'router', 'ask', '']);
  });

  it('UL-03 the body is every step on a path from head to tail, and no other', () => {
    expect(graphOf(chain('ab', 'bc', 'cd', 'de', 'bx', 'xd', 'by', 'ea')).loops[0]?.body).toEqual(['b', 'c', 'd', 'x']);
    expect(graphOf(chain('ab', 'bc', 'ce', 'db')).loops[0]?.body).toEqual(['b', 'd']);
    expect(graphOf({ loops: { l: { head: 'x', tail: 'y' } } }).loops[0]?.body).toEqual([]);
  });

  it('routes of gates, maps, watches, plans, calls and effects', () => {
    const graph = graphOf({
      steps: {
        g: { kind: 'gate', next: 'm', routes: { revise: 'e', escalate: '@escalate' } },
        m: { kind: 'map', step: 'e', next: 'p', routes: { failed: '@stop' } },
        p: { kind: 'plan', handlers: { a: 'h' }, onIdle: 'w', routes: { complete: 'c', stalled: '@stop', idle: 'x' } },
        w: { kind: 'watch', routes: { activity: 'g', terminal: 'c', failed: '@stop', deadline: '@handoff' } },
        c: { kind: 'call', flow: 'other', next: 'e', routes: { stopped: '@stop', escalated: '@escalate' } },
        e: { kind: 'work', next: '@complete', onIdle: 'w', routes: { incomplete: '@handoff' } },
      },
    });
    expect(
      graph.routes.map((route) => `${route.id} ${route.label} ${route.path.slice(2).join('.')} ${route.to}`),
    ).toEqual([
      'g/strong/0  next m',
      'g/outcome/revise revise routes.revise e',
      'g/outcome/escalate escalate routes.escalate @escalate',
      'm/strong/0  next p',
      'm/outcome/failed failed routes.failed @stop',
      'p/outcome/complete complete routes.complete c',
      'p/outcome/stalled stalled routes.stalled @stop',
      'p/outcome/idle idle onIdle w',
      'w/outcome/activity activity routes.activity g',
      'w/outcome/terminal terminal routes.terminal c',
      'w/outcome/failed failed routes.failed @stop',
      'w/outcome/deadline deadline routes.deadline @handoff',
      'c/strong/0  next e',
      'c/outcome/stopped stopped routes.stopped @stop',
      'c/outcome/escalated escalated routes.escalated @escalate',
      'e/strong/0  next @complete',
      'e/outcome/incomplete incomplete routes.incomplete @handoff',
    ]);
  });

  it('steps that are called, with their callers; a kind that calls nothing is no caller', () => {
    const { called } = graphOf({
      steps: {
        m: { kind: 'map', step: 'a' },
        n: { kind: 'map', step: 'a', handlers: { x: 'c' } },
        p: { kind: 'plan', handlers: { x: 'a', y: 'b', z: 'b' }, step: 'c' },
        w: { kind: 'work', step: 'c', handlers: { x: 'c' } },
      },
    });
    expect([...called]).toEqual([
      ['a', ['m', 'n', 'p']],
      ['b', ['p']],
    ]);
  });

  it('anything that is no flow is an empty graph', () => {
    for (const value of [null, 3, 'x', [], { steps: [], loops: 1 }, { steps: { a: null } }])
      expect(graphOf(value).routes).toEqual([]);
  });

  it('what can be reached, and what reaches', () => {
    const { routes } = graphOf(chain('ab', 'bc', 'cd', 'ca'));
    expect([...reachable(routesBy(routes, 'from'), ['b'], 'c')].sort()).toEqual(['b', 'c']);
    expect([...reachable(routesBy(routes, 'from'), ['b'])].sort()).toEqual(['a', 'b', 'c', 'd']);
    expect([...reaching(routesBy(routes, 'to'), ['b'], (route) => route.from !== 'c')].sort()).toEqual(['a', 'b']);
  });

  it('knots are the sets of steps that lie on cycles', () => {
    const pairs = (...names: readonly string[]) => names.map((name) => ({ from: name[0]!, to: name[1]! }));
    expect(knots([...'abcdef'], pairs('ab', 'bc', 'ca', 'cd', 'de', 'ed', 'ff'))).toEqual([
      ['a', 'b', 'c'],
      ['d', 'e'],
      ['f'],
    ]);
    expect(knots([...'abc'], pairs('ab', 'bc', 'ac'))).toEqual([]);
    const long = Array.from({ length: 50_000 }, (_, index) => `s${index}`);
    expect(
      knots(
        long,
        long.map((from, index) => ({ from, to: long[index + 1] ?? 's0' })),
      )[0],
    ).toHaveLength(50_000);
  });
});

const work = (next: string, more: object = {}): Json => ({ kind: 'work', next, ...more });
const group = { type: 'group', from: 'assess', to: 'revise', maxIterations: 3, exitTo: 'main' };
const members = {
  assess: work('revise'),
  revise: work('measure', { routes: { failed: 'main' } }),
  measure: work('assess'),
};

describe('loops of every type', () => {
  it('SE-15 a group revise, measure, assess: its members in the order of their routes, its body in that of the file', () => {
    const main = { kind: 'router', worker: 'm', branches: { r: 'revise', m: 'measure', a: 'assess' } };
    const graph = graphOf({ start: 'main', main: 'main', steps: { main, ...members }, loops: { refine: group } });
    const [loop] = graph.loops;
    expect(loop).toMatchObject({
      type: 'group',
      head: 'revise',
      tail: 'assess',
      onExhausted: 'main',
      onConverged: null,
    });
    expect(membersOf(graph, loop!)).toEqual(['revise', 'measure', 'assess']);
    expect(loop!.body).toEqual(['assess', 'revise', 'measure']);
  });

  it('SE-06 a group whose only way to its tail leads through Main has Main in its body', () => {
    const main = { kind: 'router', worker: 'm', branches: { a: 'assess' } };
    const graph = graphOf({ steps: { main, revise: work('main'), assess: work('revise') }, loops: { refine: group } });
    expect(graph.loops[0]?.body).toEqual(['main', 'revise', 'assess']);
  });

  it('an improve loop: one step or several, with its two ways out', () => {
    const steps = { a: work('b'), b: work('c'), c: work('@complete') };
    const loops = {
      one: { type: 'improve', head: 'b', tail: 'b', onConverged: 'c' },
      two: { type: 'improve', head: 'a', tail: 'c', onExhausted: 'x' },
    };
    const graph = graphOf({ steps, loops });
    expect(graph.loops).toMatchObject([
      { body: ['b'], onExhausted: '@stop', onConverged: 'c' },
      { body: ['a', 'b', 'c'], onExhausted: 'x', onConverged: null },
    ]);
    expect(graph.loops.flatMap(exitsOf).map(({ from, to, path }) => [from, to, path.join('.')])).toEqual([
      ['b', '@stop', 'loops.one.onExhausted'],
      ['b', 'c', 'loops.one.onConverged'],
      ['c', 'x', 'loops.two.onExhausted'],
    ]);
  });

  it('a group inside of an until body: the path goes on where the group hands control over', () => {
    const until = { type: 'until', head: 'plan', tail: 'judge', maxPasses: 3 };
    const steps = {
      plan: work('revise'),
      ...members,
      main: work('judge'),
      judge: { kind: 'judge', next: '@complete' },
    };
    const graph = graphOf({ steps, loops: { until, group } });
    expect(graph.loops[0]?.body).toEqual(['plan', 'assess', 'revise', 'measure', 'main', 'judge']);
    expect(membersOf(graph, graph.loops[0]!)).toEqual(['plan', 'revise', 'measure', 'assess', 'main', 'judge']);
    expect(graph.loops[1]?.body).toEqual(['assess', 'revise', 'measure']);
  });

  it('ways that part stand in file order between head and tail', () => {
    const steps = { b: work('tail'), a: work('tail'), head: { kind: 'work', next: ['b', 'a'] }, tail: work('head') };
    const graph = graphOf({ steps, loops: { g: { ...group, to: 'head', from: 'tail' } } });
    expect(membersOf(graph, graph.loops[0]!)).toEqual(['head', 'b', 'a', 'tail']);
  });
});
