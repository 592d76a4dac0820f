export interface Edge {
  readonly from: string;
  readonly to: string;
}

export interface Forward<E extends Edge = Edge> {
  /** Without those that lead back. */
  readonly edges: readonly E[];
  /** Each item behind all that lead to it. */
  readonly order: readonly string[];
  /** Each item where the walk came to it first. */
  readonly walk: readonly string[];
}

/**
 * Tells the edges that lead on from those that lead back. What leads to a start leads back; which other edge of a cycle
 * does is decided by a walk from the starts, then from the rest in order of `ids`.
 */
export function forwardEdges<E extends Edge>(
  ids: readonly string[],
  edges: readonly E[],
  starts: readonly string[],
): Forward<E> {
  const leaving = new Map<string, E[]>(ids.map((id) => [id, []]));
  const roots = new Set(starts);
  const back = new Set<E>(edges.filter(({ from, to }) => roots.has(to) && !roots.has(from)));
  for (const edge of edges)
    if (edge.from !== edge.to && leaving.has(edge.to) && !back.has(edge)) leaving.get(edge.from)?.push(edge);
  const state = new Map<string, 'open' | 'done'>();
  const finished: string[] = [];
  const walk: string[] = [];
  for (const start of [...starts.filter((id) => leaving.has(id)), ...ids]) {
    if (state.has(start)) continue;
    const path = [{ id: start, next: 0 }];
    state.set(start, 'open');
    walk.push(start);
    for (let here = path.at(-1); here !== undefined; here = path.at(-1)) {
      const edge = leaving.get(here.id)?.[here.next++];
      if (edge === undefined) {
        state.set(here.id, 'done');
        finished.push(here.id);
        path.pop();
      } else if (!state.has(edge.to)) {
        state.set(edge.to, 'open');
        walk.push(edge.to);
        path.push({ id: edge.to, next: 0 });
      } else if (state.get(edge.to) === 'open') back.add(edge);
    }
  }
  const kept = [...leaving.values()].flat().filter((edge) => !back.has(edge));
  return { edges: kept, order: finished.reverse(), walk };
}
