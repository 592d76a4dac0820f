import { copyFile, rename, stat, utimes } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { TreeId } from '../../ports';
import type { FileInTree } from './fileVersions';
import { fileVersions } from './fileVersions';
import { LOOK_INDEX, openGit, RUN_INDEX } from './git';
import type { RecordedTrees } from './recorded';
import { recordedTrees } from './recorded';
import type { Restored } from './restore';
import { restoreFiles } from './restore';
import type { Snapshot } from './snapshot';
import { takeSnapshot } from './snapshot';

/** A workspace that a person looks at, whether a run is at work in it or not. */
export interface LookedAt extends RecordedTrees {
  /** Records the files as they are now, with an index of its own: no run waits for it, and none sees it. */
  readonly now: () => Promise<Snapshot>;
  readonly versions: (trees: readonly TreeId[], path: string) => Promise<readonly FileInTree[]>;
  /** Puts files back as a tree has them; see `restoreFiles`. Whoever calls it holds the workspace. */
  readonly restore: (tree: TreeId, paths: readonly string[]) => Promise<Restored>;
}

const LIMIT_MS = 60_000;

/** Throws `git-missing`, or `folder-unwritable` for `.converge`. */
export async function lookAt(root: string): Promise<LookedAt> {
  const absolute = resolve(root);
  const git = await openGit(absolute, LOOK_INDEX);
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(act: () => Promise<T>): Promise<T> => {
    const next = last.then(act, act);
    last = next.catch(() => undefined);
    return next;
  };
  return {
    ...recordedTrees(git),
    now: () =>
      inTurn(async () => {
        await copyIndex(join(git.folder, RUN_INDEX), join(git.folder, LOOK_INDEX)).catch(() => undefined);
        return takeSnapshot(git, LIMIT_MS);
      }),
    versions: (trees, path) => fileVersions(git, trees, path),
    restore: (tree, paths) => inTurn(() => restoreFiles(absolute, git, tree, paths)),
  };
}

/**
 * A run's index knows which files did not change since: none of these is read again. Git distrusts what it knows of files
 * that are as new as the index itself, so that the copy must not be newer than what it is a copy of.
 */
async function copyIndex(from: string, to: string): Promise<void> {
  const { mtimeMs } = await stat(from);
  const copied = `${to}.new`;
  await copyFile(from, copied);
  const time = Math.floor(mtimeMs) / 1000;
  await utimes(copied, time, time);
  await rename(copied, to);
}
