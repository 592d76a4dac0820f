import type { Graph, RouteKind } from '../../engine/flow/graph';

const STRONG_FIRST: readonly RouteKind[] = ['strong', 'case', 'choice', 'else', 'weak', 'outcome'];

/**
 * Every step once, in the order in which a run would meet it: from the start, depth first, success before the other
 * routes; then whatever cannot be reached, in the order of the file. Focus, outline and loops follow this order.
 */
export function flowOrder(graph: Graph): readonly string[] {
  const known = new Set(graph.steps.map((step) => step.id));
  const seen = new Set<string>();
  const rank = new Map(STRONG_FIRST.map((kind, index) => [kind, index]));
  const routes = [...graph.routes].sort((a, b) => (rank.get(a.kind) ?? 0) - (rank.get(b.kind) ?? 0));
  const leaving = new Map<string, string[]>();
  for (const { from, to } of routes) {
    const list = leaving.get(from);
    if (list === undefined) leaving.set(from, [to]);
    else list.push(to);
  }
  const queue = [...graph.start].reverse();
  for (const from of [undefined, ...graph.steps.map((step) => step.id)]) {
    if (from !== undefined) queue.push(from);
    for (let here = queue.pop(); here !== undefined; here = queue.pop()) {
      if (seen.has(here) || !known.has(here)) continue;
      seen.add(here);
      queue.push(...[...(leaving.get(here) ?? [])].reverse());
    }
  }
  return [...seen];
}
