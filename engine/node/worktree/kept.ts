import { readFile } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import * as z from 'zod';
import type { TreeId } from '../../ports';
import { writeWhole } from '../files';
import { isInside } from '../workspace/inside';

/** A run's worktree as its run folder tells of it. */
export interface Worktree {
  /** Absolute: what git knows as the worktree. */
  readonly folder: string;
  /** Absolute: the workspace root inside of it. */
  readonly root: string;
  /** Absolute: the top of the user's repository. */
  readonly top: string;
  readonly commit: string;
  /** What it began with, as recorded. */
  readonly base: TreeId;
  readonly bring: readonly string[];
  /** Brought paths that were left out: links that lead out of the workspace. */
  readonly left: readonly string[];
  /** Files of the workspace that differed from the commit. */
  readonly without: number;
}

const WORKTREE_FILE = 'worktree.json';

const begun = z.object({ folder: z.string(), top: z.string() });
const whole = begun.extend({
  root: z.string(),
  commit: z.string(),
  base: z.string(),
  bring: z.array(z.string()),
  left: z.array(z.string()),
  without: z.number(),
});

/** Where it will be, before it is made; all of it once it is whole. */
export const keepWorktree = (runFolder: string, value: Worktree | Pick<Worktree, 'folder' | 'top'>): Promise<void> =>
  writeWhole(join(runFolder, WORKTREE_FILE), `${JSON.stringify(value, null, 2)}\n`);

/** The worktree of a run that began in one; undefined: it never was whole. */
export async function worktreeOf(runFolder: string): Promise<Worktree | undefined> {
  const found = whole.safeParse(await read(runFolder)).data;
  return found !== undefined && isOurs(found.folder, runFolder) && isInside(found.folder, found.root)
    ? found
    : undefined;
}

/** The same, whole or not: what there is to take away. */
export async function begunWorktreeOf(runFolder: string): Promise<Pick<Worktree, 'folder' | 'top'> | undefined> {
  const found = begun.safeParse(await read(runFolder)).data;
  return found !== undefined && isOurs(found.folder, runFolder) ? found : undefined;
}

/** A run folder may have come with a repository: what it says must not make us work in another folder, or remove it. */
const isOurs = (folder: string, runFolder: string): boolean =>
  isAbsolute(folder) &&
  resolve(folder) === folder &&
  basename(folder) === basename(runFolder) &&
  /[\\/]converge[\\/]worktrees[\\/][^\\/]+$/.test(dirname(folder));

const read = async (runFolder: string): Promise<unknown> =>
  readFile(join(runFolder, WORKTREE_FILE), 'utf8')
    .then(JSON.parse)
    .catch(() => undefined);
