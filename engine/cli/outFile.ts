import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ConvergeError, messageOf } from '../failure';

/**
 * Writes the lines to a file as they come, so that nobody holds all of them. Throws `folder-unwritable` where that cannot be
 * written.
 */
export async function writeLines(path: string, lines: AsyncIterable<string> | Iterable<string>): Promise<void> {
  const file = resolve(path);
  const handle = await open(file, 'w').catch((error: unknown) => {
    throw new ConvergeError('folder-unwritable', `${file} cannot be written: ${messageOf(error)}`, { cause: error });
  });
  try {
    for await (const line of lines) await handle.write(`${line}\n`);
  } finally {
    await handle.close();
  }
}
