import * as vscode from 'vscode';
import type { RecordedRun } from '../engine/node/recordedRun';
import { recordedRun } from '../engine/node/recordedRun';
import type { RunView } from './rows/runView';
import type { Runs } from './runs';

/** A place in a run's past that a person looks at. */
export interface Moment {
  /** Absolute path of the run folder. */
  readonly folder: string;
  /** Behind this line of the trace, from 1; 0: before anything happened. */
  readonly line: number;
  /** The run as it was then: never held. */
  readonly view: RunView;
}

/**
 * The one moment that canvas, trees, timeline and debugger show together. Whoever scrubs sets it, everybody else draws it;
 * nothing is executed.
 *
 * R1 Who scrubs quickly sees the last moment that was asked for: the work for those before it ends.
 * R2 A moment is gone with its run.
 */
export interface Moments extends vscode.Disposable {
  /** The moment that is looked at; null: everything shows the present. */
  readonly now: () => Moment | null;
  /** Looks at a run behind a line of its trace; null: back to the present. The last call wins. */
  readonly look: (folder: string, line: number | null) => Promise<void>;
  /** The run as it is to be shown: as it was at the moment that is looked at, else as it is. */
  readonly shown: (run: RunView) => RunView;
  /** The run's trace to look things up in, with all that has been appended by now. */
  readonly recorded: (folder: string) => Promise<RecordedRun>;
  /** The same at once: a long one may not have been looked through yet, and nothing is read on. */
  readonly opened: (folder: string) => RecordedRun;
  readonly onDidChange: vscode.Event<Moment | null>;
}

/** Traces that are kept open: those that were asked for last. What is closed can be read nevertheless. */
const KEPT_OPEN = 3;

export function createMoments(runs: Runs): Moments {
  const changed = new vscode.EventEmitter<Moment | null>();
  const open = new Map<string, RecordedRun>();
  let moment: Moment | null = null;
  let looking: AbortController | null = null;

  const forget = (folder: string) => {
    open.get(folder)?.close();
    open.delete(folder);
  };
  const opened = (folder: string): RecordedRun => {
    const run = open.get(folder) ?? recordedRun(folder);
    open.delete(folder);
    open.set(folder, run);
    const [oldest] = open.keys();
    if (open.size > KEPT_OPEN && oldest !== undefined) forget(oldest);
    return run;
  };
  const recorded = async (folder: string): Promise<RecordedRun> => {
    const known = open.has(folder);
    const run = opened(folder);
    await run.ready;
    if (known) await run.grow();
    return run;
  };
  const set = (next: Moment | null) => {
    moment = next;
    changed.fire(next);
  };
  const look = async (folder: string, line: number, signal: AbortSignal) => {
    const run = await recorded(folder);
    signal.throwIfAborted();
    const [state, { history, earlier }] = await Promise.all([run.stateAt(line, signal), run.historyAt(line, signal)]);
    const view = runs.get(folder);
    if (!signal.aborted && view !== undefined)
      set({ folder, line, view: { ...view, state, history, earlier, held: false, heldAt: null } });
  };
  const gone = runs.onDidChange(() => {
    for (const folder of open.keys()) if (runs.get(folder) === undefined) forget(folder);
    if (moment !== null && runs.get(moment.folder) === undefined) set(null);
  });
  return {
    now: () => moment,
    look: async (folder, line) => {
      looking?.abort();
      looking = null;
      if (line === null) {
        if (moment !== null) set(null);
        return;
      }
      const mine = new AbortController();
      looking = mine;
      try {
        await look(folder, line, mine.signal);
      } catch (thrown) {
        if (!mine.signal.aborted) throw thrown;
      }
    },
    shown: (run) => (moment?.folder === run.folder ? moment.view : run),
    recorded,
    opened,
    onDidChange: changed.event,
    dispose: () => {
      looking?.abort();
      for (const folder of [...open.keys()]) forget(folder);
      gone.dispose();
      changed.dispose();
    },
  };
}
