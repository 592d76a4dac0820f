import * as vscode from 'vscode';
import { knownLoops } from '../engine/runner/knownLoops';
import type { Control } from '../engine/trace/control';
import type { Register } from './flowCommands';
import { flowPathOf } from './flowPath';
import { COMMANDS } from './ids';
import { isSaved, mayExecute } from './mayStart';
import { showInformation } from './plainNotice';
import type { RunView } from './rows/runView';
import { isResumable } from './rows/runView';
import { askCaps } from './runCaps';
import { chooseRun } from './runChoice';
import type { RunCommandNeeds } from './runCommandNeeds';

/**
 * What a person does to a run beside stopping and answering it. All of it is off in an untrusted workspace.
 *
 * R1 Whoever carries the run is told; where nobody does, nothing is pretended: a run that cannot go on says why.
 * R2 Other caps and another flow take effect from now on: what was counted and spent stays counted and spent.
 */
export function registerRunControls(register: Register, needs: RunCommandNeeds): vscode.Disposable {
  const { runs, views, starter } = needs;
  const noneLive = () => vscode.l10n.t('No run is going on.');

  const tell = (act: Control, fits: (run: RunView) => boolean, title: () => string, none = noneLive) => {
    return async (given?: unknown) => {
      const run = await chooseRun(needs, given, (each) => each.held && fits(each), title(), none());
      if (!run || !mayExecute(vscode.Uri.file(run.folder))) return;
      if (!(await runs.act(run.folder, act))) void showInformation(noneLive());
    };
  };

  return vscode.Disposable.from(
    register(
      COMMANDS.pause,
      tell(
        { do: 'pause' },
        (run) => !run.state.paused,
        () => vscode.l10n.t('Pause'),
      ),
    ),
    register(
      COMMANDS.stopAfterPass,
      tell(
        { do: 'stop', when: 'pass' },
        (run) => hasPasses(run) && !run.state.stopAfterPass,
        () => vscode.l10n.t('Stop after this pass'),
        () => vscode.l10n.t('No run with passes ahead is going on. A run can be stopped without waiting for one.'),
      ),
    ),
    register(COMMANDS.changeCaps, async (given?: unknown) => {
      const none = vscode.l10n.t('There is no run whose caps can be changed.');
      const open = (each: RunView) => each.held || each.state.end === null || isResumable(each);
      const run = await chooseRun(needs, given, open, vscode.l10n.t('Change Caps'), none);
      if (!run || !mayExecute(vscode.Uri.file(run.folder))) return;
      const act = await askCaps(run);
      if (!act || (await runs.act(run.folder, act))) return;
      // A run that a bound has ended goes on only with that bound raised; any other begins with the change.
      await starter.resume(run, run.state.end === null ? { acts: [act] } : { raised: { [act.loop]: act.caps } });
    }),
    register(COMMANDS.resumeWithChanges, async (given?: unknown) => {
      const none = vscode.l10n.t('There is no run to resume.');
      const run = await chooseRun(needs, given, isResumable, vscode.l10n.t('Resume'), none);
      if (!run) return;
      const file = flowPathOf(run, runs.rootOf(run));
      if (file === '' || (await isSaved(vscode.Uri.file(file)))) await starter.resume(run, { withChanges: true });
    }),
    register(COMMANDS.fork, async (given?: unknown) => {
      const none = vscode.l10n.t('There is no run to fork.');
      const began = (each: RunView) => each.state.head !== null;
      const run = await chooseRun(needs, given, began, vscode.l10n.t('Fork'), none);
      if (!run || !mayExecute(vscode.Uri.file(run.folder))) return;
      const { forkRun } = await import('../engine/runner/fork');
      const made = await forkRun({ folder: run.folder });
      await runs.refresh();
      await views.revealRun(made.folder);
      const resume = vscode.l10n.t('Resume');
      const message = vscode.l10n.t(
        'Forked: a new run as {0} was behind super-step {1}. The files of the workspace are as they are now.',
        run.id,
        made.superStep,
      );
      void showInformation(message, resume).then((chosen) => {
        if (chosen) void vscode.commands.executeCommand(COMMANDS.resume, made.folder);
      });
    }),
  );
}

/** Whether there are passes at all; what is asked before the first one holds for it. */
const hasPasses = ({ state, flow = null }: RunView): boolean => [...knownLoops(state, flow).values()].includes('until');
