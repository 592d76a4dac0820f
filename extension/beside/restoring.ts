import * as vscode from 'vscode';
import { ConvergeError } from '../../engine/failure';
import type { LookedAt } from '../../engine/node/workspace/lookedAt';
import type { FileChange } from '../../engine/ports';
import type { PutBackEnd, PutBackPlan } from '../../engine/runner/putBack';
import { planPutBack, putBack } from '../../engine/runner/putBack';
import { COMMANDS } from '../ids';
import { showInformation, showWarning } from '../plainNotice';
import { counted } from '../rows/counted';
import type { RunView } from '../rows/runView';
import type { AskRestore } from './askRestore';
import { notRecorded } from './changes';
import type { Goal } from './restoreGoal';
import { leftAlone } from './restoreGoal';
import type { Workspaces } from './workspaces';
import { fileOf } from './workspaces';

/**
 * Puts the files of a workspace back as a run recorded them.
 *
 * R1 Refused while a run is going on in that root; none can begin meanwhile.
 * R2 Asked first, with what would change. Unsaved editors of files that would change are asked about and saved, or it ends.
 * R3 The present state is recorded first: an undo puts it back byte for byte, and is asked and undoable itself.
 * R4 Files that are not recorded are left alone, and nothing of the repository (HEAD, index, hooks) is touched.
 */
export interface Restoring {
  /** False where nothing was done, which was said. */
  readonly to: (goal: Goal, ask: AskRestore) => Promise<boolean>;
  /** The way back of the last restore in each root, the latest first. */
  readonly undoable: () => readonly Goal[];
  /** A way back that something else made. */
  readonly keep: (goal: Goal) => Thenable<void>;
}

export function restoring(workspaces: Workspaces, memento: vscode.Memento): Restoring {
  const undoable = (): readonly Goal[] => memento.get<readonly Goal[]>(KEPT, []);
  const keep = (goal: Goal) =>
    memento.update(KEPT, [goal, ...undoable().filter(({ root }) => root !== goal.root)].slice(0, MOST_KEPT));

  const refuse = (why: string): false => {
    void showWarning(why);
    return false;
  };
  const runningIn = (root: string): RunView | undefined =>
    workspaces.runsOf(root).find((run) => run.held && run.state.end === null);

  const to = async (goal: Goal, ask: AskRestore): Promise<boolean> => {
    const { root, name } = goal;
    const looked = await workspaces.fresh(root);
    const only = goal.only && new Set(goal.only);
    for (;;) {
      const running = runningIn(root);
      if (running) return refuse(isRunning(running));
      const plan = await planned(looked, goal, only);
      if (plan === 'gone') {
        notRecorded(name);
        return false;
      }
      if (!plan.ok) return refuse(vscode.l10n.t('The files as they are now could not be recorded: {0}', plan.why));
      if (plan.changes.length === 0) {
        void showInformation(sameAlready(name, plan.kept));
        return false;
      }
      const unsaved = unsavedAmong(root, plan.changes);
      if (!(await ask.agree(goal, plan, unsaved.length, await changedSince(looked, goal, only)))) return false;
      await Promise.all(unsaved.map((document) => document.save()));
      if (unsavedAmong(root, plan.changes).length > 0) {
        return refuse(vscode.l10n.t('An editor could not be saved, so nothing was restored.'));
      }
      // What was saved is a part of the present state now. Where it changes the answer, it is asked again.
      const latest = unsaved.length === 0 ? plan : await planned(looked, goal, only);
      if (latest === 'gone' || !latest.ok || !sameChanges(latest.changes, plan.changes)) continue;
      const end = await putBackTo(looked, goal, latest, only);
      if (end !== 'again') return end;
    }
  };

  const putBackTo = async (
    looked: LookedAt,
    goal: Goal,
    plan: PutBackPlan,
    only: ReadonlySet<string> | undefined,
  ): Promise<boolean | 'again'> => {
    const end = await putBack(goal.root, looked, goal.tree, plan, only).catch((thrown): PutBackEnd => {
      // The message names the run.
      if (thrown instanceof ConvergeError && thrown.code === 'workspace-held')
        return { ok: false, why: thrown.message };
      throw thrown;
    });
    if (end.ok === 'moved') return 'again';
    if (!end.ok) return refuse(end.why);
    const back: Goal = {
      root: goal.root,
      tree: end.before,
      name: vscode.l10n.t('before the restore to {0}', goal.name),
      only: end.changes.map(({ path }) => path),
      since: goal.tree,
    };
    await keep(back);
    void offerUndo(goal, end.changes.length, plan.kept);
    return true;
  };

  const offerUndo = async ({ root, name }: Goal, count: number, kept: readonly string[]) => {
    const undo = vscode.l10n.t('Undo Restore');
    const left = kept.length === 0 ? '' : ` ${leftAlone(kept)}`;
    const said = vscode.l10n.t('Restored {0}. Changed: {1}.', name, counted(count, 'file')) + left;
    if ((await showInformation(said, undo)) !== undo) return;
    await vscode.commands.executeCommand(COMMANDS.undoRestore, root);
  };

  return { to, undoable, keep };
}

const KEPT = 'converge.undoRestore';
const MOST_KEPT = 10;

const isRunning = (run: RunView): string =>
  vscode.l10n.t(
    'The run of {0} is going on in this workspace, so its files are not restored. Stop it first, or wait for its end.',
    run.state.head?.flow.id ?? run.id,
  );

const sameAlready = (name: string, kept: readonly string[]): string =>
  kept.length === 0
    ? vscode.l10n.t('The workspace is already as it was: {0}. Nothing would change.', name)
    : leftAlone(kept);

async function planned(looked: LookedAt, { root, tree }: Goal, only: ReadonlySet<string> | undefined) {
  try {
    return await planPutBack(root, looked, tree, only);
  } catch (thrown) {
    // The tree, or a content of it, is not among git's objects any more.
    if (thrown instanceof ConvergeError && thrown.code === 'internal') return 'gone';
    throw thrown;
  }
}

/** How many files of an undo were changed since the restore. */
async function changedSince(looked: LookedAt, goal: Goal, only: ReadonlySet<string> | undefined): Promise<number> {
  const now = goal.since === undefined ? null : await looked.now();
  if (!now?.ok || goal.since === undefined) return 0;
  const changes = await looked.changes(goal.since, now.tree).catch(() => []);
  return changes.filter(({ path }) => only?.has(path) ?? true).length;
}

const unsavedAmong = (root: string, changes: readonly FileChange[]): readonly vscode.TextDocument[] => {
  const paths = new Set(changes.map(({ path }) => fileOf(root, path).toString()));
  return vscode.workspace.textDocuments.filter(({ isDirty, uri }) => isDirty && paths.has(uri.toString()));
};

const sameChanges = (a: readonly FileChange[], b: readonly FileChange[]): boolean =>
  a.length === b.length && a.every(({ path, change }, index) => b[index]?.path === path && b[index]?.change === change);
