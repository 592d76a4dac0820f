import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ConvergeError } from '../failure';
import { isLeftover } from './files';
import { holderOf } from './lease';
import { OWN_FOLDER } from './ownFolder';
import { endTree, tokensInUse } from './processTree';
import { listRuns, RUN_LOCK } from './runFolder';
import { indexToken } from './workspace/git';

/**
 * Ends what a holder that was killed hard has left behind in a workspace: processes of its run, which would go on changing
 * files under the next one, git's lock on the private index, half-written files. What a run does that is carried now is never ended: runs in worktrees of their own go on beside others.
 * Throws `run-held` where a process cannot be ended.
 *
 * @param writer whether the caller holds the workspace: whatever writes its index or its own files is nobody's then
 * @param own the run that the caller holds and is about to carry
 */
export async function endLeftovers(root: string, { writer = true, own: mine = '' } = {}): Promise<void> {
  const git = join(root, OWN_FOLDER, 'git');
  const index = indexToken(git);
  const runs = new Map((await listRuns(root)).map(({ run, folder }) => [run, folder]));
  const found = new Set<string>();
  for (const token of await tokensInUse()) {
    const run = token.slice(0, Math.max(0, token.indexOf('/')));
    const folder = runs.get(run);
    if (token === index && writer) found.add(token);
    else if (folder !== undefined && (run === mine || !(await isCarried(folder)))) found.add(`${run}/`);
  }
  for (const token of found) {
    const left = await endTree({ leader: null, token }, GRACE_MS);
    if (left.length > 0) throw stillThere(left);
  }
  const locks = [`index-${mine}.lock`, `checkout-${mine}.lock`].map((name) => join(git, name));
  for (const lock of mine === '' ? [] : locks) await rm(lock, { force: true });
  if (!writer) return;
  const own = join(root, OWN_FOLDER);
  const names = await readdir(own);
  const files = [join(git, 'index.lock'), ...names.filter(isLeftover).map((name) => join(own, name))];
  for (const file of files) await rm(file, { force: true });
}

const isCarried = async (folder: string): Promise<boolean> =>
  (await holderOf(folder, RUN_LOCK).catch(() => undefined)) !== undefined;

const GRACE_MS = 2000;

const stillThere = (processes: readonly number[]): ConvergeError =>
  new ConvergeError(
    'run-held',
    `Processes of an earlier run here still live and could not be ended: ${processes.join(', ')}. End them, then start again.`,
  );
