import { describe, expect, it } from 'vitest';
import type { Graph } from '../../engine/flow/graph';
import { graphOf } from '../../engine/flow/graph';
import type { Box, Layout, RouteLine } from '../../engine/flow/layout';
import { arrangementOf, layoutOf } from '../../engine/flow/layout';
import { DEFAULT_SIZES } from '../../engine/flow/layout/sizes';
import type { Json } from '../../engine/json';
import { fc } from '../fc';

const STEPS = 14;
const target = fc.nat(STEPS + 1).map((at) => (at === STEPS ? '@complete' : at > STEPS ? '@stop' : `s${at}`));
const own = fc.nat(STEPS - 1).map((at) => `s${at}`);
const step = fc.record(
  {
    kind: fc.constantFrom('work', 'gate', 'router', 'map', 'judge'),
    next: fc.array(target, { maxLength: 3 }),
    routes: fc.record({ failed: target }, { requiredKeys: [] }),
    branches: fc.dictionary(fc.constantFrom('x', 'y'), target),
    step: own,
  },
  { requiredKeys: ['kind', 'next'] },
);
const loop = fc.record({
  type: fc.constantFrom('until', 'group', 'improve'),
  head: own,
  tail: own,
  to: own,
  from: own,
  exitTo: own,
  onConverged: target,
  onExhausted: target,
});
const flows = fc
  .record({
    steps: fc.array(step, { minLength: STEPS, maxLength: STEPS }),
    chain: fc.boolean(),
    loops: fc.dictionary(fc.constantFrom('k', 'l', 'm', 'n'), loop),
  })
  .map(
    ({ steps, chain, loops }): Json => ({
      start: 's0',
      steps: Object.fromEntries(
        steps.map((each, at) => {
          const on = at + 1 < STEPS ? `s${at + 1}` : '@complete';
          return [`s${at}`, { ...each, next: [...new Set(chain ? [on, ...each.next] : each.next)] }];
        }),
      ),
      loops,
    }),
  );

/** Loops whose bodies lie within one another or apart, as every flow without errors has them. */
const laminar = (graph: Graph): boolean =>
  graph.loops.every((a) =>
    graph.loops.every((b) => {
      const shared = a.body.filter((id) => b.body.includes(id)).length;
      return shared === 0 || shared === a.body.length || shared === b.body.length;
    }),
  );

interface Piece {
  readonly id: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const piecesOf = ({ way, points }: RouteLine): readonly Piece[] =>
  points.slice(1).map((point, at) => {
    const before = points[at] ?? point;
    return {
      id: way.id,
      left: Math.min(before.x, point.x),
      right: Math.max(before.x, point.x),
      top: Math.min(before.y, point.y),
      bottom: Math.max(before.y, point.y),
    };
  });

/** Whether a piece runs through the inside of a box. */
const through = (piece: Piece, box: Box): boolean =>
  piece.left < box.x + box.width - 0.5 &&
  piece.right > box.x + 0.5 &&
  piece.top < box.y + box.height - 0.5 &&
  piece.bottom > box.y + 0.5;

/** Whether two pieces run along one another, not across. */
const along = (a: Piece, b: Piece): boolean => {
  const over = (low: number, high: number, from: number, to: number) => Math.min(high, to) - Math.max(low, from);
  const level = a.top === a.bottom && b.top === b.bottom && Math.abs(a.top - b.top) < 0.3;
  const upright = a.left === a.right && b.left === b.right && Math.abs(a.left - b.left) < 0.3;
  return (
    (level && over(a.left, a.right, b.left, b.right) > 0.5) || (upright && over(a.top, a.bottom, b.top, b.bottom) > 0.5)
  );
};

const apart = (a: Box, b: Box) =>
  a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
const inside = (box: Box, frame: Box) =>
  box.x > frame.x &&
  box.y > frame.y &&
  box.x + box.width < frame.x + frame.width &&
  box.y + box.height < frame.y + frame.height;

function held(graph: Graph, loopId: string): ReadonlySet<string> {
  const body = graph.loops.find(({ id }) => id === loopId)?.body ?? [];
  return new Set(body);
}

function wrongWith(graph: Graph, layout: Layout): readonly string[] {
  const wrong: string[] = [];
  const boxes = [...Object.entries(layout.steps), ...layout.terminals.map((end) => [end.key, end] as const)];
  const lines = Object.values(layout.routes);
  const pieces = lines.flatMap(piecesOf);
  for (const piece of pieces)
    for (const [id, box] of boxes) if (through(piece, box)) wrong.push(`${piece.id} runs through ${id}`);
  for (const line of lines)
    for (const { id } of graph.loops) {
      const frame = layout.loops[id];
      const members = held(graph, id);
      const ends = [line.from, line.to].some((end) => members.has(end) || end === `loop:${id}`);
      const called = [line.from, line.to].some((end) => frame && layout.steps[end] && inside(layout.steps[end], frame));
      if (frame === undefined || ends || called || line.from.startsWith('loop:')) continue;
      if (piecesOf(line).some((piece) => through(piece, frame))) wrong.push(`${line.way.id} runs through loop ${id}`);
    }
  for (const [at, a] of pieces.entries())
    for (const b of pieces.slice(at + 1)) if (a.id !== b.id && along(a, b)) wrong.push(`${a.id} along ${b.id}`);
  return wrong;
}

describe('routing', () => {
  it('no line runs through a step, an end or a loop that is not its own, nor along another line', () => {
    fc.assert(
      fc.property(flows, (flow) => {
        const graph = graphOf(flow);
        fc.pre(laminar(graph));
        expect(wrongWith(graph, layoutOf(graph))).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });

  it('a frame holds its body and nothing else that is not called from it; no two frames coincide, no two boxes overlap', () => {
    fc.assert(
      fc.property(flows, (flow) => {
        const graph = graphOf(flow);
        fc.pre(laminar(graph));
        const { steps, loops, terminals } = layoutOf(graph);
        for (const { id, body } of graph.loops) {
          const frame = loops[id];
          if (frame === undefined) continue;
          for (const [name, box] of Object.entries(steps)) {
            if (body.includes(name)) expect({ id, name, in: inside(box, frame) }).toEqual({ id, name, in: true });
            else if (!graph.called.has(name))
              expect({ id, name, out: apart(box, frame) }).toEqual({ id, name, out: true });
          }
        }
        const frames = Object.values(loops);
        for (const [at, a] of frames.entries())
          for (const b of frames.slice(at + 1)) expect(apart(a, b) || inside(a, b) || inside(b, a)).toBe(true);
        const boxes = [...Object.values(steps), ...terminals];
        for (const [at, a] of boxes.entries()) for (const b of boxes.slice(at + 1)) expect(apart(a, b)).toBe(true);
      }),
      { numRuns: 150 },
    );
  });

  it('what is dragged takes its lines along, and leaves the others as they were', () => {
    fc.assert(
      fc.property(flows, fc.nat(STEPS - 1), fc.integer({ min: -400, max: 400 }), (flow, index, by) => {
        const graph = graphOf(flow);
        const arrangement = arrangementOf(graph, {}, DEFAULT_SIZES);
        const before = arrangement.layout;
        const id = `s${index}`;
        const box = before.steps[id];
        if (box === undefined) return;
        const after = arrangement.moved(new Map([[id, { x: box.x + by, y: box.y + by + 7 }]]));
        expect(after.steps[id]).toMatchObject({ x: box.x + by, y: box.y + by + 7 });
        for (const [name, other] of Object.entries(before.steps))
          if (name !== id) expect(after.steps[name]).toEqual(other);
        for (const line of Object.values(after.routes)) {
          const [first, last] = [line.points[0], line.points.at(-1)];
          const [source, end] = [after.steps[line.from], after.steps[line.to]];
          if (source) expect(first?.x).toBe(source.x + source.width);
          if (source) expect(Math.abs((first?.y ?? 0) - source.y - 25)).toBeLessThan(24);
          if (end) expect(last?.x).toBe(end.x);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('a folded loop is one box with its outward ways, and nothing of its body is drawn', () => {
    const work = (next: string) => ({ kind: 'work', next, routes: { failed: '@stop' } });
    const graph = graphOf({
      start: 'a',
      steps: {
        a: work('b'),
        b: work('c'),
        c: work('b'),
        d: work('j'),
        j: { kind: 'judge', next: 'z' },
        z: work('@complete'),
      },
      loops: {
        all: { type: 'until', head: 'b', tail: 'j' },
        some: { type: 'group', from: 'c', to: 'b', exitTo: 'd' },
      },
    });
    const open = layoutOf(graph);
    const inner = layoutOf(graph, {}, DEFAULT_SIZES, ['some']);
    expect(Object.keys(inner.steps)).toEqual(['a', 'd', 'j', 'z']);
    expect(inner.folded).toEqual(['some']);
    expect(inside(inner.loops.some!, inner.loops.all!)).toBe(true);
    expect(inner.loops.all!.width).toBeLessThan(open.loops.all!.width);
    const outer = layoutOf(graph, {}, DEFAULT_SIZES, ['all', 'some']);
    expect(Object.keys(outer.steps)).toEqual(['a', 'z']);
    expect(Object.keys(outer.loops)).toEqual(['all']);
    const ways = Object.values(outer.routes).map(({ from, to }) => `${from} ${to}`);
    expect(ways).toContain('a loop:all');
    expect(ways).toContain('loop:all z');
    expect(wrongWith(graph, { ...outer, loops: {} })).toEqual([]);
    const pins = { b: [900, 400], d: [1300, 10] } as const;
    const pinned = layoutOf(graph, pins, DEFAULT_SIZES, ['all', 'some']);
    expect(pinned.loops.all).toMatchObject({ x: 900, y: 400 });
    expect(pinned.steps).toEqual(outer.steps);
    expect(layoutOf(graph, { d: [1300, 10] }, DEFAULT_SIZES, ['all', 'some'])).toEqual(outer);
  });
});
