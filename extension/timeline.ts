import * as vscode from 'vscode';
import type { Register } from './flowCommands';
import { COMMANDS } from './ids';
import type { RowOpener } from './openRow';
import { openRow } from './openRow';
import { runMarks } from './rows/runMarks';
import type { RunView } from './rows/runView';
import type { TimelineNeeds, Timelines } from './timeline/timelines';

export interface TimelineRegistration extends vscode.Disposable {
  /** For tests; null before any was shown. */
  readonly timelines: () => Timelines | null;
}

interface Needs extends Omit<TimelineNeeds, 'statusOf' | 'open'> {
  readonly opener: RowOpener;
  /** Runs of the workspace have been looked for. */
  readonly looked: Promise<unknown>;
  /** The run that was pointed at; without one the run that the views show; undefined where there is none, which was said. */
  readonly chooseRun: (given: unknown) => Promise<RunView | undefined>;
}

/** The command that shows a run in time. What carries it out is loaded with the first of them, or with one that was open. */
export function registerTimeline(register: Register, needs: Needs): TimelineRegistration {
  let made: Timelines | null = null;
  const timelines = async (): Promise<Timelines> => {
    const { createTimelines } = await import('./timeline/timelines');
    made ??= createTimelines({
      ...needs,
      open: (target) => openRow(target, needs.opener),
      statusOf: (run) => runMarks(run).status,
    });
    return made;
  };
  const registered = vscode.Disposable.from(
    register(COMMANDS.showTimeline, async (given?: unknown) => {
      await needs.looked;
      const run = await needs.chooseRun(given ?? needs.runs.shown()?.folder);
      if (run) (await timelines()).show(run.folder);
    }),
    vscode.window.registerWebviewPanelSerializer('converge.timeline', {
      deserializeWebviewPanel: async (panel, state: unknown) => {
        await needs.looked;
        (await timelines()).restore(panel, state);
      },
    }),
  );
  return {
    timelines: () => made,
    dispose: () => {
      registered.dispose();
      made?.dispose();
    },
  };
}
