import { join } from 'node:path';
import { fold } from '../run/fold';
import { foldHistory } from '../run/foldHistory';
import type { RunHistory } from '../run/history';
import { EMPTY_HISTORY } from '../run/history';
import type { RunState } from '../run/state';
import { EMPTY_STATE } from '../run/state';
import type { Entry } from '../trace/entry';
import type { RecordedLine } from '../trace/recordedLine';
import { followTrace } from './followTrace';
import { TRACE_FILE } from './runFolder';

/**
 * A run's trace as something to look things up in, however long it is. Reading never changes it; a trace that grows is read
 * on with `grow`. Lines are named by their number in the file, from 1; line 0 is the run before anything happened.
 */
export interface RecordedRun {
  readonly folder: string;
  /** Lines that are known so far. */
  readonly lines: () => number;
  /** Reads what has been appended; true where anything was, or where the file is another one. */
  readonly grow: () => Promise<boolean>;
  /** So many lines from this one on; fewer at the end. */
  readonly page: (from: number, count: number) => Promise<readonly RecordedLine[]>;
  /** The state behind this line. */
  readonly stateAt: (line: number) => Promise<RunState>;
  /** The history behind this line; of a long run perhaps only its end, then `earlier` is true. */
  readonly historyAt: (line: number) => Promise<{ readonly history: RunHistory; readonly earlier: boolean }>;
  /** The nearest line before or behind this one that is a commit; null: there is none. */
  readonly commit: (line: number, to: 'before' | 'after') => Promise<number | null>;
  readonly close: () => void;
}

/** Opens the trace of a run folder. A missing one is an empty one. */
export async function openRecordedRun(folder: string): Promise<RecordedRun> {
  const following = followTrace(join(folder, TRACE_FILE));
  let known: RecordedLine[] = [];
  const entriesTo = (line: number): readonly Entry[] =>
    known.slice(0, line).flatMap((one) => ('entry' in one ? [one.entry] : []));
  const run: RecordedRun = {
    folder,
    lines: () => known.length,
    grow: async () => {
      const { again, entries, damaged, unknown } = await following.next();
      if (again) known = [];
      const hidden = [
        ...damaged.map((line) => ({ line, hidden: 'damaged' as const })),
        ...unknown.map((line) => ({ line, hidden: 'unknown' as const })),
      ];
      known.push(...[...entries, ...hidden].sort((a, b) => a.line - b.line));
      return again || entries.length + hidden.length > 0;
    },
    page: async (from, count) => known.slice(Math.max(0, from - 1), Math.max(0, from - 1) + count),
    stateAt: async (line) => entriesTo(line).reduce(fold, EMPTY_STATE),
    historyAt: async (line) => ({ history: entriesTo(line).reduce(foldHistory, EMPTY_HISTORY), earlier: false }),
    commit: async (line, to) => {
      const commits = known.filter((one) => 'entry' in one && one.entry.type === 'commit');
      const found =
        to === 'before' ? commits.filter((one) => one.line < line).at(-1) : commits.find((one) => one.line > line);
      return found?.line ?? null;
    },
    close: () => undefined,
  };
  await run.grow();
  return run;
}
