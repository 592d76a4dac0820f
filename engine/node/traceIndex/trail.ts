import type { RecordedLine } from '../../trace/recordedLine';
import type { IndexedTrace } from './indexedTrace';
import { recordedInTurns } from './recordedLines';

/** Where a fold begins: behind this line, with this value. */
export interface Start<T> {
  readonly line: number;
  readonly value: T;
}

/**
 * A fold of one file, wanted at many lines: places on the way are kept, so that a step from one to the next is short.
 *
 * R1 What is answered depends on the line and the file alone, not on what was asked for before.
 * R2 It is read and folded in pieces, with a turn of the event loop between them; a signal ends it there.
 */
export interface Trail<T> {
  /** The value behind this line. Throws the signal's reason once that is aborted. */
  readonly at: (line: number, signal?: AbortSignal) => Promise<T>;
}

/** @param startOf depends on the line alone; every start that it gives is a fold of all that its value is to say */
export function createTrail<T>(
  trace: IndexedTrace,
  startOf: (line: number) => Promise<Start<T>>,
  foldLine: (value: T, line: RecordedLine) => T,
): Trail<T> {
  /** By the line that the fold began behind, the one used last at the end. */
  const kept = new Map<number, Start<T>[]>();
  const keep = (start: number, place: Start<T>) => {
    const places = kept.get(start) ?? [];
    kept.delete(start);
    kept.set(start, places);
    const [oldest] = kept.keys();
    if (kept.size > MOST_STARTS && oldest !== undefined) kept.delete(oldest);
    if (places.some(({ line }) => line === place.line)) return;
    if (places.length >= MOST_PLACES) places.shift();
    places.push(place);
  };
  const nearest = (start: Start<T>, line: number): Start<T> =>
    (kept.get(start.line) ?? []).reduce(
      (best, each) => (each.line <= line && each.line > best.line ? each : best),
      start,
    );
  return {
    at: async (line, signal) => {
      const start = await startOf(line);
      const from = nearest(start, line);
      let { value } = from;
      for (let done = from.line; done < line; ) {
        signal?.throwIfAborted();
        const until = pieceEnd(trace, done, line);
        const lines = await recordedInTurns(await trace.bytesOf(done + 1, until), done + 1);
        for (const each of lines) value = foldLine(value, each);
        done = until;
        keep(start.line, { line: done, value });
      }
      return value;
    },
  };
}

/** Values of one start share most of what they hold; those of others do not. */
const MOST_STARTS = 3;
const MOST_PLACES = 96;
/** Parsed and folded in a few milliseconds. */
const PIECE_BYTES = 128 * 1024;

/** How far a piece that begins behind `done` goes. */
function pieceEnd(trace: IndexedTrace, done: number, line: number): number {
  const index = trace.index();
  const from = index.before(done).offset;
  let end = index.after(done + 1);
  while (end.line < line && end.offset - from < PIECE_BYTES) {
    const next = index.after(end.line + 1);
    if (next.line === end.line) break;
    end = next;
  }
  return Math.min(line, end.line);
}
