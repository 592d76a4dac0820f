import { randomBytes } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ConvergeError, messageOf } from '../failure';

/**
 * Writes a file whole or not at all: a temporary file, then a rename. Not flushed: what is written this way can be written
 * again from the trace. Missing folders are made. Throws `disk-full` or `folder-unwritable`.
 *
 * @param beside the folder of the temporary file, which a kill leaves there: on the same disk, and for a file of the user's
 *   not among theirs. Default: the file's own folder.
 */
export async function writeWhole(path: string, text: string, beside?: string): Promise<void> {
  await withMappedErrors(path, async () => {
    const folder = dirname(path);
    const temporary = join(beside ?? folder, `.${randomBytes(6).toString('hex')}.tmp`);
    try {
      const handle = await open(temporary, 'wx', 0o644).catch(async (error: unknown) => {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
        await mkdir(folder, { recursive: true });
        return open(temporary, 'wx', 0o644);
      });
      try {
        await handle.writeFile(text);
      } finally {
        await handle.close();
      }
      await rename(temporary, path);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  });
}

/** Runs `act` and turns a file system's error into the `ConvergeError` that says what to do. */
export async function withMappedErrors<T>(path: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw mapped(path, error);
  }
}

function mapped(path: string, error: unknown): unknown {
  if (error instanceof ConvergeError) return error;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
    case 'EFBIG':
      return new ConvergeError('disk-full', `No room left to write ${path}. Free some space, then resume the run.`, {
        cause: error,
      });
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
    case 'ENOTDIR':
    case 'EEXIST':
    case 'EISDIR':
    case 'ELOOP':
      return new ConvergeError(
        'folder-unwritable',
        `${path} cannot be written (${messageOf(error)}). Give this user the right to write there.`,
        { cause: error },
      );
    default:
      return error;
  }
}

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;
/** Names that Windows keeps for devices, with any ending. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** A name that is safe as a file's on every system, or `internal` thrown: names are ours, never a worker's. */
export function checkedName(name: string): string {
  if (NAME.test(name) && !DEVICE.test(name) && !name.endsWith('.')) return name;
  throw new ConvergeError('internal', `"${name}" is no safe file name.`);
}

/** Whether a file of this name is what a kill left of `writeWhole`. */
export const isLeftover = (name: string): boolean => /^\.[0-9a-f]{12}\.tmp$/.test(name);
