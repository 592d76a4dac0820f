import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ConvergeError } from '../failure';
import { isLeftover } from './files';
import { OWN_FOLDER } from './ownFolder';
import { endTree, tokensInUse } from './processTree';
import { listRuns } from './runFolder';
import { indexToken } from './workspace/git';

/**
 * Ends what a holder that was killed hard has left behind in a workspace: processes of its run, which would go on changing
 * files under the next one, git's lock on the private index, half-written files. Only for who holds the workspace: then nobody else carries
 * a run in it, and whatever still runs there is nobody's. Throws `run-held` where a process cannot be ended.
 */
export async function endLeftovers(root: string): Promise<void> {
  const git = join(root, OWN_FOLDER, 'git');
  const index = indexToken(git);
  const runs = new Set((await listRuns(root)).map(({ run }) => run));
  const found = new Set<string>();
  for (const token of await tokensInUse()) {
    const run = token.slice(0, Math.max(0, token.indexOf('/')));
    if (token === index) found.add(token);
    else if (runs.has(run)) found.add(`${run}/`);
  }
  for (const token of found) {
    const left = await endTree({ leader: null, token }, GRACE_MS);
    if (left.length > 0) throw stillThere(left);
  }
  const own = join(root, OWN_FOLDER);
  const names = await readdir(own);
  const files = [join(git, 'index.lock'), ...names.filter(isLeftover).map((name) => join(own, name))];
  for (const file of files) await rm(file, { force: true });
}

const GRACE_MS = 2000;

const stillThere = (processes: readonly number[]): ConvergeError =>
  new ConvergeError(
    'run-held',
    `Processes of an earlier run here still live and could not be ended: ${processes.join(', ')}. End them, then start again.`,
  );
