import { readLine } from '../../trace/read';
import type { IndexedTrace } from './indexedTrace';

/** The number of the nearest commit before or behind a line, found by its bytes; null: there is none. */
export async function nearestCommit(trace: IndexedTrace, line: number, to: 'before' | 'after'): Promise<number | null> {
  const lines = trace.index().lines();
  let many = FEW;
  if (to === 'after') {
    for (let first = Math.max(1, line + 1); first <= lines; first += many, many = Math.min(MANY, many * 4)) {
      const found = commitIn(await trace.bytesOf(first, first + many - 1), 'first');
      if (found !== null) return first + found;
    }
    return null;
  }
  for (let last = Math.min(lines, line - 1); last >= 1; last -= many, many = Math.min(MANY, many * 4)) {
    const first = Math.max(1, last - many + 1);
    const found = commitIn(await trace.bytesOf(first, last), 'last');
    if (found !== null) return first + found;
  }
  return null;
}

const FEW = 64;
const MANY = 4096;
const BREAK = 0x0a;
const COMMIT = Buffer.from('"type":"commit"');

/** The first or last commit in whole lines, counted from 0. */
function commitIn(bytes: Buffer, which: 'first' | 'last'): number | null {
  const next = (from: number): number =>
    which === 'first' ? bytes.indexOf(COMMIT, from) : from < 0 ? -1 : bytes.lastIndexOf(COMMIT, from);
  for (let at = next(which === 'first' ? 0 : bytes.length); at >= 0; ) {
    const start = at === 0 ? 0 : bytes.lastIndexOf(BREAK, at) + 1;
    const stop = bytes.indexOf(BREAK, at);
    const read = readLine(bytes.toString('utf8', start, stop));
    if (read.kind === 'entry' && read.entry.type === 'commit') return breaksBefore(bytes, start);
    at = next(which === 'first' ? stop + 1 : start - 1);
  }
  return null;
}

function breaksBefore(bytes: Buffer, end: number): number {
  let breaks = 0;
  for (let at = bytes.indexOf(BREAK); at >= 0 && at < end; at = bytes.indexOf(BREAK, at + 1)) breaks += 1;
  return breaks;
}
