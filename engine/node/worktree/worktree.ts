import { lstat, mkdir, realpath, rm } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { ConvergeError } from '../../failure';
import type { TreeId } from '../../ports';
import { withMappedErrors } from '../files';
import { openGit } from '../workspace/git';
import { repositoryTop } from '../workspace/ignoreRules';
import { lookAt } from '../workspace/lookedAt';
import { openWorkspace } from '../workspace/workspace';
import { bring } from './bring';
import type { Worktree } from './kept';
import { keepWorktree, worktreeOf } from './kept';
import { readyBeside, worktreesOf } from './place';
import { userGit } from './userGit';

export interface WorktreeWish {
  /** Absolute: the workspace root of the user. */
  readonly root: string;
  readonly run: string;
  readonly runFolder: string;
  readonly bring: readonly string[];
}

/**
 * A git worktree of a run's own.
 *
 * R1 It is made from HEAD, byte for byte as git stores the files; what the user has not committed is not in it, unless it is
 *    brought. Its HEAD is detached: no branch of the user moves.
 * R2 Where it is stands in the run folder before it is made, and what it began with once it is whole: whatever kills us in
 *    between, it is found and removed, and never taken for one that is ready.
 * R3 Files go into it and are recorded by our own git directory: no filter, hook or setting of the repository is run.
 * R4 A folder that is gone (it stands among the caches) is made again as it was last recorded.
 *
 * Throws `folder-unwritable` with the reason where there can be none, such as outside of a git repository.
 */
export async function makeWorktree({ root, run, runFolder, bring: brought }: WorktreeWish): Promise<Worktree> {
  const top = await repositoryTop(root);
  if (top === undefined) {
    throw impossible(`${root} is not in a git repository. Make one with git init and a commit`);
  }
  const commit = await headOf(top);
  const folder = join(worktreesOf(root), run);
  await keepWorktree(runFolder, { folder, top });
  await withMappedErrors(folder, () => mkdir(dirname(folder), { recursive: true, mode: 0o700 }));
  await register(top, folder, commit);
  const inside = resolve(folder, relative(top, root));
  await checkOut(root, run, top, folder, commit);
  await withMappedErrors(inside, () => mkdir(inside, { recursive: true }));
  const left = await bring(root, inside, brought);
  const worktree = { folder, top, root: inside, commit, bring: [...brought], left: [...left] };
  const base = await recorded(root, run, worktree);
  const made: Worktree = { ...worktree, base, without: await countOthers(root, base) };
  await keepWorktree(runFolder, made);
  return made;
}

/** The worktree of a run that goes on; its folder is made again where it is gone: as last recorded, and with what is brought. */
export async function standingWorktree(
  { root, run, runFolder }: Omit<WorktreeWish, 'bring'>,
  last: TreeId | null,
): Promise<Worktree> {
  const worktree = await worktreeOf(runFolder);
  if (worktree === undefined) throw impossible(`what the run ${run} began with is not known any more`);
  const { folder, top, commit } = worktree;
  if ((await lstat(join(folder, '.git')).catch(() => undefined)) !== undefined) return worktree;
  await withMappedErrors(folder, () => mkdir(dirname(folder), { recursive: true, mode: 0o700 }));
  await register(top, folder, commit);
  await checkOut(root, run, top, folder, commit);
  await mkdir(worktree.root, { recursive: true });
  await bring(root, worktree.root, worktree.bring);
  const elsewhere = filesOf(worktree, run);
  const workspace = await openWorkspace(root, { elsewhere });
  const restored = await workspace.restore(last ?? worktree.base);
  if (!restored.ok) throw impossible(`its files could not be put back: ${restored.why}`);
  return worktree;
}

/** Where the files of a worktree are recorded and made ready. */
export const filesOf = ({ root, folder }: Pick<Worktree, 'root' | 'folder'>, run: string) => ({
  files: root,
  ready: join(readyBeside(folder), 'restore'),
  run,
});

const impossible = (why: string): ConvergeError =>
  new ConvergeError('folder-unwritable', `The run cannot have a worktree: ${why}.`);

async function headOf(top: string): Promise<string> {
  const head = await userGit(top, ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']);
  const commit = head.stdout.toString('utf8').trim();
  if (head.exit === 0 && commit !== '') return commit;
  throw impossible(
    `the repository ${top} has no commit to make it from${head.stderr === '' ? '' : ` (${head.stderr})`}`,
  );
}

/** Git knows of it, and its index is that of the commit; no file is written yet. */
async function register(top: string, folder: string, commit: string): Promise<void> {
  const added = await userGit(top, ['worktree', 'add', '--force', '--no-checkout', '--detach', folder, commit]);
  if (added.exit !== 0) throw impossible(`git could not make it: ${added.stderr || 'it took too long'}`);
  const filled = await userGit(folder, ['read-tree', commit]);
  if (filled.exit !== 0) throw impossible(`git could not fill its index: ${filled.stderr}`);
}

/** R3. An index of its own, which is gone afterwards: what is recorded later is to be read whole, into our own objects. */
async function checkOut(root: string, run: string, top: string, folder: string, commit: string): Promise<void> {
  const index = `checkout-${run}`;
  const git = await openGit(root, index, undefined, { files: folder, ready: readyBeside(folder), run });
  const objects = await objectsOf(top);
  try {
    for (const args of [
      ['read-tree', commit],
      ['checkout-index', '--all', '--force'],
    ]) {
      const end = await git.run(args, { objects, timeoutMs: 600_000 });
      if (end.exit !== 0) throw impossible(`its files could not be written: ${end.stderr || 'it took too long'}`);
    }
  } finally {
    await rm(join(git.folder, index), { force: true });
    await rm(join(git.folder, `${index}.lock`), { force: true });
  }
}

export async function objectsOf(top: string): Promise<string> {
  const found = await userGit(top, ['rev-parse', '--git-path', 'objects']);
  return realpath(resolve(top, found.stdout.toString('utf8').trim()));
}

async function recorded(root: string, run: string, worktree: Pick<Worktree, 'root' | 'folder'>): Promise<TreeId> {
  const workspace = await openWorkspace(root, { elsewhere: filesOf(worktree, run) });
  const snapshot = await workspace.snapshot();
  if (snapshot.ok) return snapshot.tree;
  throw impossible(snapshot.why);
}

async function countOthers(root: string, base: TreeId): Promise<number> {
  const looked = await lookAt(root);
  const now = await looked.now();
  return now.ok ? (await looked.changes(base, now.tree)).length : 0;
}
