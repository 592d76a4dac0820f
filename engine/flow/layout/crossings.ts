import type { Edge } from './forward';

type Columns = readonly (readonly { readonly id: string }[])[];

/** How many pairs of edges between the same two columns cross. O(edges × log items). */
export function crossings(columns: Columns, edges: readonly Edge[]): number {
  const column = new Map(columns.flatMap((items, index) => items.map(({ id }) => [id, index] as const)));
  const slot = slotsOf(columns);
  const pairs = new Map<number, { readonly from: number; readonly to: number }[]>();
  for (const edge of edges) {
    const key = (column.get(edge.from) ?? 0) * columns.length + (column.get(edge.to) ?? 0);
    const ends = { from: slot.get(edge.from) ?? 0, to: slot.get(edge.to) ?? 0 };
    const list = pairs.get(key);
    if (list === undefined) pairs.set(key, [ends]);
    else list.push(ends);
  }
  let count = 0;
  for (const list of pairs.values()) {
    list.sort((a, b) => a.from - b.from || a.to - b.to);
    count += inversions(list.map(({ to }) => to));
  }
  return count;
}

/** The place of each item in its column. */
export const slotsOf = (columns: Columns): Map<string, number> =>
  new Map(columns.flatMap((items) => items.map(({ id }, index) => [id, index] as const)));

/** Pairs in the wrong order, counted with a tree of partial sums (P. Fenwick, 1994). */
function inversions(numbers: readonly number[]): number {
  const sums = new Array<number>(Math.max(0, ...numbers) + 2).fill(0);
  let count = 0;
  numbers.forEach((number, seen) => {
    let smaller = 0;
    for (let at = number + 1; at > 0; at -= at & -at) smaller += sums[at] ?? 0;
    count += seen - smaller;
    for (let at = number + 1; at < sums.length; at += at & -at) sums[at] = (sums[at] ?? 0) + 1;
  });
  return count;
}
