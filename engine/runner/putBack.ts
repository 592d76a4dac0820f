import { ownFolder } from '../node/ownFolder';
import type { LookedAt } from '../node/workspace/lookedAt';
import { standing } from '../node/workspace/replacing';
import type { FileChange, TreeId } from '../ports';
import { takeWorkspace } from './held';

/** What putting the workspace back to a recorded tree would change. */
export interface PutBackPlan {
  readonly ok: true;
  /** The files as they are now, recorded: the way back. */
  readonly now: TreeId;
  readonly changes: readonly FileChange[];
  /** Files of the tree that are left as they are: what stands there is not recorded (ignored, unreadable) and would be lost. */
  readonly kept: readonly string[];
}

type Refused = { readonly ok: false; readonly why: string };

/** @param only the paths that count; absent: all */
export async function planPutBack(
  root: string,
  looked: LookedAt,
  tree: TreeId,
  only?: ReadonlySet<string>,
): Promise<PutBackPlan | Refused> {
  const snapshot = await looked.now();
  if (!snapshot.ok) return snapshot;
  const now = snapshot.tree;
  const all = (await looked.changes(now, tree)).filter(({ path }) => only?.has(path) ?? true);
  const changes: FileChange[] = [];
  const kept: string[] = [];
  for (const change of all) {
    const there = change.change === 'added' ? await standing(root, change.path) : undefined;
    if (there === undefined || there.isDirectory()) changes.push(change);
    else kept.push(change.path);
  }
  return { ok: true, now, changes, kept };
}

export type PutBackEnd =
  | { readonly ok: true; readonly before: TreeId; readonly changes: readonly FileChange[] }
  /** Nothing was done: the files are not what was agreed to any more. */
  | { readonly ok: 'moved'; readonly plan: PutBackPlan }
  | Refused;

/**
 * Puts the files back as a recorded tree has them, all or none, the present state recorded before. No run can begin to write
 * meanwhile. Throws `workspace-held` where one does already.
 *
 * @param agreed what a person agreed to; where anything else would change now, nothing is done
 */
export async function putBack(
  root: string,
  looked: LookedAt,
  tree: TreeId,
  agreed: PutBackPlan,
  only?: ReadonlySet<string>,
): Promise<PutBackEnd> {
  const lease = await takeWorkspace(await ownFolder(root), root);
  try {
    const plan = await planPutBack(root, looked, tree, only);
    if (!plan.ok) return plan;
    if (plan.now !== agreed.now) return { ok: 'moved', plan };
    const restored = await looked.restore(
      tree,
      plan.changes.map(({ path }) => path),
    );
    return restored.ok ? { ok: true, before: plan.now, changes: plan.changes } : restored;
  } finally {
    await lease.release();
  }
}
