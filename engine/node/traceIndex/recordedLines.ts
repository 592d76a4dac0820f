import type { RecordedLine } from '../../trace/recordedLine';
import type { TraceChunk } from '../traceLines';
import { createTraceLines } from '../traceLines';

/** What these whole lines say, in order; the first of them has this number. Empty lines say nothing. */
export const recordedLines = (bytes: Buffer, first: number): readonly RecordedLine[] =>
  inOrder(createTraceLines(first - 1).feed(bytes));

/** The lines of a chunk, in order. */
export function inOrder({ entries, damaged, unknown }: TraceChunk): readonly RecordedLine[] {
  if (damaged.length + unknown.length === 0) return entries;
  const hidden = [
    ...damaged.map((line) => ({ line, hidden: 'damaged' as const })),
    ...unknown.map((line) => ({ line, hidden: 'unknown' as const })),
  ];
  return [...entries, ...hidden].sort((a, b) => a.line - b.line);
}
