import type { Point, Size } from './layered';

export interface Box extends Size, Point {}

/** Boxes, and where a line of right angles can run among them. */
export interface Plane {
  /** The first box within `clear` of the line from `a` to `b`, which is level or upright. `but` and `nor` are not looked at. */
  readonly hit: (a: Point, b: Point, clear: number, but?: string, nor?: string) => Box | undefined;
  /** What no box covers of the heights from `above` to `below`, between two uprights. */
  readonly gaps: (
    left: number,
    right: number,
    above: number,
    below: number,
    clear: number,
  ) => readonly (readonly [number, number])[];
  readonly top: number;
  readonly bottom: number;
}

interface Column {
  readonly left: number;
  readonly right: number;
  /** From above to below. */
  readonly items: readonly (Box & { readonly id: string })[];
  readonly tallest: number;
}

/** Boxes are kept in columns of equal left edges, as a layout places them; a column is searched in log time. */
export function planeOf(boxes: ReadonlyMap<string, Box>): Plane {
  const byLeft = new Map<number, (Box & { readonly id: string })[]>();
  let [top, bottom] = boxes.size === 0 ? [0, 0] : [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const [id, box] of boxes) {
    const list = byLeft.get(box.x);
    if (list === undefined) byLeft.set(box.x, [{ ...box, id }]);
    else list.push({ ...box, id });
    top = Math.min(top, box.y);
    bottom = Math.max(bottom, box.y + box.height);
  }
  const columns = [...byLeft.entries()]
    .sort(([a], [b]) => a - b)
    .map(([left, items]): Column => {
      items.sort((a, b) => a.y - b.y);
      const width = Math.max(...items.map((item) => item.width));
      return { left, right: left + width, items, tallest: Math.max(...items.map((item) => item.height)) };
    });
  const widest = Math.max(0, ...columns.map((column) => column.right - column.left));
  return {
    top,
    bottom,
    hit(a, b, clear, but, nor) {
      const [left, right] = [Math.min(a.x, b.x) - clear, Math.max(a.x, b.x) + clear];
      const [above, below] = [Math.min(a.y, b.y) - clear, Math.max(a.y, b.y) + clear];
      for (let at = firstFrom(columns, left - widest); at < columns.length; at++) {
        const column = columns[at];
        if (column === undefined || column.left >= right) break;
        if (column.right <= left) continue;
        for (let row = firstBelow(column, above); row < column.items.length; row++) {
          const item = column.items[row];
          if (item === undefined || item.y >= below) break;
          if (item.id !== but && item.id !== nor && item.y + item.height > above && item.x + item.width > left)
            return item;
        }
      }
      return undefined;
    },
    gaps(left, right, above, below, clear) {
      const covered: (readonly [number, number])[] = [];
      for (let at = firstFrom(columns, left - widest); at < columns.length; at++) {
        const column = columns[at];
        if (column === undefined || column.left >= right) break;
        if (column.right <= left) continue;
        for (let row = firstBelow(column, above - clear); row < column.items.length; row++) {
          const item = column.items[row];
          if (item === undefined || item.y - clear >= below) break;
          if (item.x + item.width > left) covered.push([item.y - clear, item.y + item.height + clear]);
        }
      }
      covered.sort((a, b) => a[0] - b[0]);
      const gaps: (readonly [number, number])[] = [];
      let free = above;
      for (const [from, to] of covered) {
        if (from > free) gaps.push([free, from]);
        free = Math.max(free, to);
      }
      return free < below ? [...gaps, [free, below]] : gaps;
    },
  };
}

/** The first column whose left edge is not before `x`. */
function firstFrom(columns: readonly Column[], x: number): number {
  let [low, high] = [0, columns.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((columns[middle]?.left ?? 0) < x) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The first item that may reach below `y`. */
function firstBelow({ items, tallest }: Column, y: number): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((items[middle]?.y ?? 0) + tallest <= y) low = middle + 1;
    else high = middle;
  }
  return low;
}
