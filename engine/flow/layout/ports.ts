import type { End, Leg } from './legs';
import type { Box } from './plane';
import type { Piece } from './rooms';

/** How far apart lines begin at a handle, and how far above and below it at the most; they end a little closer. */
const OUT = { apart: 8, most: 17 };
const INTO = { apart: 7.3, most: 15.6 };

/** At what height of which item a piece begins and ends, from the item's top. */
export interface Heights {
  readonly out: (piece: Piece) => number;
  readonly into: (piece: Piece) => number;
}

/** The pieces with their ends at the sides of their items. Where several share a handle they stand side by side. */
export function legsOf(
  pieces: readonly Piece[],
  boxes: ReadonlyMap<string, Box>,
  heights: Heights,
  border: { readonly west: number; readonly east: number },
): readonly Leg[] {
  const known = pieces.filter(({ from, to }) => (from === null || boxes.has(from)) && (to === null || boxes.has(to)));
  const top = (item: string) => boxes.get(item)?.y ?? 0;
  const sources = spread(
    known,
    ({ from }) => from,
    OUT,
    heights.out,
    (piece) => otherEnd(piece, 'to'),
  );
  const targets = spread(
    known,
    ({ to }) => to,
    INTO,
    heights.into,
    (piece) => otherEnd(piece, 'from'),
  );

  function otherEnd(piece: Piece, end: 'from' | 'to'): number {
    const item = piece[end];
    const box = item === null ? undefined : boxes.get(item);
    if (item === null || box === undefined) return Number.NaN;
    const [from, to] = [boxes.get(piece.from ?? ''), boxes.get(piece.to ?? '')];
    if (from !== undefined && to !== undefined && to.x < from.x + from.width) return Number.POSITIVE_INFINITY;
    return box.y + (end === 'to' ? heights.into(piece) : heights.out(piece));
  }

  function lengthOf({ from, to }: Piece): number {
    const [start, end] = [boxes.get(from ?? ''), boxes.get(to ?? '')];
    return start === undefined || end === undefined ? 0 : Math.abs(end.x - start.x);
  }

  return known.map((piece): Leg => {
    const { id, way, from, to } = piece;
    const start: End =
      from === null
        ? { item: null, x: border.west }
        : { item: from, x: right(boxes.get(from)), y: top(from) + (sources.get(piece) ?? 0) };
    const end: End =
      to === null
        ? { item: null, x: border.east }
        : { item: to, x: boxes.get(to)?.x ?? 0, y: top(to) + (targets.get(piece) ?? 0) };
    return { id, from: start, to: end, low: way.back && from !== null && to !== null };
  });

  function spread(
    all: readonly Piece[],
    itemOf: (piece: Piece) => string | null,
    pace: typeof OUT,
    heightOf: (piece: Piece) => number,
    other: (piece: Piece) => number,
  ): ReadonlyMap<Piece, number> {
    const shared = new Map<string, Piece[]>();
    for (const piece of all) {
      const item = itemOf(piece);
      if (item === null) continue;
      const key = `${heightOf(piece)} ${item}`;
      const list = shared.get(key);
      if (list === undefined) shared.set(key, [piece]);
      else list.push(piece);
    }
    const found = new Map<Piece, number>();
    for (const list of shared.values()) {
      const [first] = list;
      if (first === undefined) continue;
      const base = heightOf(first);
      if (list.length === 1) {
        found.set(first, base);
        continue;
      }
      const own = top(itemOf(first) ?? '') + base;
      const wanted = new Map(list.map((piece) => [piece, other(piece)]));
      const at = (piece: Piece) => {
        const y = wanted.get(piece) ?? own;
        return Number.isNaN(y) ? own : y;
      };
      const sorted = [...list].sort((a, b) => (at(a) === at(b) ? 0 : at(a) - at(b)));
      const off = (piece: Piece) => Math.abs(at(piece) - own);
      let pivot = 0;
      for (const [index, piece] of sorted.entries()) {
        const best = sorted[pivot] ?? piece;
        if (off(piece) < off(best) || (off(piece) === off(best) && lengthOf(piece) < lengthOf(best))) pivot = index;
      }
      const gap = Math.min(pace.apart, pace.most / Math.max(pivot, sorted.length - 1 - pivot, 1));
      for (const [index, piece] of sorted.entries()) found.set(piece, base + (index - pivot) * gap);
    }
    return found;
  }
}

const right = (box: Box | undefined): number => (box === undefined ? 0 : box.x + box.width);
