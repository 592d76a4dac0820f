import type { Line } from './channels';
import { channelsOf } from './channels';
import { crossings, slotsOf } from './crossings';
import type { Edge, Forward } from './forward';
import { forwardEdges } from './forward';

export interface Size {
  readonly width: number;
  readonly height: number;
}
export interface Item extends Size {
  readonly id: string;
  /** At what height from its top lines arrive: items in a row stand with these at one height. */
  readonly line: number;
}
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The items at the other ends of an item's edges. */
type Neighbours = ReadonlyMap<string, readonly string[]>;

const ROW_GAP = 40;
const SWEEPS = 8;

/** An edge that leaves at a height of its own from the top of its item. */
export interface Lead extends Edge {
  readonly out: number;
  /** It may as well lead on from the height of its item's own line, where that keeps a row level. */
  readonly rises: boolean;
}

export interface Placed {
  readonly places: ReadonlyMap<string, Point>;
  /** What the lines need left of the first column and right of the last. */
  readonly left: number;
  readonly right: number;
}

/**
 * Places items in columns from left to right, so that edges lead to the right where they can, and in each column near
 * what leads to them. Starts at 0, 0. Same input, same places; no two overlap. Between the columns there is room for the
 * `lines`.
 *
 * Columns by longest path, order by barycentre sweeps (K. Sugiyama, S. Tagawa, M. Toda, 1981), without the helper items
 * for long edges: O(sweeps × edges), and good enough for what people read.
 */
export function layered(
  items: readonly Item[],
  edges: readonly Lead[],
  starts: readonly string[],
  lines: readonly Line[] = [],
): Placed {
  const forward = forwardEdges(
    items.map((item) => item.id),
    edges,
    starts,
  );
  const before = neighbours(forward.edges, 'to', 'from');
  const behind = neighbours(forward.edges, 'from', 'to');
  const columns = ordered(columnsOf(items, forward, before), forward.edges, before, behind);
  const tops = topsOf(columns, forward.edges);
  const { between, left, right } = channelsOf(columns, tops, lines);
  const places = new Map<string, Point>();
  let x = 0;
  for (const [index, column] of columns.entries()) {
    for (const { id } of column) places.set(id, { x, y: tops.get(id) ?? 0 });
    x += Math.max(0, ...column.map((item) => item.width)) + (between[index] ?? 0);
  }
  return { places, left, right };
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

/**
 * Each item as near as its column allows to the height of what leads to it, from above to below; the highest at 0.
 *
 * Where something stands lower than what leads to it because it is led to from further down, what its own first lead leads
 * to stands no lower once more, and what leads past it to there moves nothing: else a row of routers would run down the
 * picture.
 */
function topsOf(columns: readonly (readonly Item[])[], edges: readonly Lead[]): ReadonlyMap<string, number> {
  const entering = new Map<string, Lead[]>();
  for (const edge of edges) {
    const list = entering.get(edge.to);
    if (list === undefined) entering.set(edge.to, [edge]);
    else list.push(edge);
  }
  const lineOf = new Map(columns.flat().map(({ id, line }) => [id, line]));
  const tops = new Map<string, number>();
  const lowered = new Set<string>();
  let highest = Number.POSITIVE_INFINITY;
  for (const column of columns) {
    let free = Number.NEGATIVE_INFINITY;
    for (const item of column) {
      const known = (entering.get(item.id) ?? []).filter(({ from }) => tops.has(from));
      const level = known.filter(
        (edge) => lowered.has(edge.from) && (edge.rises || edge.out === lineOf.get(edge.from)),
      );
      const leading = level.length > 0 ? level : known;
      let sum = 0;
      for (const { from, out } of leading) {
        const line = lineOf.get(from) ?? 0;
        sum += (tops.get(from) ?? 0) + (level.length > 0 ? Math.min(line, out) : out);
        if (lowered.has(from) || out > line) lowered.add(item.id);
      }
      const wanted = leading.length > 0 ? Math.round(sum / leading.length) - item.line : free;
      const y = Math.max(free, wanted);
      const top = Number.isFinite(y) ? y : 0;
      tops.set(item.id, top);
      highest = Math.min(highest, top);
      free = top + item.height + ROW_GAP;
    }
  }
  return new Map([...tops].map(([id, top]) => [id, top - highest]));
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
