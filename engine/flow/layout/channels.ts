/** A line among the items of one frame; null where it comes in or goes out at the frame's border. */
export interface Line {
  readonly from: string | null;
  readonly to: string | null;
  /** Heights from the tops of its items. */
  readonly out: number;
  readonly into: number;
  /** How much room its label takes; 0 without one. */
  readonly label: number;
}

const GAP = 72;
const SIDE = 36;
const TRACK = 10;
const MOST = 24;

/**
 * How wide the channels between the columns must be for the uprights of the lines and for the labels. In steps, so that
 * one line more seldom moves what stands behind it.
 */
export function channelsOf(
  columns: readonly (readonly { readonly id: string }[])[],
  tops: ReadonlyMap<string, number>,
  lines: readonly Line[],
) {
  const columnOf = new Map(columns.flatMap((column, index) => column.map(({ id }) => [id, index] as const)));
  /** By channel, the first left of the first column. */
  const uprights = columns.map((): [number, number][] => []);
  uprights.push([]);
  const labels = columns.map(() => 0);
  for (const { from, to, out, into, label } of lines) {
    const source = from === null ? -1 : (columnOf.get(from) ?? -1);
    const target = to === null ? columns.length : (columnOf.get(to) ?? columns.length);
    const start = from === null ? null : (tops.get(from) ?? 0) + out;
    const end = to === null ? null : (tops.get(to) ?? 0) + into;
    const near = target === source + 1;
    if (near && (start === null || end === null || start === end)) {
      if (source >= 0) labels[source] = Math.max(labels[source] ?? 0, label);
      continue;
    }
    const [low, high] = [Math.min(start ?? end ?? 0, end ?? 0), Math.max(start ?? 0, end ?? start ?? 0)];
    if (near) uprights[target]?.push([low, high]);
    else {
      if (from !== null) uprights[source + 1]?.push([start ?? 0, Number.POSITIVE_INFINITY]);
      if (to !== null) uprights[target]?.push([end ?? 0, Number.POSITIVE_INFINITY]);
    }
    if (source >= 0) labels[source] = Math.max(labels[source] ?? 0, label);
  }
  const tracks = uprights.map(mostAtOnce);
  const side = (count: number) => SIDE + inSteps(count - 1, 2) * TRACK;
  return {
    between: columns.map((_, index) => {
      const label = labels[index] ?? 0;
      const own = GAP + inSteps((tracks[index + 1] ?? 0) - 4, 4) * TRACK;
      return label === 0 ? own : Math.max(own, label + 44 + (tracks[index + 1] ?? 0) * TRACK);
    }),
    left: side(tracks[0] ?? 0),
    right: side(tracks[columns.length] ?? 0),
  };
}

const inSteps = (count: number, step: number): number => Math.max(0, Math.ceil(Math.min(count, MOST) / step) * step);

function mostAtOnce(spans: readonly (readonly [number, number])[]): number {
  const events = spans.flatMap(([from, to]) => [[from, 1] as const, [to, -1] as const]);
  events.sort((a, b) => a[0] - b[0] || b[1] - a[1]);
  let [now, most] = [0, 0];
  for (const [, by] of events) {
    now += by;
    most = Math.max(most, now);
  }
  return most;
}
