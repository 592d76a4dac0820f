import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { workspaceRoot, workspaceRootOf } from '../runner/workspaceRoot';
import { UsageError } from './command';

/** The root in which flows and runs are looked for: what `--workspace` says, else that of the current folder. */
export const rootToSearch = async (given: string | undefined): Promise<string> =>
  given === undefined ? workspaceRoot(process.cwd()) : folder(given);

/** The root in which a flow runs: what `--workspace` says, else the flow's own, wherever the program was started. */
export const rootOfFlow = async (flowPath: string, given: string | undefined): Promise<string> =>
  given === undefined ? workspaceRootOf(flowPath) : folder(given);

async function folder(given: string): Promise<string> {
  const path = resolve(given);
  const found = await stat(path).catch(() => null);
  if (!found?.isDirectory()) throw new UsageError(`--workspace ${given}: there is no such folder`);
  return path;
}
