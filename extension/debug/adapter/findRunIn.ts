import { isAbsolute } from 'node:path';
import { findRun } from '../../../engine/cli/findRun';
import { ConvergeError } from '../../../engine/failure';

/** The folder of a run given by its absolute folder or by its id in one of the workspaces. Throws `run-unknown`. */
export async function findRunIn(given: string, roots: readonly string[]): Promise<string> {
  for (const root of isAbsolute(given) ? ['/'] : roots) {
    const found = await findRun(given, root, root).catch(() => null);
    if (found !== null) return found;
  }
  const where = isAbsolute(given) ? '' : ` below ${roots.join(', ') || 'any open folder'}`;
  const message = `There is no run "${given}"${where}. Give the absolute path of a run folder, or the id of a run there.`;
  throw new ConvergeError('run-unknown', message);
}
