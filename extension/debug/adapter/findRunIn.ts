import { isAbsolute } from 'node:path';
import { findRun } from '../../../engine/cli/findRun';
import { ConvergeError } from '../../../engine/failure';
import { say } from '../../rows/say';

/** The folder of a run given by its absolute folder or by its id in one of the workspaces. Throws `run-unknown`. */
export async function findRunIn(given: string, roots: readonly string[]): Promise<string> {
  for (const root of isAbsolute(given) ? ['/'] : roots) {
    const found = await findRun(given, root, root).catch(() => null);
    if (found !== null) return found;
  }
  throw new ConvergeError('run-unknown', unknown(given, roots));
}

function unknown(given: string, roots: readonly string[]): string {
  if (isAbsolute(given))
    return say('There is no run "{0}". Give the absolute path of a run folder, or the id of a run there.', given);
  const where = roots.length === 0 ? say('any open folder') : roots.join(', ');
  return say(
    'There is no run "{0}" below {1}. Give the absolute path of a run folder, or the id of a run there.',
    given,
    where,
  );
}
