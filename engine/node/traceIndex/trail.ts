import type { RecordedLine } from '../../trace/recordedLine';
import type { IndexedTrace } from './indexedTrace';
import { recordedLines } from './recordedLines';

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
  const kept = new Map<string, Kept<T>>();
  const keep = (place: Kept<T>) => {
    const key = `${place.start}:${place.line}`;
    kept.delete(key);
    kept.set(key, place);
    const [oldest] = kept.keys();
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  };
  const nearest = (start: Start<T>, line: number): Kept<T> => {
    let best: Kept<T> = { start: start.line, line: start.line, value: start.value };
    for (const each of kept.values())
      if (each.start === start.line && each.line <= line && each.line > best.line) best = each;
    return best;
  };
  return {
    at: async (line, signal) => {
      const start = await startOf(line);
      const from = nearest(start, line);
      let { value } = from;
      for (let done = from.line; done < line; ) {
        signal?.throwIfAborted();
        const until = pieceEnd(trace, done, line);
        for (const each of recordedLines(await trace.bytesOf(done + 1, until), done + 1)) value = foldLine(value, each);
        done = until;
        keep({ start: start.line, line: done, value });
      }
      if (from.line === line) keep(from);
      return value;
    },
  };
}

interface Kept<T> extends Start<T> {
  /** The line that its fold began behind. */
  readonly start: number;
}

const MOST_KEPT = 128;
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
