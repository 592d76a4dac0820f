import { join } from 'node:path';
import { foldHistoryLine, foldLine } from '../run/foldLine';
import type { RunHistory } from '../run/history';
import { EMPTY_HISTORY } from '../run/history';
import { historyFrom } from '../run/history/fromState';
import type { RunState } from '../run/state';
import type { RecordedLine } from '../trace/recordedLine';
import { TRACE_FILE } from './runFolder';
import { createBeginnings, START } from './traceIndex/beginnings';
import type { IndexedTrace } from './traceIndex/indexedTrace';
import { indexTrace } from './traceIndex/indexedTrace';
import type { LastLines } from './traceIndex/lastLines';
import { lastIndexed, lastLines } from './traceIndex/lastLines';
import { nearestCommit } from './traceIndex/nearestCommit';
import { recordedInTurns } from './traceIndex/recordedLines';
import type { Trail } from './traceIndex/trail';
import { createTrail } from './traceIndex/trail';

/**
 * A run's trace as something to look things up in, however long it is: an index of its lines and a few states on the way,
 * never the entries themselves. Reading never changes it; a trace that grows is read on with `grow`. Lines are named by
 * their number in the file, from 1; line 0 is the run before anything happened. An empty line has a number and says nothing.
 *
 * R1 What is answered is what the file says at the time; where it is replaced meanwhile, what the new one says.
 */
export interface RecordedRun {
  readonly folder: string;
  /** Lines that are known so far. */
  readonly lines: () => number;
  /** Rises where the file is another one: lines that were read before are not of it. */
  readonly generation: () => number;
  /** How much of the file is known, from 0 to 1: below 1 only while a long one is looked through for the first time. */
  readonly indexed: () => number;
  /** Over once the file has been looked through for the first time. All but `last` wait for it. */
  readonly ready: Promise<void>;
  /** Reads what has been appended; true where anything was, or where the file is another one. */
  readonly grow: () => Promise<boolean>;
  /** So many lines from this one on; fewer at the end. */
  readonly page: (from: number, count: number) => Promise<readonly RecordedLine[]>;
  /** The last lines of the file, at once, however long it is. */
  readonly last: (count: number) => Promise<LastLines>;
  /** A line as it stands in the file, without its line break; empty where there is none. */
  readonly text: (line: number) => Promise<string>;
  /** The state behind this line. Throws the signal's reason once that is aborted. */
  readonly stateAt: (line: number, signal?: AbortSignal) => Promise<RunState>;
  /** The history behind this line; of a long run only its end, then `earlier` is true. Throws like `stateAt`. */
  readonly historyAt: (line: number, signal?: AbortSignal) => Promise<RecordedHistory>;
  /** The nearest line before or behind this one that is a commit; null: there is none. */
  readonly commit: (line: number, to: 'before' | 'after') => Promise<number | null>;
  readonly close: () => void;
}

export interface RecordedHistory {
  readonly history: RunHistory;
  readonly earlier: boolean;
}

/** How much of a run a history tells of. */
export interface HistoryLimits {
  /** The history behind a line that stands further in than this begins in the middle. */
  readonly longBytes: number;
  /** And tells of so much of the trace at least. */
  readonly toldBytes: number;
}

export const LIMITS: HistoryLimits = { longBytes: 8 * 1024 * 1024, toldBytes: 128 * 1024 };

/** Opens the trace of a run folder and looks through it. A missing one is an empty one. */
export async function openRecordedRun(folder: string, limits = LIMITS): Promise<RecordedRun> {
  const run = recordedRun(folder, limits);
  await run.ready;
  return run;
}

/** The same at once: `ready` says when it has been looked through. */
export function recordedRun(folder: string, limits = LIMITS): RecordedRun {
  const path = join(folder, TRACE_FILE);
  const trace = indexTrace(path);
  const ready = trace.grow().then(() => undefined);
  // Who waits for it hears of it.
  ready.catch(() => undefined);
  let looking = lookInto(trace, limits);
  const current = (): Looking => {
    if (looking.generation !== trace.generation()) looking = lookInto(trace, limits);
    return looking;
  };
  /** What was found out in a file that was replaced meanwhile is found out anew. */
  const steady = async <T>(work: () => Promise<T>): Promise<T> => {
    await ready;
    for (;;) {
      const generation = trace.generation();
      try {
        const found = await work();
        if (generation === trace.generation()) return found;
      } catch (thrown) {
        if (generation === trace.generation()) throw thrown;
      }
    }
  };
  const within = (line: number) => Math.max(0, Math.min(line, trace.index().lines()));
  const page = async (from: number, count: number) => {
    const first = Math.max(1, from);
    return recordedInTurns(await trace.bytesOf(first, from + count - 1), first);
  };
  return {
    folder,
    lines: () => trace.index().lines(),
    generation: trace.generation,
    indexed: trace.indexed,
    ready,
    grow: trace.grow,
    page: (from, count) => steady(() => page(from, count)),
    last: (count) => (trace.indexed() < 1 ? lastLines(path, count) : lastIndexed(trace, count)),
    text: (line) => steady(async () => (await trace.bytesOf(line, line)).toString('utf8').replace(/\r?\n$/, '')),
    stateAt: (line, signal) => steady(() => current().states.at(within(line), signal)),
    historyAt: (line, signal) => steady(() => current().histories.at(within(line), signal)),
    commit: (line, to) => steady(() => nearestCommit(trace, line, to)),
    close: trace.close,
  };
}

/** What has been found out in one file. */
interface Looking {
  readonly generation: number;
  readonly states: Trail<RunState>;
  readonly histories: Trail<RecordedHistory>;
}

function lookInto(trace: IndexedTrace, { longBytes, toldBytes }: HistoryLimits): Looking {
  const beginnings = createBeginnings(trace);
  const states = createTrail(
    trace,
    async (line) => {
      const { line: from, state } = (await beginnings.before(line)) ?? START;
      return { line: from, value: state };
    },
    foldLine,
  );
  const histories = createTrail<RecordedHistory>(
    trace,
    async (line) => {
      const { offset } = trace.index().before(line);
      const from = offset > longBytes ? await beginnings.before(line, offset - toldBytes) : null;
      if (from === null) return { line: 0, value: { history: EMPTY_HISTORY, earlier: false } };
      return { line: from.line, value: { history: historyFrom(from.state, from.at), earlier: true } };
    },
    ({ history, earlier }, line) => ({ history: foldHistoryLine(history, line), earlier }),
  );
  return { generation: trace.generation(), states, histories };
}
