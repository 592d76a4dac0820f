import { basename } from 'node:path';
import { otlpLine, SPANS_A_LINE } from '../run/otlp/file';
import { runSpans } from '../run/otlp/runSpans';
import type { Span } from '../run/otlp/span';
import { sha256 } from './digest';
import { openRecordedRun } from './recordedRun';

/** Entries that are read at a time. */
const PAGE = 1000;

/**
 * The lines of an OTLP file about a run, without line breaks, each when it is full: no more than a page of the trace and the
 * spans that are open are held.
 */
export async function* otlpLines(folder: string, version: string): AsyncGenerator<string> {
  const recorded = await openRecordedRun(folder);
  const spans = runSpans(basename(folder), sha256);
  let full: Span[] = [];
  try {
    for (let line = 1; line <= recorded.lines(); line += PAGE) {
      for (const one of await recorded.page(line, PAGE)) {
        if ('entry' in one) full.push(...spans.next(one.entry));
        if (full.length < SPANS_A_LINE) continue;
        yield otlpLine(full, version);
        full = [];
      }
    }
    full.push(...spans.end());
    if (full.length > 0) yield otlpLine(full, version);
  } finally {
    recorded.close();
  }
}
