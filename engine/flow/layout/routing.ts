import type { Booking } from './booking';
import { createBooking } from './booking';
import type { Point } from './layered';
import type { End, Leg } from './legs';
import { heightOf, stillGood, tidied, touches } from './legs';
import type { Plane } from './plane';

export interface Routed {
  readonly lines: ReadonlyMap<string, readonly Point[]>;
  /** Between which heights the lines run. */
  readonly top: number;
  readonly bottom: number;
}

const BESIDE = 12;
const ARROW = 16;
const STEP = 10;
const CLEAR = 8;
/** How far apart parallel lines run, and how far it is from one try to the next: as far as there is room. */
interface Pace {
  readonly apart: number;
  readonly step: number;
  readonly tries: number;
}
const WIDE: Pace = { apart: 8, step: 10, tries: 24 };
const PACES: readonly Pace[] = [WIDE, { apart: 4, step: 5, tries: 50 }, { apart: 2, step: 2.5, tries: 80 }];
const TIGHT: Pace = { apart: 0.5, step: 0.6, tries: 250 };
/** How often a lane may have no way up or down to it before lanes are given up. */
const PATIENCE = 30;
/** Over how many columns, in units, a lane between the rows is looked for; longer lines run outside. */
const FAR = 9000;
/** How far above and below its ends, in units. */
const NEAR = 500;

/**
 * Leads lines of right angles among the boxes of one frame: clear of every box, each in a lane of its own, straight
 * where they can be. Lines that were there before and are still good are kept as they are.
 */
export function routed(plane: Plane, legs: readonly Leg[], before?: ReadonlyMap<string, readonly Point[]>): Routed {
  const booking = createBooking();
  const lines = new Map<string, readonly Point[]>();
  let [top, bottom] = [plane.top, plane.bottom];
  const keep = (id: string, points: readonly Point[]) => {
    lines.set(id, points);
    booking.book(points);
    for (const { y } of points) {
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
  };
  const open: Leg[] = [];
  for (const leg of legs) {
    const line = before?.get(leg.id);
    if (line !== undefined && !leg.low && stillGood(plane, leg, line)) keep(leg.id, line);
    else open.push(leg);
  }
  const rank = new Map(open.map((leg) => [leg, effort(leg)]));
  open.sort((a, b) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0));
  for (const leg of open) keep(leg.id, tidied(lineOf(leg, plane, booking, bottom)));
  return { lines, top, bottom };
}

function effort(leg: Leg): number {
  if (leg.low) return 1e9 + Math.abs(leg.to.x - leg.from.x);
  const dy = Math.abs(heightOf(leg.from, leg.to) - heightOf(leg.to, leg.from));
  const dx = leg.to.x - leg.from.x;
  return dy < 0.5 && dx > 0 ? 0 : dx > 0 ? dx + dy : 1e6 - dx + dy;
}

interface Search {
  readonly leg: Leg;
  readonly plane: Plane;
  readonly booking: Booking;
  /** How far the line can go level from its start, and from where it can come level to its end. */
  readonly right: number;
  readonly left: number;
}

/** Where an end is moved to at its item's side if a line of another item bars its way out, as two at one height do. */
const NUDGES = [
  [0, 0],
  [1.3, 0],
  [0, 1.3],
  [-1.3, 0],
  [0, -1.3],
  [1.3, 1.3],
  [3, 3],
  [-3, -3],
  [6, 6],
  [-6, -6],
] as const;

function lineOf(leg: Leg, plane: Plane, booking: Booking, bottom: number): readonly Point[] {
  for (const [out, into] of NUDGES) {
    const found = lineFrom(nudged(leg, out, into), plane, booking, bottom);
    if (found !== undefined) return found;
  }
  return anyhow(leg, bottom + 2 * STEP);
}

const nudged = (leg: Leg, out: number, into: number): Leg =>
  out === 0 && into === 0 ? leg : { ...leg, from: shifted(leg.from, out), to: shifted(leg.to, into) };
const shifted = (end: End, by: number): End => (end.item === null ? end : { ...end, y: end.y + by });

function lineFrom(leg: Leg, plane: Plane, booking: Booking, bottom: number): readonly Point[] | undefined {
  const { from, to } = leg;
  // Whichever way it goes, it begins and ends so.
  if (from.item !== null && booking.taken(from, { x: from.x + BESIDE, y: from.y }, TIGHT.apart)) return undefined;
  if (to.item !== null && booking.taken({ x: to.x - ARROW, y: to.y }, to, TIGHT.apart)) return undefined;
  const search: Search = { leg, plane, booking, ...reachOf(leg, plane) };
  if (!leg.low)
    for (const pace of PACES) {
      const found = direct(search, pace);
      if (found !== undefined) return found;
    }
  for (const pace of [...PACES, TIGHT]) {
    const found = leg.low
      ? lane(search, pace, lowest(bottom))
      : (lane(search, pace, heights(leg, plane)) ?? direct(search, pace));
    if (found !== undefined) return found;
  }
  return undefined;
}

const REACH = 4000;

function reachOf({ from, to }: Leg, plane: Plane) {
  let right = from.x + REACH;
  if (from.item !== null) {
    const box = plane.hit({ x: from.x, y: from.y }, { x: right, y: from.y }, 2, from.item);
    if (box !== undefined) right = box.x - CLEAR;
  }
  let left = to.x - REACH;
  if (to.item !== null)
    for (let box = plane.hit({ x: left, y: to.y }, { x: to.x, y: to.y }, 2, to.item); box !== undefined; ) {
      left = box.x + box.width + CLEAR;
      if (left >= to.x - CLEAR) break;
      box = plane.hit({ x: left, y: to.y }, { x: to.x, y: to.y }, 2, to.item);
    }
  return { right, left };
}

/** Level all the way, or with one upright between. */
function direct({ leg, plane, booking, right, left }: Search, pace: Pace): readonly Point[] | undefined {
  const [sy, ty] = [heightOf(leg.from, leg.to), heightOf(leg.to, leg.from)];
  const from = { x: leg.from.x, y: sy };
  const to = { x: leg.to.x, y: ty };
  if (to.x <= from.x) return undefined;
  const free = (points: readonly Point[]) => isFree(points, leg, plane, booking, pace.apart);
  if (Math.abs(sy - ty) < 0.5) return free([from, to]) ? [from, to] : undefined;
  const [low, high] = [Math.max(from.x + BESIDE, left), Math.min(to.x - ARROW, right)];
  if (low > high) return undefined;
  const lineAt = (x: number) => {
    const points: readonly Point[] = [from, { x, y: sy }, { x, y: ty }, to];
    return free(points) ? points : undefined;
  };
  return upright(plane, low, 1, high, sy, ty, pace, lineAt) ?? upright(plane, high, -1, low, sy, ty, pace, lineAt);
}

/** Up or down beside the start, along a lane, and up or down before the end. */
function lane(search: Search, pace: Pace, ys: Iterable<number>): readonly Point[] | undefined {
  const { leg, plane, booking } = search;
  const { from, to } = leg;
  const left = Math.min(from.x + BESIDE, to.x - ARROW);
  const right = Math.max(from.x + BESIDE, to.x - ARROW);
  let refused = 0;
  for (const y of ys) {
    const ends = [
      { x: left, y },
      { x: right, y },
    ] as const;
    if (booking.taken(ends[0], ends[1], pace.apart) || plane.hit(ends[0], ends[1], CLEAR - 1) !== undefined) continue;
    if (refused > PATIENCE) return undefined;
    refused++;
    const start: readonly Point[] | undefined =
      from.item === null ? [{ x: from.x, y }] : rise(from, y, 1, search, pace);
    if (start === undefined) continue;
    const end: readonly Point[] | undefined = to.item === null ? [{ x: to.x, y }] : rise(to, y, -1, search, pace);
    if (end === undefined) continue;
    const points = [...start, ...[...end].reverse()];
    if (isFree(points, leg, plane, booking, pace.apart)) return points;
  }
  return undefined;
}

/** From an item's side out to an upright, and along it to the lane. */
function rise(
  end: Extract<End, { readonly item: string }>,
  y: number,
  way: 1 | -1,
  { leg, plane, booking, right, left }: Search,
  pace: Pace,
): readonly Point[] | undefined {
  const start = { x: end.x, y: end.y };
  return upright(plane, end.x + way * (way > 0 ? BESIDE : ARROW), way, way > 0 ? right : left, end.y, y, pace, (x) => {
    const turn = { x, y: end.y };
    // Further out it is in the way even more.
    if (booking.taken(start, turn, Math.min(pace.apart, 2))) return null;
    const points = [start, turn, { x, y }];
    return isFree(points, leg, plane, booking, pace.apart) ? points : undefined;
  });
}

/** The first line whose upright between two heights touches no box, from `x` on to `end`, that is found good. */
function upright(
  plane: Plane,
  x: number,
  way: 1 | -1,
  end: number,
  y1: number,
  y2: number,
  pace: Pace,
  lineAt: (x: number) => readonly Point[] | undefined | null,
): readonly Point[] | undefined {
  let at = x;
  for (let tries = 0; tries < pace.tries; tries++) {
    if (way > 0 ? at > end : at < end) return undefined;
    const box = plane.hit({ x: at, y: y1 }, { x: at, y: y2 }, CLEAR);
    if (box !== undefined) {
      at = way > 0 ? box.x + box.width + CLEAR : box.x - CLEAR;
      continue;
    }
    const line = lineAt(at);
    if (line === null) return undefined;
    if (line !== undefined) return line;
    at += way * pace.step;
  }
  return undefined;
}

/** Heights of lanes, the shortest way first; outside of all boxes there is always one more. */
function* heights(leg: Leg, plane: Plane): Generator<number> {
  const [sy, ty] = [heightOf(leg.from, leg.to), heightOf(leg.to, leg.from)];
  const [left, right] = [Math.min(leg.from.x, leg.to.x - ARROW), Math.max(leg.from.x, leg.to.x) + BESIDE];
  const [high, low] = [Math.min(sy, ty), Math.max(sy, ty)];
  const cost = (y: number) => Math.abs(sy - y) + Math.abs(ty - y) + (y < high ? 30 : 0);
  if (right - left < FAR) {
    const found: (readonly [number, number])[] = [];
    for (const [above, below] of plane.gaps(left - BESIDE, right, high - NEAR, low + NEAR, CLEAR)) {
      const near = Math.min(Math.max(sy, above + 2), below - 2);
      const room = Math.max(0, Math.min(6, Math.floor((below - above) / STEP)));
      for (let at = 0; at <= room; at++)
        for (const y of at === 0 ? [near] : [near + at * STEP, near - at * STEP])
          if (y >= above && y <= below) found.push([y, cost(y)]);
    }
    found.sort((a, b) => a[1] - b[1]);
    for (const [y] of found.slice(0, 60)) yield y;
  }
  for (let at = 1; at < 4000; at++) yield plane.bottom + CLEAR + at * STEP;
}

function* lowest(bottom: number): Generator<number> {
  for (let at = 0; at < 40; at++) yield bottom + 18 + at * STEP;
}

/** Where there is no room at all, such as between boxes that a person has laid over one another. */
function anyhow({ from, to }: Leg, y: number): readonly Point[] {
  const start =
    from.item === null ? [{ x: from.x, y }] : [from, { x: from.x + BESIDE, y: from.y }, { x: from.x + BESIDE, y }];
  const end = to.item === null ? [{ x: to.x, y }] : [{ x: to.x - ARROW, y }, { x: to.x - ARROW, y: to.y }, to];
  return [...start, ...end].map(({ x, y: height }) => ({ x, y: height }));
}

function isFree(points: readonly Point[], leg: Leg, plane: Plane, booking: Booking, apart: number): boolean {
  for (let index = 1; index < points.length; index++) {
    const [point, next] = [points[index - 1], points[index]];
    if (point === undefined || next === undefined) return true;
    const [start, end] = [touches(point, next, leg.from), touches(point, next, leg.to)];
    const stub = start !== undefined || end !== undefined;
    if (booking.taken(point, next, stub ? Math.min(apart, 2) : apart)) return false;
    if (plane.hit(point, next, stub ? 2 : CLEAR - 1, start, end) !== undefined) return false;
  }
  return true;
}
