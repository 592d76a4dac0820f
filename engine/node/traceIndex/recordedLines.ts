import type { RecordedLine } from '../../trace/recordedLine';
import type { TraceChunk } from '../traceLines';
import { createTraceLines } from '../traceLines';

/** What these whole lines say, in order; the first of them has this number. Empty lines say nothing. */
export const recordedLines = (bytes: Buffer, first: number): readonly RecordedLine[] =>
  inOrder(createTraceLines(first - 1).feed(bytes));

/** So much is parsed in a few milliseconds, on a busy machine too. */
const PIECE_BYTES = 32 * 1024;
const BREAK = 0x0a;

/** The same, in pieces with a turn of the event loop between them. */
export async function recordedInTurns(bytes: Buffer, first: number): Promise<readonly RecordedLine[]> {
  const lines = createTraceLines(first - 1);
  const read: RecordedLine[] = [];
  for (let start = 0; start < bytes.length; ) {
    if (start > 0) await new Promise<void>((go) => setImmediate(go));
    const stop = bytes.indexOf(BREAK, start + PIECE_BYTES) + 1 || bytes.length;
    read.push(...inOrder(lines.feed(bytes.subarray(start, stop))));
    start = stop;
  }
  return read;
}

/** The lines of a chunk, in order. */
export function inOrder({ entries, damaged, unknown }: TraceChunk): readonly RecordedLine[] {
  if (damaged.length + unknown.length === 0) return entries;
  const hidden = [
    ...damaged.map((line) => ({ line, hidden: 'damaged' as const })),
    ...unknown.map((line) => ({ line, hidden: 'unknown' as const })),
  ];
  return [...entries, ...hidden].sort((a, b) => a.line - b.line);
}
