import * as vscode from 'vscode';
import type { RecordedRun } from '../engine/node/recordedRun';
import { openRecordedRun } from '../engine/node/recordedRun';
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
 */
export interface Moments extends vscode.Disposable {
  /** The moment that is looked at; null: everything shows the present. */
  readonly now: () => Moment | null;
  /** Looks at a run behind a line of its trace; null: back to the present. The last call wins. */
  readonly look: (folder: string, line: number | null) => Promise<void>;
  /** The run as it is to be shown: as it was at the moment that is looked at, else as it is. */
  readonly shown: (run: RunView) => RunView;
  /** The run's trace to look things up in; kept open while it is the one that was asked for last. */
  readonly recorded: (folder: string) => Promise<RecordedRun>;
  readonly onDidChange: vscode.Event<Moment | null>;
}

export function createMoments(runs: Runs): Moments {
  const changed = new vscode.EventEmitter<Moment | null>();
  let moment: Moment | null = null;
  let asked = 0;
  let open: { readonly folder: string; readonly run: Promise<RecordedRun> } | null = null;
  const recorded = async (folder: string): Promise<RecordedRun> => {
    if (open?.folder !== folder) {
      void open?.run.then((run) => run.close());
      open = { folder, run: openRecordedRun(folder) };
      return open.run;
    }
    const run = await open.run;
    await run.grow();
    return run;
  };
  const set = (next: Moment | null) => {
    moment = next;
    changed.fire(next);
  };
  return {
    now: () => moment,
    look: async (folder, line) => {
      asked += 1;
      const mine = asked;
      if (line === null) {
        if (moment !== null) set(null);
        return;
      }
      const run = await recorded(folder);
      const [state, { history }] = await Promise.all([run.stateAt(line), run.historyAt(line)]);
      const view = runs.get(folder);
      if (mine !== asked || view === undefined) return;
      set({ folder, line, view: { ...view, state, history, held: false, heldAt: null } });
    },
    shown: (run) => (moment?.folder === run.folder ? moment.view : run),
    recorded,
    onDidChange: changed.event,
    dispose: () => {
      void open?.run.then((run) => run.close());
      changed.dispose();
    },
  };
}
