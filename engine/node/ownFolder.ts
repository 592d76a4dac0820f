import { lstat, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ConvergeError } from '../failure';
import { withMappedErrors, writeWhole } from './files';
import { readOwnFile } from './ownFile';

export const OWN_FOLDER = '.converge';
/** Cache entries and effect markers, below it. */
export const STORE_FOLDER = 'store';
/** Runs, snapshots and locks stay out of the user's repository; flows kept in `.converge/flows/` do not. */
const IGNORE = 'runs/\ngit/\nstore/\nwriter.*\n.*.tmp\n.gitignore\n';
const OLD_IGNORES: ReadonlySet<string> = new Set(['runs/\ngit/\nwriter.*\n.*.tmp\n.gitignore\n']);

/** `.converge/` below the workspace root, made where it is missing. One that is a link is refused. */
export async function ownFolder(root: string): Promise<string> {
  const folder = join(root, OWN_FOLDER);
  await realFolder(folder);
  const ignore = join(folder, '.gitignore');
  const there = await readOwnFile(ignore).catch(() => undefined);
  if (there === undefined || (there !== IGNORE && OLD_IGNORES.has(there))) await writeWhole(ignore, IGNORE);
  return folder;
}

/** Makes sure that `folder` is a folder and no link, making it where it is missing (its parent must be there). */
export async function realFolder(folder: string): Promise<void> {
  await withMappedErrors(folder, async () => {
    const there = await lstat(folder).catch(ifMissing);
    if (there?.isDirectory()) return;
    if (there === undefined) {
      await mkdir(folder).catch(ifThere);
      if ((await lstat(folder)).isDirectory()) return;
    }
    throw new ConvergeError(
      'folder-unwritable',
      `${folder} is a link or a file. Converge writes only into a folder of its own: remove it, then start again.`,
    );
  });
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);

function ifMissing(error: unknown): undefined {
  if (codeOf(error) !== 'ENOENT') throw error;
}

function ifThere(error: unknown): void {
  if (codeOf(error) !== 'EEXIST') throw error;
}
