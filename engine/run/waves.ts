import type { Graph, GraphLoop, Route } from '../flow/graph';
import { exitsOf, isTerminal, reachable, routesBy } from '../flow/graph';

/** Every way from step to step: the routes, and those that loops have of their own, back to the head and out. */
export const waysOf = (graph: Graph): readonly Route[] =>
  [...graph.routes, ...graph.loops.flatMap((loop) => [backOf(loop), ...exitsOf(loop)])].filter(
    ({ to }) => !isTerminal(to),
  );

/** A pass that ends early goes this way too; from each step of a body there is a way to its tail. */
const backOf = ({ id, head, tail, path }: GraphLoop): Route => ({
  id: `loop:${id}/back`,
  from: tail,
  to: head,
  kind: 'outcome',
  label: '',
  path,
});

/** What speaks for a way before another: 0 the strong route, 1 a choice, 2 a failure or what a loop does. */
export type Plainness = 0 | 1 | 2;

export function plainnessOf({ kind }: Route): Plainness {
  switch (kind) {
    case 'strong':
      return 0;
    case 'weak':
    case 'case':
    case 'else':
    case 'choice':
      return 1;
    case 'outcome':
      return 2;
  }
}

/** By step that a way leads back to: the steps that are only reached through it, itself included. */
export type WaveHeads = ReadonlyMap<string, ReadonlySet<string>>;

export function waveHeads(graph: Graph, ways: readonly Route[]): WaveHeads {
  const leaving = routesBy(ways, 'from');
  const entering = routesBy(ways, 'to');
  const all = reachable(leaving, graph.start);
  const heads = new Map<string, ReadonlySet<string>>();
  for (const { id } of graph.steps) {
    const after = reachable(leaving, [id]);
    const back = (entering.get(id) ?? []).filter(({ from }) => after.has(from));
    if (back.length === 0 || !all.has(id)) continue;
    const around = reachable(
      leaving,
      graph.start.filter((start) => start !== id),
      id,
    );
    const under = new Set([...all].filter((step) => step === id || !around.has(step)));
    if (back.some(({ from }) => under.has(from))) heads.set(id, under);
  }
  return heads;
}

/** Whether the way leads back to a step that every way to `step` passes: what goes by it comes to `step` in another wave. */
export function beginsWave(heads: WaveHeads, way: Route, step: string): boolean {
  const under = heads.get(way.to);
  return under?.has(way.from) === true && under.has(step);
}
