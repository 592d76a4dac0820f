import type { Graph, RouteKind } from '../../engine/flow/graph';

const STRONG_FIRST: readonly RouteKind[] = ['strong', 'case', 'choice', 'else', 'weak', 'outcome'];

/**
 * Every step once, in the order in which a run would meet it: from the start, depth first, success before the other
 * routes; then whatever cannot be reached, in the order of the file. Focus, outline and loops follow this order.
 */
export function flowOrder(graph: Graph): readonly string[] {
  const known = new Set(graph.steps.map((step) => step.id));
  const seen = new Set<string>();
  const routes = [...graph.routes].sort((a, b) => STRONG_FIRST.indexOf(a.kind) - STRONG_FIRST.indexOf(b.kind));
  const leaving = new Map<string, string[]>();
  for (const route of routes) leaving.set(route.from, [...(leaving.get(route.from) ?? []), route.to]);
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
