/** A stretch of time, in milliseconds since 1970. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Time as pixels. */
export const xOf = (time: number, { from, to }: Stretch, width: number): number =>
  ((time - from) / (to - from)) * width;
export const timeAt = (x: number, { from, to }: Stretch, width: number): number => from + (x / width) * (to - from);

/** No closer than this: nothing is recorded more finely. */
const CLOSEST_MS = 20;

/** Closer (below 1) or wider, so that `at` stays where it is; never wider than the whole, which is null. */
export function zoomed(view: Stretch, whole: Stretch, factor: number, at: number): Stretch | null {
  const length = Math.max(CLOSEST_MS, (view.to - view.from) * factor);
  if (length >= whole.to - whole.from) return null;
  const part = (at - view.from) / (view.to - view.from);
  return inside({ from: at - part * length, to: at + (1 - part) * length }, whole);
}

/** Moved by so much time, as far as there is anything. */
export const moved = (view: Stretch, whole: Stretch, by: number): Stretch =>
  inside({ from: view.from + by, to: view.to + by }, whole);

function inside({ from, to }: Stretch, whole: Stretch): Stretch {
  const length = to - from;
  const start = Math.max(whole.from, Math.min(from, whole.to - length));
  return { from: start, to: start + length };
}

/** So that a time is in view: as it is where it is already, else with it in the middle. */
export function revealing(view: Stretch, whole: Stretch, at: number): Stretch {
  if (at >= view.from && at <= view.to) return view;
  const half = (view.to - view.from) / 2;
  return inside({ from: at - half, to: at + half }, whole);
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const STEPS = [
  ...[10, 20, 50, 100, 200, 500, SECOND, 2 * SECOND, 5 * SECOND, 10 * SECOND, 30 * SECOND],
  ...[MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 6 * HOUR, 12 * HOUR, DAY, 7 * DAY],
];
const TICK_PIXELS = 90;

/** Times at which the axis has a mark, since the run began. */
export function ticksOf(view: Stretch, start: number, width: number): readonly number[] {
  const least = ((view.to - view.from) / Math.max(1, width)) * TICK_PIXELS;
  const step = STEPS.find((each) => each >= least) ?? Math.ceil(least / (30 * DAY)) * 30 * DAY;
  const first = Math.ceil((view.from - start) / step) * step + start;
  const count = Math.max(0, Math.floor((view.to - first) / step) + 1);
  return Array.from({ length: count }, (_, index) => first + index * step);
}

/** `0:05`, `1:02:03`, `2 d 3:04:00`, since the run began; `0:05.250` where it is looked at that closely. */
export function elapsed(ms: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const days = Math.floor(ms / DAY);
  const hours = Math.floor((ms % DAY) / HOUR);
  const minutes = Math.floor((ms % HOUR) / MINUTE);
  const seconds = Math.floor((ms % MINUTE) / SECOND);
  const rest = Math.round(ms % SECOND);
  const fine = rest === 0 ? '' : `.${String(rest).padStart(3, '0')}`;
  const clock = days > 0 || hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
  return `${days > 0 ? `${days} d ` : ''}${clock}${fine}`;
}
