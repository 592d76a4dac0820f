import { constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { open } from 'node:fs/promises';

/**
 * Opens a file that we wrote, to read it. A repository may have brought something else in its place: no link is followed, and
 * a pipe or a device, which could be read for ever, is no file. Throws what the system says where it cannot be opened.
 */
export async function openOwnFile(path: string, guarded = true): Promise<FileHandle> {
  if (!guarded) return open(path, 'r');
  const handle = await open(path, FLAGS);
  const stat = await handle.stat();
  if (stat.isFile()) return handle;
  await handle.close();
  throw new Error(`${path} is no file`);
}

/** The whole text of a file that we wrote; see `openOwnFile`. */
export async function readOwnFile(path: string): Promise<string> {
  return (await readOwnBytes(path)).toString('utf8');
}

export async function readOwnBytes(path: string): Promise<Buffer> {
  const handle = await openOwnFile(path);
  return handle.readFile().finally(() => handle.close());
}

// Without waiting: a pipe that nobody writes to would never open.
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
