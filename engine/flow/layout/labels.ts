import { createBooking } from './booking';
import type { Point } from './layered';
import type { Box } from './plane';
import { planeOf } from './plane';
import type { RouteLine } from './routeLine';
import type { LayoutSizes } from './sizes';
import { LABEL_HEIGHT } from './sizes';
import type { Way } from './ways';

const AIR = 6;

/** Puts each label on a level piece of its line where it covers no box, no other label and, if it can, no other line. */
export function labelled(
  lines: ReadonlyMap<Way, readonly Point[]>,
  boxes: ReadonlyMap<string, Box>,
  loops: Readonly<Record<string, Box>>,
  sizes: LayoutSizes,
  shown: (item: string) => string,
  before: Readonly<Record<string, RouteLine>> = {},
): Readonly<Record<string, RouteLine>> {
  const found: Record<string, RouteLine> = {};
  const lineOf = (way: Way, points: readonly Point[], label: Point | null): RouteLine => ({
    way,
    from: shown(way.from),
    to: shown(way.to),
    points,
    label,
  });
  const wanting = [...lines].filter(([way]) => sizes.label(way) > 0);
  if (wanting.length === 0) {
    for (const [way, points] of lines) found[way.id] = kept(before[way.id], lineOf(way, points, null));
    return found;
  }
  const frames = new Set(Object.values(loops));
  const solid = planeOf(new Map([...boxes].filter(([, box]) => !frames.has(box))));
  const drawn = createBooking();
  for (const points of lines.values()) drawn.book(points);
  for (const frame of frames) drawn.book(outline(frame));
  const placed: Box[] = [];
  const places = new Map<Way, Point>();
  for (const [way, points] of wanting) {
    const width = sizes.label(way);
    const spots = spotsOn(points, width);
    const boxOf = ({ x, y }: Point) => ({ x: x - width / 2, y: y - LABEL_HEIGHT / 2, width, height: LABEL_HEIGHT });
    const free = (spot: Point) => {
      const box = boxOf(spot);
      const ends = [
        { x: box.x, y: spot.y },
        { x: box.x + width, y: spot.y },
      ] as const;
      return (
        solid.hit(ends[0], ends[1], LABEL_HEIGHT / 2 + 2) === undefined && placed.every((other) => apart(box, other))
      );
    };
    const clean = (spot: Point) => crossed(drawn, boxOf(spot)) === false;
    const spot = spots.find((at) => free(at) && clean(at)) ?? spots.find(free);
    if (spot === undefined) continue;
    placed.push(boxOf(spot));
    places.set(way, spot);
  }
  for (const [way, points] of lines) found[way.id] = kept(before[way.id], lineOf(way, points, places.get(way) ?? null));
  return found;
}

/** The same object for the same line: it is not drawn again. */
const kept = (was: RouteLine | undefined, now: RouteLine): RouteLine =>
  was !== undefined && was.points === now.points && was.label?.x === now.label?.x && was.label?.y === now.label?.y
    ? was
    : now;

/** On the longest level pieces first, from their middles outward; then in the middles of uprights. */
function spotsOn(points: readonly Point[], width: number): readonly Point[] {
  const pieces = points.flatMap((a, index) => {
    const b = points[index + 1];
    return b !== undefined && a.y === b.y ? [{ y: a.y, left: Math.min(a.x, b.x), right: Math.max(a.x, b.x) }] : [];
  });
  pieces.sort((a, b) => b.right - b.left - (a.right - a.left));
  const level = pieces.flatMap(({ y, left, right }) => {
    const room = right - left - width - 2 * AIR;
    if (room < 0) return [];
    const middle = (left + right) / 2;
    const tries = Math.min(20, Math.floor(room / 2 / 16));
    return Array.from({ length: 2 * tries + 1 }, (_, at) => ({
      x: middle + 16 * Math.ceil(at / 2) * (at % 2 === 0 ? 1 : -1),
      y,
    }));
  });
  const upright = points.flatMap((a, index) => {
    const b = points[index + 1];
    return b !== undefined && a.x === b.x && Math.abs(a.y - b.y) > 2 * LABEL_HEIGHT
      ? [{ x: a.x, y: (a.y + b.y) / 2 }]
      : [];
  });
  return [...level, ...upright];
}

/** Whether an upright runs through the box, or a level line beside its middle. */
function crossed(drawn: ReturnType<typeof createBooking>, { x, y, width, height }: Box): boolean {
  const middle = y + height / 2;
  for (let at = x; at <= x + width; at += 8) if (drawn.taken({ x: at, y }, { x: at, y: y + height }, 8)) return true;
  const side = { x: x + width };
  return (
    drawn.taken({ x, y: middle - 6 }, { ...side, y: middle - 6 }, 5) ||
    drawn.taken({ x, y: middle + 6 }, { ...side, y: middle + 6 }, 5)
  );
}

const apart = (a: Box, b: Box): boolean =>
  a.x + a.width + AIR <= b.x || b.x + b.width + AIR <= a.x || a.y + a.height + 2 <= b.y || b.y + b.height + 2 <= a.y;

const outline = ({ x, y, width, height }: Box): readonly Point[] => [
  { x, y },
  { x: x + width, y },
  { x: x + width, y: y + height },
  { x, y: y + height },
  { x, y },
];
