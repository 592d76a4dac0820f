import { ConvergeError } from '../failure';
import type { Lease } from '../node/lease';
import { acquireLease } from '../node/lease';
import { RUN_LOCK, WRITER_LOCK } from '../node/runFolder';
import { holderOf, runFoldersOf } from './runs';

/** Takes the lock of a run. Throws `run-held`, naming who has it. */
export async function takeRun(folder: string): Promise<Lease> {
  const lease = await acquireLease(folder, RUN_LOCK);
  if (lease.kind === 'lease') return lease;
  const { pid, startedAt } = lease.by;
  const message = `This run is carried by process ${pid} since ${startedAt}. Wait for it, or stop it with converge stop.`;
  throw new ConvergeError('run-held', message);
}

/** Takes the right to write to a workspace. Throws `workspace-held`, naming the run that has it. */
export async function takeWorkspace(ownFolder: string, root: string): Promise<Lease> {
  const lease = await acquireLease(ownFolder, WRITER_LOCK);
  if (lease.kind === 'lease') return lease;
  const { pid, startedAt } = lease.by;
  const message = `${await runOf(root, pid)} writes to ${root} (process ${pid}, since ${startedAt}). Wait for it, or stop it with converge stop.`;
  throw new ConvergeError('workspace-held', message);
}

async function runOf(root: string, pid: number): Promise<string> {
  for (const folder of await runFoldersOf(root)) {
    if ((await holderOf(folder))?.pid === pid) return `The run in ${folder}`;
  }
  return 'Another run';
}
