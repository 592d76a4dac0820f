import type { Graph, GraphLoop } from '../graph';

/** Loops as boxes within boxes. What stands in none stands in the whole. */
export interface Containers {
  /** The box in which a step or a loop (`loop:<id>`) stands; `WHOLE` where it stands in no loop. */
  readonly boxOf: (item: string) => string;
  /** Loops in an order in which each stands before the one around it. */
  readonly loops: readonly GraphLoop[];
}

export const WHOLE = '';
export const boxName = (loop: GraphLoop): string => `loop:${loop.id}`;

/**
 * A step stands in the smallest loop that has it, a loop in the smallest that has all of its body, and a called step
 * where its callers stand, if that is one box. Loops that cut across one another, which are refused anyway, stand side by
 * side.
 */
export function containersOf(graph: Graph): Containers {
  const bodies = new Map(graph.loops.map((loop) => [loop, new Set(loop.body)]));
  const loops = graph.loops.filter((loop) => loop.body.length > 0).sort((a, b) => a.body.length - b.body.length);
  const boxes = new Map<string, string>();
  for (const [index, loop] of loops.entries()) {
    for (const id of loop.body) if (!boxes.has(id)) boxes.set(id, boxName(loop));
    const around = loops.slice(index + 1).find((larger) => loop.body.every((id) => bodies.get(larger)?.has(id)));
    if (around !== undefined) boxes.set(boxName(loop), boxName(around));
  }
  for (const [id, callers] of graph.called) {
    const [box, ...others] = new Set(callers.map((caller) => boxes.get(caller) ?? WHOLE));
    if (box !== undefined && others.length === 0 && !boxes.has(id)) boxes.set(id, box);
  }
  return { boxOf: (item) => boxes.get(item) ?? WHOLE, loops };
}
