import { stat } from 'node:fs/promises';
import { fold } from '../run/fold';
import { foldHistoryLine, foldLine } from '../run/foldLine';
import type { RunHistory } from '../run/history';
import { EMPTY_HISTORY } from '../run/history';
import { historyFrom } from '../run/history/fromState';
import { recentOf } from '../run/history/recent';
import type { RunState } from '../run/state';
import { EMPTY_STATE } from '../run/state';
import { sha256 } from './digest';
import type { Following } from './followTrace';
import { followTrace } from './followTrace';
import type { SnapshotPlace } from './openTrace';
import { snapshotNearEnd } from './openTrace';
import { openOwnFile } from './ownFile';
import { LIMITS } from './recordedRun';
import { inOrder } from './traceIndex/recordedLines';

/**
 * A trace as state and history of the present, folded as it grows. No line of it is kept.
 *
 * R1 A long one begins at a snapshot near its end; what the history then tells is its end, and `earlier` is true.
 * R2 A history that becomes long while it is followed lets go of its older half, and says so in the same way.
 * R3 It is read in slices, with a turn of the event loop between them.
 */
export interface FoldedTrace {
  readonly now: () => Folded;
  readonly next: () => Promise<FoldedMore>;
}

export interface Folded {
  readonly state: RunState;
  readonly history: RunHistory;
  readonly earlier: boolean;
}

export interface FoldedMore {
  /** Entries that were read. */
  readonly entries: number;
  /** True where anything was read, or the file is another one. */
  readonly changed: boolean;
  /** True where the run was started or resumed by one of them: its flow may be another one. */
  readonly began: boolean;
}

/** Read and folded in a few milliseconds, on a busy machine too. */
const SLICE_BYTES = 64 * 1024;
/** How many entries pass between two looks at how long the history has become. */
const WEIGHED_EVERY = 500;
const NOTHING: Folded = { state: EMPTY_STATE, history: EMPTY_HISTORY, earlier: false };

export function foldTrace(path: string, limits = LIMITS): FoldedTrace {
  let now = NOTHING;
  let following: Following | null = null;
  /** Where reading began, until the lines before it were counted. */
  let begun: SnapshotPlace | null = null;
  let linesBefore = 0;
  let unweighed = 0;

  const begin = async (): Promise<Following> => {
    const size = await stat(path).then(
      (found) => found.size,
      () => 0,
    );
    begun = size > limits.longBytes ? await snapshotNearEnd(path, sha256, limits.toldBytes) : null;
    linesBefore = 0;
    if (begun === null) return followTrace(path);
    const { snapshot, behind } = begun;
    const state = fold(EMPTY_STATE, snapshot);
    now = { state, history: historyFrom(state, snapshot.at), earlier: true };
    return followTrace(path, { bytes: behind, lines: 0 });
  };
  /** What a damaged line is called: who began in the middle counts the lines before only for that. */
  const numberOf = async (line: number): Promise<number> => {
    if (begun !== null) linesBefore = await breaksIn(path, begun.behind);
    begun = null;
    return linesBefore + line;
  };
  return {
    now: () => now,
    next: async () => {
      let entries = 0;
      let changed = following === null;
      let began = following === null;
      following ??= await begin();
      for (;;) {
        const chunk = await following.next(SLICE_BYTES);
        if (chunk.again) {
          now = NOTHING;
          begun = null;
          linesBefore = 0;
        }
        const lines = inOrder(chunk);
        let { state, history, earlier } = now;
        for (const line of lines) {
          state = foldLine(state, line);
          const numbered = 'hidden' in line ? { ...line, line: await numberOf(line.line) } : line;
          history = foldHistoryLine(history, numbered);
          if ('entry' in line) began ||= line.entry.type === 'run.started' || line.entry.type === 'run.resumed';
        }
        unweighed += lines.length;
        if (unweighed > WEIGHED_EVERY) {
          unweighed = 0;
          const recent = recentOf(history);
          if (recent !== null) ({ history, earlier } = { history: recent, earlier: true });
        }
        now = { state, history, earlier };
        entries += chunk.entries.length;
        changed ||= chunk.again || lines.length > 0;
        if (!chunk.more) return { entries, changed, began };
      }
    },
  };
}

const BREAK = 0x0a;

async function breaksIn(path: string, bytes: number): Promise<number> {
  const handle = await openOwnFile(path);
  const slice = Buffer.allocUnsafe(SLICE_BYTES * 16);
  let breaks = 0;
  try {
    for (let at = 0; at < bytes; ) {
      const { bytesRead } = await handle.read(slice, 0, Math.min(slice.length, bytes - at), at);
      if (bytesRead === 0) break;
      const read = slice.subarray(0, bytesRead);
      for (let found = read.indexOf(BREAK); found !== -1; found = read.indexOf(BREAK, found + 1)) breaks += 1;
      at += bytesRead;
    }
  } finally {
    await handle.close();
  }
  return breaks;
}
