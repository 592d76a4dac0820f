/**
 * The sets of ids that lie on cycles of the routes, in the order of `ids`: strongly connected components with more than
 * one member or with a route to itself (R. Tarjan, 1972; without recursion, so that long chains cannot overflow).
 */
export function knots(
  ids: readonly string[],
  routes: readonly { readonly from: string; readonly to: string }[],
): readonly (readonly string[])[] {
  const next = new Map<string, string[]>(ids.map((id) => [id, []]));
  for (const { from, to } of routes) if (next.has(to)) next.get(from)?.push(to);
  const found: string[][] = [];
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const open: string[] = [];
  const isOpen = new Set<string>();
  const begin = (id: string) => {
    index.set(id, index.size);
    low.set(id, index.size - 1);
    open.push(id);
    isOpen.add(id);
    return { id, at: 0 };
  };
  for (const start of ids) {
    if (index.has(start)) continue;
    const path = [begin(start)];
    for (let here = path.at(-1); here !== undefined; here = path.at(-1)) {
      const to = next.get(here.id)?.[here.at++];
      if (to !== undefined) {
        if (!index.has(to)) path.push(begin(to));
        else if (isOpen.has(to)) lower(low, here.id, index.get(to));
        continue;
      }
      path.pop();
      const above = path.at(-1);
      if (above !== undefined) lower(low, above.id, low.get(here.id));
      if (low.get(here.id) !== index.get(here.id)) continue;
      const knot = open.splice(open.lastIndexOf(here.id));
      for (const id of knot) isOpen.delete(id);
      if (knot.length > 1 || next.get(here.id)?.includes(here.id)) found.push(knot);
    }
  }
  if (found.length === 0) return [];
  const order = new Map(ids.map((id, place) => [id, place]));
  const place = (id: string | undefined) => order.get(id ?? '') ?? 0;
  return found.map((knot) => knot.sort((a, b) => place(a) - place(b))).sort((a, b) => place(a[0]) - place(b[0]));
}

function lower(low: Map<string, number>, id: string, to: number | undefined): void {
  if (to !== undefined) low.set(id, Math.min(low.get(id) ?? to, to));
}
