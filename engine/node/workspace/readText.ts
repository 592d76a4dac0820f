import { readFile, realpath, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { isInside } from './inside';

const MOST_BYTES = 1024 * 1024;

/** The text of a file inside the root, links out of it not followed; `undefined` for anything else or above 1 MiB. */
export async function readTextInside(root: string, path: string): Promise<string | undefined> {
  try {
    const [top, file] = await Promise.all([realpath(root), realpath(resolve(root, path))]);
    if (!isInside(top, file)) return undefined;
    const { size, isFile } = await stat(file).then((found) => ({ size: found.size, isFile: found.isFile() }));
    return isFile && size <= MOST_BYTES ? await readFile(file, 'utf8') : undefined;
  } catch {
    return undefined;
  }
}
