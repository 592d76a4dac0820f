import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { ConvergeError } from '../failure';
import { ownFolder } from '../node/ownFolder';
import { lookAt } from '../node/workspace/lookedAt';
import type { MergedTree } from '../node/workspace/mergedTree';
import { mergeTrees } from '../node/workspace/mergedTree';
import type { Restored } from '../node/workspace/restore';
import { openWorkspace } from '../node/workspace/workspace';
import type { Worktree } from '../node/worktree/kept';
import { worktreeOf } from '../node/worktree/kept';
import { filesOf } from '../node/worktree/worktree';
import type { FileChange, TreeId } from '../ports';
import { takeRun, takeWorkspace } from './held';
import { readRun, rootOfRun } from './runs';
import { lastTree } from './worksIn';

/**
 * What a run made in its worktree, put into the user's workspace as changes of files.
 *
 * R1 A file that the user has not changed since is taken as the run left it. One that both changed is merged where the
 *    changes do not touch; where they do it is a conflict, and while there is one nothing is written.
 * R2 All or nothing, never the index, HEAD or a branch; what stood there is recorded before: `before` is the way back.
 * R3 Only files that the run changed are looked at.
 */
export interface ApplyPlan {
  readonly worktree: Worktree;
  /** What the run began with, and what it left. */
  readonly base: TreeId;
  readonly made: TreeId;
  /** The workspace as it is now. */
  readonly now: TreeId;
  /** The workspace as it would be. */
  readonly applied: TreeId;
  /** What would be changed in the workspace. */
  readonly changes: readonly FileChange[];
  readonly merged: readonly string[];
  readonly conflicts: readonly string[];
}

/** Throws `run-unknown` where the run had no worktree, `run-held` while it is carried. Changes nothing of the user's. */
export async function planApply(folder: string): Promise<ApplyPlan> {
  const lock = await takeRun(folder);
  try {
    return await plan(folder);
  } finally {
    await lock.release();
  }
}

async function plan(folder: string): Promise<ApplyPlan> {
  const worktree = await worktreeOf(folder);
  if (worktree === undefined) {
    throw new ConvergeError(
      'run-unknown',
      `The run in ${folder} worked in the workspace itself: there is nothing to apply.`,
    );
  }
  const root = rootOfRun(folder);
  const { run } = await readRun(folder);
  const made = await leftBy(root, run, folder, worktree);
  const looked = await lookAt(root);
  const now = await looked.now();
  if (!now.ok) throw new ConvergeError('folder-unwritable', `The workspace could not be recorded: ${now.why}`);
  const merged: MergedTree = await mergeTrees(root, { base: worktree.base, ours: now.tree, theirs: made });
  return {
    worktree,
    base: worktree.base,
    made,
    now: now.tree,
    applied: merged.tree,
    changes: await looked.changes(now.tree, merged.tree),
    merged: merged.merged,
    conflicts: merged.conflicts,
  };
}

/** As the worktree has its files now; where it is gone, as the run recorded them last. */
async function leftBy(root: string, run: string, folder: string, worktree: Worktree): Promise<TreeId> {
  if ((await lstat(join(worktree.folder, '.git')).catch(() => undefined)) === undefined) {
    return (await lastTree(folder)) ?? worktree.base;
  }
  const workspace = await openWorkspace(root, { elsewhere: filesOf(worktree, run) });
  const taken = await workspace.snapshot();
  if (taken.ok) return taken.tree;
  throw new ConvergeError('folder-unwritable', `The worktree could not be recorded: ${taken.why}`);
}

export type ApplyEnd =
  | { readonly ok: true; readonly before: TreeId; readonly changes: readonly FileChange[] }
  /** Nothing was done: the files are not what was agreed to any more. */
  | { readonly ok: 'moved'; readonly plan: ApplyPlan }
  | Extract<Restored, { readonly ok: false }>;

/** Carries a plan out that a person agreed to. No run can begin to write meanwhile; throws `workspace-held` where one does. */
export async function apply(folder: string, agreed: ApplyPlan): Promise<ApplyEnd> {
  const root = rootOfRun(folder);
  const lease = await takeWorkspace(await ownFolder(root), root);
  try {
    const current = await planApply(folder);
    if (current.now !== agreed.now || current.made !== agreed.made) return { ok: 'moved', plan: current };
    if (current.conflicts.length > 0) return { ok: false, why: conflictWords(current.conflicts) };
    const looked = await lookAt(root);
    const paths = current.changes.map(({ path }) => path);
    const restored = await looked.restore(current.applied, paths);
    return restored.ok ? { ok: true, before: current.now, changes: current.changes } : restored;
  } finally {
    await lease.release();
  }
}

export const conflictWords = (paths: readonly string[]): string =>
  `Nothing was written: the workspace and the run changed the same lines of ${paths.join(', ')}. Put these together by hand, from the worktree.`;
