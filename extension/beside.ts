import * as vscode from 'vscode';
import type { BesideCode, BesideNeeds, RestoreTo } from './beside/besideCode';
import type { Register } from './flowCommands';
import { COMMANDS, SETTINGS } from './ids';
import type { RunView } from './rows/runView';
import type { Views } from './trees';

export interface BesideRegistration extends vscode.Disposable {
  /** Loads what stands beside the code, the first time. */
  readonly code: () => Promise<BesideCode>;
}

export interface BesideCommandNeeds extends BesideNeeds {
  readonly views: Views;
  /** The run that a row or the palette means; undefined where there is none, which was said then. */
  readonly chooseRun: (given: unknown) => Promise<RunView | undefined>;
}

/** Commands about runs and the code beside them. What carries them out is loaded with the first run. */
export function registerBeside(register: Register, needs: BesideCommandNeeds): BesideRegistration {
  const { runs, views, log } = needs;
  let made: Promise<BesideCode> | null = null;
  const code = () => {
    made ??= import('./beside/besideCode').then(({ createBesideCode }) => createBesideCode(needs));
    return made;
  };
  const waiting = runs.onDidChange(() => {
    if (runs.all().length === 0) return;
    waiting.dispose();
    code().catch((thrown) => log.error(`beside the code: ${thrown}`));
  });
  const commands = vscode.Disposable.from(
    register(COMMANDS.changesOfRun, async (given?: unknown) => {
      const run = await needs.chooseRun(given);
      if (run) await (await code()).changedSinceBegin(run);
    }),
    register(COMMANDS.restorePass, async (given?: unknown) => {
      const run = await needs.chooseRun(given);
      if (run) await (await code()).restore(run, passGiven(given, views));
    }),
    register(COMMANDS.applyRun, async (given?: unknown) => {
      const run = await needs.chooseRun(given);
      if (run) await (await code()).applyRun(run);
    }),
    register(COMMANDS.undoRestore, async (root?: unknown) =>
      (await code()).undoRestore(typeof root === 'string' ? root : null),
    ),
    register(COMMANDS.toggleMarks, async () => {
      const settings = vscode.workspace.getConfiguration();
      await settings.update(SETTINGS.marks, settings.get(SETTINGS.marks) === false, vscode.ConfigurationTarget.Global);
    }),
  );
  return {
    code,
    dispose: () => {
      waiting.dispose();
      commands.dispose();
      void made?.then((each) => each.dispose());
    },
  };
}

/** The files at the end of the pass whose row was pointed at. */
function passGiven(given: unknown, views: Views): RestoreTo | null {
  const row = typeof given === 'string' ? views.of.runs.row(given) : undefined;
  if (!row?.contextValue.startsWith('pass') || row.target?.open !== 'changes') return null;
  return { tree: row.target.to, name: row.label };
}
