import { constants } from 'node:fs';
import { copyFile, lstat, mkdir, readdir, readlink, rm, symlink, utimes } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { ConvergeError } from '../../failure';
import { whyNotBrought } from '../../flow/isolation';
import { withMappedErrors } from '../files';
import { OWN_FOLDER } from '../ownFolder';
import { isInside } from '../workspace/inside';

export interface BringLimits {
  readonly bytes: number;
  readonly files: number;
}

const LIMITS: BringLimits = { bytes: 4 * 1024 ** 3, files: 500_000 };

/**
 * Copies files and folders of the workspace into a worktree.
 *
 * R1 Copied, never linked: a link would let whoever works in the worktree change the user's own files. Where the disk can,
 *    a copy shares its bytes until one side changes them.
 * R2 A link is copied as a link where it stays inside the workspace, and left out where it leads out of it.
 * R3 Nothing is written behind a link of the worktree. Git's own files and ours are left out at any depth.
 * R4 What is missing, or is more than the limits, is said before anything is copied.
 *
 * Resolves to what was left out. Throws `folder-unwritable` or `disk-full`.
 */
export async function bring(
  from: string,
  to: string,
  paths: readonly string[],
  limits: BringLimits = LIMITS,
): Promise<readonly string[]> {
  const left: string[] = [];
  const found = await listed(from, paths, limits, left);
  for (const { path, is } of found) {
    const source = join(from, path);
    const target = join(to, path);
    await withMappedErrors(target, async () => {
      await folderFor(to, dirname(path));
      const there = await lstat(target).catch(() => undefined);
      if (is === 'folder') {
        if (there !== undefined && !there.isDirectory()) await rm(target);
        await mkdir(target, { recursive: true });
        return;
      }
      if (there !== undefined) await rm(target, { recursive: true });
      if (is === 'link') return linkAgain(from, source, target);
      await copyFile(source, target, constants.COPYFILE_FICLONE);
      const { atimeMs, mtimeMs } = await lstat(source);
      await utimes(target, atimeMs / 1000, mtimeMs / 1000);
    });
  }
  return left;
}

interface Found {
  /** Relative, with the system's separators. */
  readonly path: string;
  readonly is: 'folder' | 'file' | 'link';
}

async function listed(from: string, paths: readonly string[], limits: BringLimits, left: string[]) {
  const found: Found[] = [];
  let bytes = 0;
  const visit = async (path: string): Promise<boolean> => {
    const stat = await lstat(join(from, path)).catch(() => undefined);
    if (stat === undefined) return false;
    if (stat.isDirectory()) {
      found.push({ path, is: 'folder' });
      for (const name of await readdir(join(from, path))) {
        if (name !== '.git' && name !== OWN_FOLDER) await visit(join(path, name));
      }
    } else if (stat.isSymbolicLink()) {
      if (await staysInside(from, path)) found.push({ path, is: 'link' });
      else left.push(path.split(sep).join('/'));
    } else if (stat.isFile()) {
      bytes += stat.size;
      found.push({ path, is: 'file' });
    } else left.push(path.split(sep).join('/'));
    if (bytes > limits.bytes || found.length > limits.files) throw tooMuch(paths, limits);
    return true;
  };
  const missing: string[] = [];
  for (const path of paths) {
    const why = whyNotBrought(path);
    if (why !== null) throw notBrought(`"${path}" cannot be brought: ${why}.`);
    const plain = relative('.', path.replace(/[\\/]+$/, ''));
    if (!(await isBehindFolders(from, plain)) || !(await visit(plain))) missing.push(path);
  }
  if (missing.length === 0) return found;
  const names = missing.map((path) => `"${path}"`).join(', ');
  throw notBrought(`${names} of "bring" ${missing.length === 1 ? 'is' : 'are'} not in the workspace ${from}.`);
}

const notBrought = (what: string): ConvergeError =>
  new ConvergeError('folder-unwritable', `${what} Nothing was started. Correct "bring" of the flow, then start again.`);

function tooMuch(paths: readonly string[], { bytes, files }: BringLimits): ConvergeError {
  const most = `${Math.round(bytes / 1024 ** 2)} MiB or ${files} files`;
  return notBrought(`"bring" (${paths.join(', ')}) is more than ${most}: too much to copy for each run.`);
}

/** All folders on the way are folders: what stands behind a link is not of this workspace. */
async function isBehindFolders(from: string, path: string): Promise<boolean> {
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
    if ((await lstat(join(from, folder)).catch(() => undefined))?.isDirectory() !== true) return false;
  }
  return true;
}

async function staysInside(from: string, path: string): Promise<boolean> {
  const target = resolve(from, dirname(path), await readlink(join(from, path)));
  const parts = relative(from, target).split(sep);
  return isInside(from, target) && parts[0] !== OWN_FOLDER && !parts.includes('.git');
}

/** Relative, so that it leads to the same place in the worktree. */
async function linkAgain(from: string, source: string, target: string): Promise<void> {
  const written = await readlink(source);
  const way = isAbsolute(written) ? relative(dirname(source), written) || '.' : written;
  const kind = (await lstat(resolve(from, dirname(source), written)).catch(() => undefined))?.isDirectory();
  await symlink(way, target, kind === true ? 'dir' : 'file');
}

/** Makes the folders of a path one by one. Throws where a link or a file stands in the way. */
async function folderFor(to: string, path: string): Promise<void> {
  let folder = to;
  for (const part of path.split(sep).filter((one) => one !== '' && one !== '.')) {
    folder = join(folder, part);
    const there = await lstat(folder).catch(() => undefined);
    if (there === undefined) await mkdir(folder);
    else if (!there.isDirectory()) {
      throw notBrought(`${folder} is a link or a file in the commit, and a folder in the workspace.`);
    }
  }
}
