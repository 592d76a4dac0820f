/** One span, or several that cannot be told apart at this scale. */
export interface Bundle {
  readonly from: number;
  readonly to: number;
  readonly firstLine: number;
  readonly lastLine: number;
  readonly count: number;
  readonly failed: number;
  /** The first and the last of them, by their place where they come from. */
  readonly first: number;
  readonly last: number;
  readonly row: number;
}

export interface Bundler {
  /** In the order of their beginnings. `place`: where it stands where it comes from. */
  readonly add: (
    place: number,
    from: number,
    to: number,
    firstLine: number,
    lastLine: number,
    isFailed: boolean,
  ) => void;
  readonly bundles: () => readonly Bundle[];
}

/**
 * Spans as they can be told apart where `least` is the shortest time that is seen.
 *
 * R1 Two that are both shorter than that, with less than that between them, become one.
 * R2 What overlaps goes into the next row; in the last one it becomes one with what is there.
 * R3 No row holds more than two for each `least` of the time that they take together, and one more.
 * R4 No span is lost: the counts sum up.
 */
export function createBundler(least: number, rows = 1): Bundler {
  const done: Bundle[] = [];
  const last: (Growing | undefined)[] = new Array(rows).fill(undefined);
  return {
    add: (place, from, to, firstLine, lastLine, isFailed) => {
      const failed = isFailed ? 1 : 0;
      for (let row = 0; row < rows; row++) {
        const before = last[row];
        const near =
          before !== undefined && before.to - before.from < least && to - from < least && from - before.to < least;
        const overlaps = before !== undefined && from < before.to;
        if (before !== undefined && (near || (overlaps && row === rows - 1))) {
          before.to = Math.max(before.to, to);
          before.firstLine = Math.min(before.firstLine, firstLine);
          before.lastLine = Math.max(before.lastLine, lastLine);
          before.count += 1;
          before.failed += failed;
          before.last = place;
          return;
        }
        if (overlaps) continue;
        if (before !== undefined) done.push(before);
        last[row] = { from, to, firstLine, lastLine, count: 1, failed, first: place, last: place, row };
        return;
      }
    },
    bundles: () => [...done, ...last.filter((bundle) => bundle !== undefined)].sort((a, b) => a.from - b.from),
  };
}

type Growing = { -readonly [K in keyof Bundle]: Bundle[K] };
