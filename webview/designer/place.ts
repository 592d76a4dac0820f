import type { Graph } from '../../engine/flow/graph';
import { isTerminal } from '../../engine/flow/graph';
import type { Json } from '../../engine/json';
import { at } from '../../engine/json';
import { FACE_WIDTH, faceOf } from './canvas/face';
import { flowOrder } from './order';

export type Place = readonly [x: number, y: number];

/** Where everything stands: what a person placed stands there, the rest is computed, left to right. */
export interface Places {
  readonly steps: Readonly<Record<string, Place>>;
  readonly terminals: Readonly<Record<string, Place>>;
}

const COLUMN = FACE_WIDTH + 96;
const GAP = 56;

export function placesOf(graph: Graph, flow: Json): Places {
  const order = flowOrder(graph);
  const rank = ranks(graph, order);
  const columns = new Map<number, string[]>();
  for (const id of order) columns.set(rank.get(id) ?? 0, [...(columns.get(rank.get(id) ?? 0) ?? []), id]);
  const heights = new Map(
    graph.steps.map((step) => [
      step.id,
      faceOf(
        step,
        flow,
        graph.routes.filter((route) => route.from === step.id),
      ).height,
    ]),
  );
  const steps: Record<string, Place> = {};
  for (const [column, ids] of columns) {
    let y = 0;
    for (const id of ids) {
      const placed = at(flow, ['layout', id]);
      const [x, top] = Array.isArray(placed) ? placed : [];
      steps[id] = typeof x === 'number' && typeof top === 'number' ? [x, top] : [column * COLUMN, y];
      y += (heights.get(id) ?? 0) + GAP;
    }
  }
  return { steps, terminals: terminalPlaces(graph, steps) };
}

/** Longest path from the start along routes that lead forward in flow order. */
function ranks(graph: Graph, order: readonly string[]): ReadonlyMap<string, number> {
  const index = new Map(order.map((id, position) => [id, position]));
  const rank = new Map<string, number>();
  for (const id of order) {
    const before = graph.routes
      .filter((route) => route.to === id && (index.get(route.from) ?? 0) < (index.get(id) ?? 0))
      .map((route) => (rank.get(route.from) ?? 0) + 1);
    rank.set(id, Math.max(0, ...before));
  }
  return rank;
}

/** Terminals stand right of all steps, each about as high as what leads to it, none on another. */
function terminalPlaces(graph: Graph, steps: Readonly<Record<string, Place>>): Readonly<Record<string, Place>> {
  const x = Math.max(0, ...Object.values(steps).map(([left]) => left)) + COLUMN + 24;
  const sources = new Map<string, number[]>();
  const lead = (to: string, y: number) => sources.set(to, [...(sources.get(to) ?? []), y]);
  for (const route of graph.routes) if (isTerminal(route.to)) lead(route.to, steps[route.from]?.[1] ?? 0);
  for (const loop of graph.loops)
    if (isTerminal(loop.onExhausted))
      lead(loop.onExhausted, Math.max(...loop.body.map((id) => steps[id]?.[1] ?? 0), 0) + 110);
  const wanted = [...sources].map(([id, ys]) => ({ id, y: ys.reduce((sum, y) => sum + y, 0) / ys.length + 9 }));
  const result: Record<string, Place> = {};
  let free = Number.NEGATIVE_INFINITY;
  for (const { id, y } of wanted.sort((a, b) => a.y - b.y)) {
    const top = Math.max(y, free);
    result[id] = [x, Math.round(top)];
    free = top + 56;
  }
  return result;
}
