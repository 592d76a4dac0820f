import * as vscode from 'vscode';
import type { FileChange } from '../../engine/ports';
import type { PutBackPlan } from '../../engine/runner/putBack';
import { showWarning } from '../plainNotice';
import type { Goal } from './restoreGoal';
import { leftAlone } from './restoreGoal';

/** The person who is asked before files are put back. */
export interface AskRestore {
  /**
   * @param unsaved how many editors of files that would change hold unsaved text
   * @param since how many files of an undo were changed since
   */
  readonly agree: (goal: Goal, plan: PutBackPlan, unsaved: number, since: number) => Promise<boolean>;
}

/** Asks in a modal dialog. `show` opens what would change, and asks on without one. */
export const askInWindow = (show: (goal: Goal, plan: PutBackPlan) => Promise<void>): AskRestore => ({
  agree: async (goal, plan, unsaved, since) => {
    const question = vscode.l10n.t('Restore the workspace to {0}?', goal.name);
    const detail = detailOf(plan, unsaved, since);
    const restore = unsaved > 0 ? vscode.l10n.t('Save and Restore') : vscode.l10n.t('Restore');
    const look = vscode.l10n.t('Show Changes');
    const chosen = await showWarning(question, { modal: true, detail }, restore, look);
    if (chosen !== look) return chosen === restore;
    await show(goal, plan);
    return (await showWarning(`${question} ${countsOf(plan.changes)}`, restore)) === restore;
  },
});

function detailOf(plan: PutBackPlan, unsaved: number, since: number): string {
  const { changes, kept } = plan;
  const lines = changes.slice(0, MOST_NAMED).map(({ path, change }) => `${WORDS[change]()} ${path}`);
  const more = changes.length - lines.length;
  return [
    countsOf(changes),
    ...lines,
    ...(more > 0 ? [vscode.l10n.t('and {0} more', more)] : []),
    ...(kept.length > 0 ? ['', leftAlone(kept)] : []),
    ...(since > 0 ? ['', vscode.l10n.t('{0} of these files were changed since the restore.', since)] : []),
    ...(unsaved > 0 ? ['', vscode.l10n.t('{0} unsaved editors are saved first.', unsaved)] : []),
    '',
    vscode.l10n.t('The files as they are now are recorded first; Undo Restore brings them back.'),
  ].join('\n');
}

const MOST_NAMED = 12;

/** What would be done to a file that is `change` from now to then. */
const WORDS: Readonly<Record<FileChange['change'], () => string>> = {
  added: () => vscode.l10n.t('brings back'),
  modified: () => vscode.l10n.t('changes'),
  deleted: () => vscode.l10n.t('removes'),
};

function countsOf(changes: readonly FileChange[]): string {
  const count = (change: FileChange['change']) => changes.filter((each) => each.change === change).length;
  return vscode.l10n.t(
    'What would happen to files: {0} changed, {1} brought back, {2} removed.',
    count('modified'),
    count('added'),
    count('deleted'),
  );
}
