import { describe, expect, it } from 'vitest';
import { graphOf, reachable, reaching, routesBy } from '../../engine/flow/graph';
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
