import * as vscode from 'vscode';
import type { Register } from './flowCommands';
import { COMMANDS } from './ids';
import { pickRun } from './pickRun';
import { showInformation } from './plainNotice';
import type { RunView } from './rows/runView';
import { newestFirst } from './rows/runView';
import { chooseRun, runGiven } from './runChoice';
import type { RunCommandNeeds } from './runCommandNeeds';

/** Commands that tell of runs: a report of one, two beside each other. What carries them out is loaded with the first. */
export function registerReports(register: Register, needs: RunCommandNeeds): vscode.Disposable {
  const none = () => vscode.l10n.t('Nothing has run here yet.');
  const began = (run: RunView) => run.state.head !== null;
  return vscode.Disposable.from(
    // The second argument is a file to write to; menus of trees give the rows that are selected there.
    register(COMMANDS.exportReport, async (given?: unknown, target?: unknown) => {
      const run = await chooseRun(needs, given, began, vscode.l10n.t('Report'), none());
      if (!run) return;
      const { exportReport } = await import('./reporting/reporting');
      await exportReport(run.folder, target instanceof vscode.Uri ? target : undefined);
    }),
    register(COMMANDS.runActions, async (given?: unknown) => {
      const run = await chooseRun(needs, given, began, vscode.l10n.t('Run'), none());
      if (run) await (await import('./noticing/noticing')).askAction(run);
    }),
    register(COMMANDS.compareRuns, async (given?: unknown, selected?: unknown) => {
      const named = (Array.isArray(selected) ? selected : []).flatMap((each) => runGiven(each, needs) ?? []);
      const [one = await chooseRun(needs, given, began, vscode.l10n.t('Compare'), none()), two] = [...new Set(named)];
      if (!one) return;
      const other = two ?? (await anotherRun(one, needs));
      if (other) await (await import('./reporting/reporting')).compareRuns(one, other);
    }),
  );
}

/** One to compare with: those of the same flow stand first. */
async function anotherRun(than: RunView, { runs }: RunCommandNeeds): Promise<RunView | undefined> {
  const isOther = (run: RunView) => run.folder !== than.folder && run.state.head !== null;
  const others = newestFirst(runs.all()).filter(isOther);
  const isSame = (run: RunView) => run.state.head?.flow.id === than.state.head?.flow.id;
  if (others.length === 0) void showInformation(vscode.l10n.t('There is no other run to compare with.'));
  return pickRun([...others.filter(isSame), ...others.filter((run) => !isSame(run))], vscode.l10n.t('Compare with'));
}
