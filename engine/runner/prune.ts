import { lstat, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { ConvergeError } from '../failure';
import { withMappedErrors } from '../node/files';
import { OWN_FOLDER } from '../node/ownFolder';
import { RUNS_FOLDER } from '../node/runFolder';
import { removeStrayWorktrees, removeWorktree } from '../node/worktree/remove';
import { takeRun } from './held';
import type { Reading } from './runs';
import { readRun, runFoldersOf } from './runs';

/**
 * Which runs of a workspace may go, and taking them away.
 *
 * R1 Only a run that has ended goes. One that waits, is paused or was interrupted does only where all may; one that is
 *    carried never does.
 * R2 The newest `keep` runs stay, whatever they are, and of the others those that were last heard of within `olderThanMs`.
 * R3 A run goes whole: it is held meanwhile, so that nobody resumes it, looked at once more, and out of the list at once.
 *    What a crash leaves half removed is removed by the next prune.
 * R4 A run's worktree goes with it, and one whose run is gone. A branch that it committed to stays.
 */
export interface PruneRules {
  readonly keep?: number;
  /** Milliseconds. */
  readonly olderThanMs?: number;
  readonly all: boolean;
}

/** @param runs the newest first */
export function prunable(runs: readonly Reading[], rules: PruneRules, now: number): readonly Reading[] {
  const { keep = 0, olderThanMs = 0 } = rules;
  return runs.slice(keep).filter((run) => mayGo(run, rules) && now - lastHeardOf(run) >= olderThanMs);
}

function mayGo({ holder, state }: Reading, { all }: PruneRules): boolean {
  if (holder !== null) return false;
  return all || state.end !== null;
}

/** A run that cannot be read has its age from nowhere: it is as old as can be. */
const lastHeardOf = ({ history }: Reading): number => Date.parse(history.lastAt ?? '') || 0;

/** Takes a run's folder away; false where it was taken up, or gone, meanwhile. */
export async function removeRun(folder: string, rules: PruneRules): Promise<boolean> {
  const lock = await takeRun(folder).catch((thrown: unknown) => {
    if (thrown instanceof ConvergeError && thrown.code === 'run-held') return null;
    throw thrown;
  });
  if (lock === null) return false;
  try {
    if (!mayGo({ ...(await readRun(folder)), holder: null }, rules)) return false;
    await removeWorktree(folder);
    const gone = join(dirname(folder), `${GONE}${basename(folder)}`);
    await withMappedErrors(folder, async () => {
      await rename(folder, gone);
      await rm(gone, { recursive: true, force: true });
    });
    return true;
  } finally {
    await lock.release();
  }
}

/** The runs of a root, the newest first. What an earlier prune did not finish is finished unless it is only a look. */
export async function runsToPrune(root: string, { look }: { readonly look: boolean }): Promise<readonly Reading[]> {
  const own = join(root, OWN_FOLDER);
  const runs = join(own, RUNS_FOLDER);
  // What a link leads to is not of this workspace.
  if (!(await isFolder(own)) || !(await isFolder(runs))) return [];
  for (const name of look ? [] : await readdir(runs)) {
    if (name.startsWith(GONE)) await rm(join(runs, name), { recursive: true, force: true });
  }
  if (!look) await removeStrayWorktrees(root, new Set(await readdir(runs)));
  return Promise.all((await runFoldersOf(root)).map((folder) => readRun(folder)));
}

const isFolder = async (path: string): Promise<boolean> =>
  (await lstat(path).catch(() => undefined))?.isDirectory() === true;

/** No run's folder begins so. */
const GONE = '.gone-';
