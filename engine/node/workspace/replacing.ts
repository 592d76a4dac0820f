import { constants } from 'node:fs';
import { copyFile, link, lstat, mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Files of the user that are being replaced, all or none. Paths are relative to the root, with `/`. */
export interface Replacing {
  /** Takes a file or link away. Nothing happens where none stands there, or only behind a link. */
  readonly remove: (path: string) => Promise<void>;
  /** Puts a file that was made ready elsewhere on the same disk at the path, over what stands there. */
  readonly place: (ready: string, path: string) => Promise<void>;
  /** Puts everything back as it was, as far as it goes. Throws what was first in the way. */
  readonly undo: () => Promise<void>;
  /** Removes folders that lost their last file. */
  readonly finish: () => Promise<void>;
}

/** @param kept a folder of ours on the same disk, for what is taken away */
export function replacing(root: string, kept: string): Replacing {
  const undoing: (() => Promise<unknown>)[] = [];
  const removed: string[] = [];
  let count = 0;
  const aside = (): string => join(kept, `old-${++count}`);

  /** Moves out of the way what has no content: folders without any file. */
  const clear = async (folder: string): Promise<void> => {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      if (!entry.isDirectory()) throw new Error(`the folder ${folder} is in the way and is not empty`);
      await clear(join(folder, entry.name));
    }
    const { mode } = await lstat(folder);
    await rmdir(folder);
    undoing.push(() => mkdir(folder, { mode: mode & 0o777 }));
  };

  const makeWay = async (path: string): Promise<void> => {
    let folder = root;
    for (const part of path.split('/').slice(0, -1)) {
      folder = join(folder, part);
      const stat = await lstat(folder).catch(() => undefined);
      if (stat?.isDirectory() === true) continue;
      if (stat !== undefined) throw new Error(`${folder} is in the way: it is no folder`);
      const made = folder;
      await mkdir(made);
      undoing.push(() => rmdir(made));
    }
  };

  return {
    remove: async (path) => {
      const file = join(root, path);
      const stat = await standing(root, path);
      if (stat === undefined || stat.isDirectory()) return;
      const old = aside();
      await rename(file, old);
      undoing.push(() => rename(old, file));
      removed.push(path);
    },
    place: async (ready, path) => {
      const file = join(root, path);
      await makeWay(path);
      const stat = await lstat(file).catch(() => undefined);
      if (stat?.isDirectory() === true) await clear(file);
      const old = aside();
      if (stat?.isFile() === true) {
        // The path is never empty meanwhile: a second name for the old file, then the new one in its place.
        await link(file, old).catch(() => copyFile(file, old, constants.COPYFILE_EXCL));
        await rename(ready, file);
        undoing.push(() => rename(old, file));
        return;
      }
      const moved = stat !== undefined && !stat.isDirectory();
      if (moved) {
        await rename(file, old);
        undoing.push(() => rename(old, file));
      }
      await rename(ready, file);
      undoing.push(() => rm(file));
    },
    undo: async () => {
      const failed: unknown[] = [];
      for (const back of undoing.splice(0).reverse()) await back().catch((error: unknown) => failed.push(error));
      if (failed.length > 0) throw failed[0];
    },
    finish: async () => {
      for (const path of removed) {
        for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
          const gone = await rmdir(join(root, folder)).then(
            () => true,
            () => false,
          );
          if (!gone) break;
        }
      }
    },
  };
}

/** What stands at a path itself: nothing where one of its folders is missing, a file or a link. */
export async function standing(root: string, path: string) {
  const parts = path.split('/');
  for (let depth = 1; depth < parts.length; depth++) {
    const stat = await lstat(join(root, ...parts.slice(0, depth))).catch(() => undefined);
    if (stat?.isDirectory() !== true) return undefined;
  }
  return lstat(join(root, path)).catch(() => undefined);
}
