import { readFile } from 'node:fs/promises';

/** The text of a file, or `undefined` where there is none. Throws where it cannot be read. */
export async function textIn(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
