import * as vscode from 'vscode';
import { ConvergeError } from '../../engine/failure';
import type { ApplyPlan } from '../../engine/runner/applying';
import { apply, planApply } from '../../engine/runner/applying';
import { COMMANDS } from '../ids';
import { showInformation, showWarning } from '../plainNotice';
import { counted } from '../rows/counted';
import type { RunView } from '../rows/runView';
import type { Changes } from './changes';
import type { Goal } from './restoreGoal';
import { fileOf } from './workspaces';

/** The person who looks at what would be applied. */
export type AgreeToApply = (plan: ApplyPlan) => Promise<boolean>;

/**
 * Puts what a run made in its worktree into the workspace: shown first as a comparison of files, then asked, then written as
 * changes of files that Undo Restore takes back. False where nothing was written, which was said.
 */
export async function applyRun(
  run: RunView,
  root: string,
  changes: Pick<Changes, 'between'>,
  keep: (goal: Goal) => Thenable<void>,
  agree: AgreeToApply = askInWindow,
): Promise<boolean> {
  const refuse = (why: string): false => {
    void showWarning(why);
    return false;
  };
  try {
    const plan = await planApply(run.folder);
    if (plan.conflicts.length > 0) {
      const paths = plan.conflicts.join(', ');
      return refuse(vscode.l10n.t('Nothing was applied: you and the run changed the same lines of {0}.', paths));
    }
    if (plan.changes.length === 0) {
      void showInformation(vscode.l10n.t('The workspace has all that the run made: there is nothing to apply.'));
      return false;
    }
    const unsaved = unsavedAmong(root, plan);
    if (unsaved.length > 0) {
      return refuse(vscode.l10n.t('Nothing was applied: save {0} first, then apply again.', unsaved.join(', ')));
    }
    await changes.between(run, vscode.l10n.t('What the run would change in the workspace'), plan.now, plan.applied);
    if (!(await agree(plan))) return false;
    if (unsavedAmong(root, plan).length > 0) {
      return refuse(vscode.l10n.t('Nothing was applied: files were edited meanwhile. Apply again.'));
    }
    const end = await apply(run.folder, plan);
    if (end.ok === 'moved')
      return refuse(vscode.l10n.t('Nothing was applied: files were edited meanwhile. Apply again.'));
    if (!end.ok) return refuse(end.why);
    const only = end.changes.map(({ path }) => path);
    await keep({
      root,
      tree: end.before,
      name: vscode.l10n.t('before what the run made was applied'),
      only,
      since: plan.applied,
    });
    void offerUndo(root, only.length);
    return true;
  } catch (thrown) {
    // Carried now, held by another run, or not of a worktree: the message says which, and what to do.
    if (thrown instanceof ConvergeError) return refuse(thrown.message);
    throw thrown;
  }
}

async function offerUndo(root: string, count: number): Promise<void> {
  const undo = vscode.l10n.t('Undo Restore');
  if ((await showInformation(vscode.l10n.t('Applied. Changed: {0}.', counted(count, 'file')), undo)) === undo)
    await vscode.commands.executeCommand(COMMANDS.undoRestore, root);
}

const askInWindow: AgreeToApply = async ({ changes, merged }) => {
  const yes = vscode.l10n.t('Apply to Workspace');
  const question = vscode.l10n.t('Write what the run changed to the workspace ({0})?', counted(changes.length, 'file'));
  const both = merged.length === 0 ? '' : ` ${vscode.l10n.t('Merged with your changes: {0}.', merged.join(', '))}`;
  return (await showWarning(`${question}${both}`, yes)) === yes;
};

function unsavedAmong(root: string, { changes }: ApplyPlan): readonly string[] {
  const dirty = new Set(
    vscode.workspace.textDocuments.flatMap(({ isDirty, uri }) => (isDirty ? [uri.toString()] : [])),
  );
  return changes.map(({ path }) => path).filter((path) => dirty.has(fileOf(root, path).toString()));
}
