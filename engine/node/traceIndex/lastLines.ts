import type { RecordedLine } from '../../trace/recordedLine';
import type { IndexedTrace } from './indexedTrace';
import { recordedInTurns, recordedLines } from './recordedLines';
import { fileNow, openTraceBytes } from './traceBytes';

/** The end of a trace, read from there. */
export interface LastLines {
  readonly lines: readonly RecordedLine[];
  /** Whether the lines are numbered as the file has them; else by what they say of themselves, until the index is there. */
  readonly numbered: boolean;
}

/** What a line takes, more or less. */
const LINE_BYTES = 400;
const BREAK = 0x0a;

/** So many lines from the end of the file, whether or not it has been indexed by now. */
export async function lastLines(path: string, count: number): Promise<LastLines> {
  const now = await fileNow(path);
  const file = now && (await openTraceBytes(path));
  if (!now || !file) return { lines: [], numbered: true };
  try {
    for (let length = count * LINE_BYTES; ; length *= 4) {
      const offset = Math.max(0, now.size - length);
      const bytes = await file.read(offset, now.size - offset);
      const end = bytes.lastIndexOf(BREAK) + 1;
      const { start, found } = startOf(bytes, end, count);
      if (found < count && offset > 0) continue;
      const whole = bytes.subarray(start, end);
      if (offset + start === 0) return { lines: await recordedInTurns(whole, 1), numbered: true };
      return { lines: await recordedInTurns(whole, Math.max(1, guessedFirst(whole))), numbered: false };
    }
  } finally {
    file.close();
  }
}

/** Where the last `count` lines begin. */
function startOf(bytes: Buffer, end: number, count: number): { readonly start: number; readonly found: number } {
  let start = end;
  for (let found = 0; found < count; found++) {
    if (start === 0) return { start, found };
    start = start < 2 ? 0 : bytes.lastIndexOf(BREAK, start - 2) + 1;
  }
  return { start, found: count };
}

/** The number of the first line, where no line of the trace is missing or damaged before the last that can be read. */
function guessedFirst(bytes: Buffer): number {
  // Lines that cannot be read at the end are few; each is looked at once.
  for (let stop = bytes.length; stop > 0; ) {
    const start = stop < 2 ? 0 : bytes.lastIndexOf(BREAK, stop - 2) + 1;
    const [line] = recordedLines(bytes.subarray(start, stop), 1);
    if (line !== undefined && 'entry' in line) return line.entry.seq + 1 - breaksIn(bytes.subarray(0, start));
    stop = start;
  }
  return 1;
}

function breaksIn(bytes: Buffer): number {
  let breaks = 0;
  for (let at = bytes.indexOf(BREAK); at !== -1; at = bytes.indexOf(BREAK, at + 1)) breaks += 1;
  return breaks;
}

/** The same of a trace whose lines are known. */
export async function lastIndexed(trace: IndexedTrace, count: number): Promise<LastLines> {
  const lines = trace.index().lines();
  const first = Math.max(1, lines - count + 1);
  return { lines: await recordedInTurns(await trace.bytesOf(first, lines), first), numbered: true };
}
