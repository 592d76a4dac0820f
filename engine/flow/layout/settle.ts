import { WHOLE } from './containers';
import type { Point } from './layered';
import type { Box } from './plane';
import { planeOf } from './plane';
import { legsOf } from './ports';
import type { Piece, Room } from './rooms';
import { routed } from './routing';
import type { LayoutSizes } from './sizes';
import { exitRise } from './sizes';

/** Where everything stands and runs, in one system of coordinates: that of a room, or that of the whole. */
export interface Standing {
  /** Steps, ends, folded loops and frames. */
  readonly boxes: ReadonlyMap<string, Box>;
  /** By room, then by way. */
  readonly lines: ReadonlyMap<string, ReadonlyMap<string, readonly Point[]>>;
  /** By frame and way: at what height from its top a line goes through its border. */
  readonly gates: ReadonlyMap<string, Gates>;
}

export interface Gates {
  readonly out: ReadonlyMap<string, number>;
  readonly into: ReadonlyMap<string, number>;
}

/** What the lines of a room need at its sides. */
export interface Sides {
  readonly left: number;
  readonly right: number;
}

export interface Settled {
  readonly frame: Box;
  readonly lines: ReadonlyMap<string, readonly Point[]>;
  readonly gates: Gates;
}

/** Room between the highest lane and the upper edge of its frame, and between the lowest and the lower. */
const OVER = 44;
const UNDER = 42;

/** Leads the lines of a room among its items, wherever those stand, and frames it all. */
export function settled(
  room: Room,
  boxes: ReadonlyMap<string, Box>,
  gates: ReadonlyMap<string, Gates>,
  sides: Sides,
  sizes: LayoutSizes,
  before?: ReadonlyMap<string, readonly Point[]>,
): Settled {
  const own = new Map<string, Box>();
  for (const item of room.items) {
    const box = boxes.get(item);
    if (box !== undefined) own.set(item, box);
  }
  const [west, east] = [leftOf(own) - sides.left, rightOf(own) + sides.right];
  const plane = planeOf(own);
  const legs = legsOf(room.pieces, own, heightsIn(own, gates, sizes), { west, east });
  const { lines, top, bottom } = routed(plane, legs, before);
  const upper = Math.min(plane.top - sizes.frame.head, top - OVER);
  const lower = Math.max(plane.bottom + sizes.frame.lane, bottom + UNDER);
  const out = new Map<string, number>();
  const into = new Map<string, number>();
  if (room.name !== WHOLE)
    for (const { id, way, from, to } of room.pieces) {
      const line = lines.get(id);
      if (to === null) out.set(way.id, (line?.at(-1)?.y ?? upper) - upper);
      if (from === null) into.set(way.id, (line?.[0]?.y ?? upper) - upper);
    }
  return { frame: { x: west, y: upper, width: east - west, height: lower - upper }, lines, gates: { out, into } };
}

/** At what heights pieces meet their items: at a handle, through a frame's border, or at the exits of a loop itself. */
export function heightsIn(
  boxes: ReadonlyMap<string, Pick<Box, 'height'>>,
  gates: ReadonlyMap<string, Gates>,
  sizes: LayoutSizes,
) {
  const heightOf = (item: string) => boxes.get(item)?.height ?? 0;
  return {
    out({ way, from }: Piece): number {
      const frame = from === null ? undefined : gates.get(from);
      if (from === null) return 0;
      if (frame !== undefined)
        return from === way.from ? heightOf(from) - exitRise(way) : (frame.out.get(way.id) ?? sizes.line);
      return from === way.from && !from.startsWith('loop:') ? sizes.out(way) : sizes.line;
    },
    into({ way, to }: Piece): number {
      if (to === null) return 0;
      const frame = gates.get(to);
      if (frame !== undefined) return frame.into.get(way.id) ?? sizes.line;
      return to.includes('>') ? heightOf(to) / 2 : sizes.line;
    },
  };
}

const leftOf = (boxes: ReadonlyMap<string, Box>): number => {
  let least = Number.POSITIVE_INFINITY;
  for (const box of boxes.values()) least = Math.min(least, box.x);
  return Number.isFinite(least) ? least : 0;
};
const rightOf = (boxes: ReadonlyMap<string, Box>): number => {
  let most = Number.NEGATIVE_INFINITY;
  for (const box of boxes.values()) most = Math.max(most, box.x + box.width);
  return Number.isFinite(most) ? most : 0;
};
