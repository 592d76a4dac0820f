import { crossings, slotsOf } from './crossings';
import type { Edge, Forward } from './forward';
import { forwardEdges } from './forward';

export interface Size {
  readonly width: number;
  readonly height: number;
}
export interface Item extends Size {
  readonly id: string;
}
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The items at the other ends of an item's edges. */
type Neighbours = ReadonlyMap<string, readonly string[]>;

const COLUMN_GAP = 72;
const ROW_GAP = 40;
const SWEEPS = 8;

/**
 * Places items in columns from left to right, so that edges lead to the right where they can, and in each column near
 * what leads to them. Starts at 0, 0. Same input, same places; no two overlap.
 *
 * Columns by longest path, order by barycentre sweeps (K. Sugiyama, S. Tagawa, M. Toda, 1981), without the helper items
 * for long edges: O(sweeps × edges), and good enough for what people read.
 */
export function layered(
  items: readonly Item[],
  edges: readonly Edge[],
  starts: readonly string[],
): ReadonlyMap<string, Point> {
  const forward = forwardEdges(
    items.map((item) => item.id),
    edges,
    starts,
  );
  const before = neighbours(forward.edges, 'to', 'from');
  const behind = neighbours(forward.edges, 'from', 'to');
  const columns = columnsOf(items, forward, before);
  return coordinates(ordered(columns, forward.edges, before, behind), before);
}

/**
 * Columns with few crossings. It starts from the order of the walk, which has none in a tree, and takes another order
 * only for fewer crossings: so what need not move for a small edit does not.
 */
function ordered(
  columns: readonly (readonly Item[])[],
  edges: readonly Edge[],
  before: Neighbours,
  behind: Neighbours,
): readonly (readonly Item[])[] {
  let best = columns;
  let least = crossings(columns, edges);
  let now = columns.map((column) => [...column]);
  for (let sweep = 0; sweep < SWEEPS && least > 0; sweep++) {
    const slot = slotsOf(now);
    const beside = sweep % 2 === 0 ? before : behind;
    for (const column of sweep % 2 === 0 ? now : [...now].reverse()) {
      const wanted = new Map(column.map(({ id }) => [id, mean(beside.get(id), slot) ?? slot.get(id) ?? 0]));
      column.sort((a, b) => (wanted.get(a.id) ?? 0) - (wanted.get(b.id) ?? 0));
      for (const [index, item] of column.entries()) slot.set(item.id, index);
    }
    const count = crossings(now, edges);
    if (count >= least) continue;
    least = count;
    best = now;
    now = now.map((column) => [...column]);
  }
  return best;
}

function columnsOf(items: readonly Item[], forward: Forward, before: Neighbours): readonly (readonly Item[])[] {
  const rank = new Map<string, number>();
  for (const id of forward.order) {
    let most = 0;
    for (const from of before.get(id) ?? []) most = Math.max(most, (rank.get(from) ?? 0) + 1);
    rank.set(id, most);
  }
  const known = new Map(items.map((item) => [item.id, item]));
  const columns: Item[][] = [];
  for (const id of forward.walk) {
    const item = known.get(id);
    const column = rank.get(id) ?? 0;
    while (columns.length <= column) columns.push([]);
    if (item !== undefined) columns[column]?.push(item);
  }
  return columns;
}

/** Each item as near as its column allows to the height of what leads to it, from above to below. */
function coordinates(columns: readonly (readonly Item[])[], before: Neighbours) {
  const centre = new Map<string, number>();
  const places = new Map<string, Point>();
  let x = 0;
  for (const column of columns) {
    let free = Number.NEGATIVE_INFINITY;
    for (const item of column) {
      const wanted = mean(before.get(item.id), centre);
      const y = Math.max(
        free,
        Math.round((wanted ?? (places.size === 0 ? item.height / 2 : free + item.height / 2)) - item.height / 2),
      );
      const top = Number.isFinite(y) ? y : 0;
      places.set(item.id, { x, y: top });
      centre.set(item.id, top + item.height / 2);
      free = top + item.height + ROW_GAP;
    }
    x += Math.max(0, ...column.map((item) => item.width)) + COLUMN_GAP;
  }
  let highest = Number.POSITIVE_INFINITY;
  for (const place of places.values()) highest = Math.min(highest, place.y);
  return new Map([...places].map(([id, place]) => [id, { x: place.x, y: place.y - highest }]));
}

function neighbours(edges: readonly Edge[], of: 'from' | 'to', other: 'from' | 'to'): Neighbours {
  const found = new Map<string, string[]>();
  for (const edge of edges) {
    const list = found.get(edge[of]);
    if (list === undefined) found.set(edge[of], [edge[other]]);
    else list.push(edge[other]);
  }
  return found;
}

function mean(ids: readonly string[] | undefined, values: ReadonlyMap<string, number>): number | undefined {
  let sum = 0;
  let count = 0;
  for (const id of ids ?? []) {
    const value = values.get(id);
    if (value === undefined) continue;
    sum += value;
    count++;
  }
  return count === 0 ? undefined : sum / count;
}
