import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { withMappedErrors } from '../files';
import { repositoryTop } from '../workspace/ignoreRules';
import { begunWorktreeOf } from './kept';
import { readyBeside, worktreesOf } from './place';
import { userGit } from './userGit';

/** Takes a run's worktree away, in git too. Nothing of the user's is touched; branches stay. Nothing happens where there is none. */
export async function removeWorktree(runFolder: string): Promise<void> {
  const found = await begunWorktreeOf(runFolder);
  if (found !== undefined) await removeFolder(found.folder, found.top);
}

async function removeFolder(folder: string, top: string | undefined): Promise<void> {
  await withMappedErrors(folder, async () => {
    await rm(folder, { recursive: true, force: true });
    await rm(readyBeside(folder), { recursive: true, force: true });
  });
  // Git forgets a worktree by its path, whether its folder is there or not.
  if (top !== undefined) await userGit(top, ['worktree', 'remove', '--force', '--force', folder]);
}

/** Takes away the worktrees of a root whose runs are gone. */
export async function removeStrayWorktrees(root: string, runs: ReadonlySet<string>): Promise<void> {
  const all = worktreesOf(root);
  for (const name of await readdir(all).catch(() => [])) {
    if (/^\d{8}-\d{6}-[0-9a-f]+$/.test(name) && !runs.has(name))
      await removeFolder(join(all, name), await repositoryTop(root));
  }
}
