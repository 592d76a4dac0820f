import * as vscode from 'vscode';
import type { FlowFiles } from './flowFiles';
import { COMMANDS } from './ids';
import { showError, showWarning } from './plainNotice';
import { statusOf } from './rows/runView';
import { count } from './rows/words';
import type { Runs } from './runs';

/** What stands in the way of a start. Each says it to the person, with what can be done. */

/** False in an untrusted workspace and where there is no disk. */
export function mayExecute(uri: vscode.Uri): boolean {
  if (!vscode.workspace.isTrusted) {
    const manage = vscode.l10n.t('Manage Trust');
    const message = vscode.l10n.t(
      'This workspace is not trusted, so nothing in it is run. Flows can be drawn and checked.',
    );
    void showWarning(message, manage).then((chosen) => {
      if (chosen) void vscode.commands.executeCommand('workbench.trust.manage');
    });
    return false;
  }
  if (uri.scheme === 'file') return true;
  void showWarning(
    vscode.l10n.t('A run needs files on a disk. Save the flow in a folder of this machine and run it from there.'),
  );
  return false;
}

/** True where the flow is on the disk as it is shown, saved now if the person says so. */
export async function isSaved(uri: vscode.Uri): Promise<boolean> {
  const document = vscode.workspace.textDocuments.find((each) => each.uri.toString() === uri.toString());
  if (!document?.isDirty) return true;
  const save = vscode.l10n.t('Save and Run');
  const message = vscode.l10n.t('The flow has unsaved changes. What is run is what is saved.');
  if ((await showWarning(message, { modal: true }, save)) !== save) return false;
  return document.save();
}

export function tellProblems(flows: FlowFiles, uri: vscode.Uri): undefined {
  const reading = flows.get(uri);
  const errors = reading?.issues.filter((issue) => issue.severity === 'error') ?? [];
  const first = errors[0]?.message ?? vscode.l10n.t('It cannot be read.');
  const message = vscode.l10n.t('The flow has {0} and cannot run. {1}', count(errors.length, 'error'), first);
  const show = vscode.l10n.t('Show Problems');
  void showError(message, show).then((chosen) => {
    if (chosen) void vscode.commands.executeCommand('workbench.actions.view.problems');
  });
  return undefined;
}

/** True where a run of this root is carried already; the person is told which. */
export function tellHeld(runs: Runs, root: string): boolean {
  const held = runs.all().find((run) => run.held && runs.rootOf(run) === root);
  if (!held) return false;
  const flow = held.state.head?.flow.id ?? held.id;
  const message = vscode.l10n.t(
    '{0} is {1} in {2}. One run at a time writes to a workspace: stop it or wait.',
    flow,
    statusOf(held),
    root,
  );
  const show = vscode.l10n.t('Show Run');
  void showWarning(message, show).then((chosen) => {
    if (chosen) void vscode.commands.executeCommand(COMMANDS.openRun, held.folder);
  });
  return true;
}
