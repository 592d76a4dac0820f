import type { Point } from './layered';
import type { Plane } from './plane';

/** Where a line begins or ends: at an item's side, or at the border of the frame around, at any height. */
export type End =
  | { readonly item: string; readonly x: number; readonly y: number }
  | { readonly item: null; readonly x: number };

export interface Leg {
  readonly id: string;
  /** Left to the right. */
  readonly from: End;
  /** Arrived at from the left. */
  readonly to: End;
  /** Runs in a lane below everything else: a loop's way back. */
  readonly low: boolean;
}

/** The height of an end; where it is free that of the other. */
export const heightOf = (end: End, other: End): number =>
  end.item === null ? (other.item === null ? 0 : other.y) : end.y;

/** Whether a level piece begins or ends at the side of the item of this end. */
export const touches = (a: Point, b: Point, end: End): string | undefined =>
  end.item !== null && a.y === b.y && a.y === end.y && (a.x === end.x || b.x === end.x) ? end.item : undefined;

export function stillGood(plane: Plane, leg: Leg, line: readonly Point[]): boolean {
  const [first, last] = [line[0], line.at(-1)];
  if (first === undefined || last === undefined) return false;
  const meets = (end: End, point: Point) =>
    Math.abs(end.x - point.x) < 0.01 && (end.item === null || Math.abs(end.y - point.y) < 0.01);
  if (!meets(leg.from, first) || !meets(leg.to, last)) return false;
  return line.every((point, index) => {
    const next = line[index + 1];
    if (next === undefined) return true;
    return plane.hit(point, next, 2, touches(point, next, leg.from), touches(point, next, leg.to)) === undefined;
  });
}

/** Without points that turn nowhere. */
export function tidied(points: readonly Point[]): readonly Point[] {
  const kept: Point[] = [];
  for (const point of points) {
    const [before, last] = [kept.at(-2), kept.at(-1)];
    if (last !== undefined && last.x === point.x && last.y === point.y) continue;
    const on = before !== undefined && last !== undefined;
    if (on && ((before.x === last.x && last.x === point.x) || (before.y === last.y && last.y === point.y))) kept.pop();
    kept.push(point);
  }
  return kept;
}
