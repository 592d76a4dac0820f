import type { Point } from './layered';

/** Which lines have been drawn already, so that no two run along the same stretch. Crossing is free. */
export interface Booking {
  /** Whether another line runs within `apart` of the line from `a` to `b`, which is level or upright. */
  readonly taken: (a: Point, b: Point, apart: number) => boolean;
  readonly book: (points: readonly Point[]) => void;
}

interface Stretch {
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

const BAND = 16;
const CELL = 640;

export function createBooking(): Booking {
  const level = new Map<number, Stretch[]>();
  const upright = new Map<number, Stretch[]>();
  return {
    taken(a, b, apart) {
      const flat = a.y === b.y;
      const lines = flat ? level : upright;
      const at = flat ? a.y : a.x;
      const from = flat ? Math.min(a.x, b.x) : Math.min(a.y, b.y);
      const to = flat ? Math.max(a.x, b.x) : Math.max(a.y, b.y);
      const last = Math.floor((at + apart) / BAND);
      const end = Math.floor(to / CELL);
      for (let band = Math.floor((at - apart) / BAND); band <= last; band++)
        for (let cell = Math.floor(from / CELL); cell <= end; cell++) {
          const list = lines.get(keyOf(band, cell));
          if (list === undefined) continue;
          for (const other of list)
            if (Math.abs(other.at - at) < apart && other.from < to && from < other.to) return true;
        }
      return false;
    },
    book(points) {
      for (let index = 1; index < points.length; index++) {
        const [a, b] = [points[index - 1], points[index]];
        if (a === undefined || b === undefined) continue;
        const flat = a.y === b.y;
        const lines = flat ? level : upright;
        const at = flat ? a.y : a.x;
        const from = flat ? Math.min(a.x, b.x) : Math.min(a.y, b.y);
        const to = flat ? Math.max(a.x, b.x) : Math.max(a.y, b.y);
        const found = { at, from, to };
        for (let cell = Math.floor(from / CELL); cell <= Math.floor(to / CELL); cell++) {
          const key = keyOf(Math.floor(at / BAND), cell);
          const list = lines.get(key);
          if (list === undefined) lines.set(key, [found]);
          else list.push(found);
        }
      }
    },
  };
}

/** One number for a band and a cell of it; both within a hundred thousand of zero. */
const keyOf = (band: number, cell: number): number => band * 262_144 + cell;
