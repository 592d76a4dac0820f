import type { Graph, GraphLoop } from '../graph';
import { exitsOf } from '../graph';
import { forwardEdges } from '../layout/forward';

/** The body in the order of its paths: the entry first, each step behind all that lead to it, the tail last. */
export function membersOf(graph: Graph, loop: GraphLoop): readonly string[] {
  const body = new Set(loop.body);
  const ways = [...graph.routes, ...graph.loops.filter((inner) => inner !== loop).flatMap(exitsOf)];
  const inside = ways.filter(({ from, to }) => from !== loop.tail && body.has(from) && body.has(to));
  // A walk leaves what it finished first for last, so what stands first in the file is given to it last.
  return forwardEdges(loop.body, inside.reverse(), [loop.head]).order;
}
