import { stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { ConvergeError } from '../failure';
import { runFoldersOf } from '../runner/runs';

/**
 * The absolute path of a run folder given by path, by id, by the beginning of an id that only one run has, or as `latest`.
 * Throws `run-unknown`.
 */
export async function findRun(given: string, root: string, cwd = process.cwd()): Promise<string> {
  const path = resolve(cwd, given);
  if (await isFile(join(path, 'trace.ndjson'))) return path;
  const folders = await runFoldersOf(root);
  const [newest] = folders;
  if (given === 'latest' && newest !== undefined) return newest;
  const exact = folders.find((folder) => basename(folder) === given);
  if (exact !== undefined) return exact;
  const found = folders.filter((folder) => basename(folder).startsWith(given));
  const [first, ...others] = found;
  if (first !== undefined && others.length === 0) return first;
  const several = found.map((folder) => basename(folder)).join(', ');
  const hint =
    first === undefined ? 'converge list shows the runs.' : `These begin so: ${several}. Give more of the id.`;
  throw new ConvergeError('run-unknown', `There is no run "${given}" below ${root}. ${hint}`);
}

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
