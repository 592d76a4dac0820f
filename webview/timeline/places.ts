import type { TimelineLane, TimelineSpan } from '../../engine/run/timeline/picture';
import type { TimelineSnapshot } from '../timelineProtocol';

/** Heights in CSS pixels. What is above the lanes stands still when they are scrolled. */
export const RULER = 22;
export const SECTION = 20;
export const LATCH = 14;
export const SPEND = 64;
export const LANE = 24;
/** Loops with a row of their own. */
const MOST_LOOPS = 5;

export interface HeadPlaces {
  /** The loops that have a row, in order, and where each row begins. */
  readonly loops: readonly { readonly loop: string; readonly top: number }[];
  readonly latches: { readonly top: number; readonly height: number } | null;
  readonly spend: { readonly top: number };
  readonly height: number;
}

/** Where things stand above the lanes: as much as there is of them. */
export function headPlaces({ sections, latches }: TimelineSnapshot): HeadPlaces {
  const depths = new Map<string, number>();
  for (const { loop, depth } of sections) if (!depths.has(loop)) depths.set(loop, depth);
  const names = [...depths].sort(([, a], [, b]) => a - b).map(([loop]) => loop);
  const loops = names.slice(0, MOST_LOOPS).map((loop, index) => ({ loop, top: RULER + index * SECTION }));
  let top = RULER + loops.length * SECTION;
  const rows = latches.reduce((most, { row }) => Math.max(most, row + 1), 0);
  const room = rows === 0 ? null : { top, height: Math.max(18, rows * LATCH + 4) };
  top += room?.height ?? 0;
  return { loops, latches: room, spend: { top }, height: top + SPEND };
}

/** The span at a place of a lane; the last one where several are there, a wait where there is no visit. */
export function spanAt(lane: TimelineLane, time: number, slack: number, end: number): TimelineSpan | null {
  const touches = ({ from, to }: TimelineSpan) => time >= from - slack && time <= (to ?? end) + slack;
  const last = (spans: readonly TimelineSpan[]) => spans.filter(touches).at(-1);
  return last(lane.spans) ?? last(lane.waits) ?? null;
}
