import { createHash, randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, readlink, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { ConvergeError, messageOf } from '../../failure';
import type { TreeId } from '../../ports';
import { OWN_FOLDER } from '../ownFolder';
import type { FileKind } from './digests';
import type { Git } from './git';
import type { TreeFile } from './recordedTree';
import { readContents, readTree } from './recordedTree';
import { replacing, standing } from './replacing';

export type Restored = { readonly ok: true } | { readonly ok: false; readonly why: string };

const WINDOWS = process.platform === 'win32';

/**
 * Puts the files at `paths` back as a recorded tree has them. See `Workspace.restore`.
 *
 * R1 Everything new is made ready in a folder of ours first. Only then files of the user are touched.
 * R2 What is taken away is kept until all is in place, and put back where anything fails.
 * R3 Nothing is written or removed behind a link, outside the root, or in a folder of git's or ours.
 * R4 What is as it was recorded is not touched; a file's permissions stay, but for the one to execute.
 */
export async function restoreFiles(root: string, git: Git, tree: TreeId, paths: readonly string[]): Promise<Restored> {
  const foreign = paths.find((path) => !isOfWorkspace(path));
  if (foreign !== undefined) return { ok: false, why: `"${foreign}" is no path of a file in the workspace.` };
  const recorded = await readTree(git, tree);
  if (recorded === undefined) return { ok: false, why: `The files recorded as ${tree} are not there any more.` };
  const all = git.ready;
  const own = join(all, randomBytes(6).toString('hex'));
  try {
    await rm(all, { recursive: true, force: true });
    await mkdir(own, { recursive: true });
    const wanted = await differing(root, recorded, paths);
    if (!(await makeReady(root, git, own, wanted))) {
      return { ok: false, why: `Contents of the files recorded as ${tree} are not there any more.` };
    }
    const gone = paths.filter((path) => !recorded.has(path));
    return await replace(root, own, gone, wanted);
  } catch (error) {
    if (error instanceof ConvergeError) throw error;
    return { ok: false, why: `Files could not be put back: ${messageOf(error)}` };
  } finally {
    await rm(all, { recursive: true, force: true });
  }
}

/** A path as trees have them, and not one of git's files or ours. A name that is no UTF-8 cannot be written again. */
function isOfWorkspace(path: string): boolean {
  const parts = path.split('/');
  return parts.every((part) => !['', '.', '..', '.git', OWN_FOLDER].includes(part)) && !/[\0\ufffd]/.test(path);
}

type Wanted = TreeFile & { readonly path: string };

async function differing(
  root: string,
  recorded: ReadonlyMap<string, TreeFile>,
  paths: readonly string[],
): Promise<readonly Wanted[]> {
  const wanted: Wanted[] = [];
  for (const path of new Set(paths)) {
    const file = recorded.get(path);
    if (file !== undefined && !(await isAsRecorded(root, path, file))) wanted.push({ ...file, path });
  }
  return wanted;
}

async function isAsRecorded(root: string, path: string, file: TreeFile): Promise<boolean> {
  const stat = await standing(root, path);
  if (stat === undefined) return false;
  const executable = !WINDOWS && (stat.mode & 0o100) !== 0;
  const kind: FileKind = stat.isSymbolicLink() ? 'link' : executable ? 'executable' : 'file';
  const known = WINDOWS && file.kind === 'executable' ? 'file' : file.kind;
  if (kind !== known || (!stat.isFile() && kind !== 'link')) return false;
  if (kind === 'file' && stat.size !== file.bytes) return false;
  const content = kind === 'link' ? Buffer.from(await readlink(join(root, path))) : await readFile(join(root, path));
  // The name that git gives to a content.
  const hash = createHash(file.id.length === 40 ? 'sha1' : 'sha256').update(`blob ${content.length}\0`);
  return hash.update(content).digest('hex') === file.id;
}

const readyFile = (own: string, index: number): string => join(own, `new-${index}`);

async function makeReady(root: string, git: Git, own: string, wanted: readonly Wanted[]): Promise<boolean> {
  return readContents(git, wanted, async (content, index) => {
    const file = wanted[index];
    const ready = readyFile(own, index);
    if (file?.kind === 'link') return symlink(content.toString('utf8'), ready);
    const executable = file?.kind === 'executable';
    await writeFile(ready, content, { mode: executable ? 0o777 : 0o666 });
    const old = await standing(root, file?.path ?? '');
    if (old?.isFile() !== true) return;
    const plain = old.mode & 0o666;
    // Whoever may read it may execute it.
    await chmod(ready, executable ? plain | ((plain & 0o444) >> 2) : plain);
  });
}

async function replace(
  root: string,
  own: string,
  gone: readonly string[],
  wanted: readonly Wanted[],
): Promise<Restored> {
  const files = replacing(root, own);
  try {
    for (const path of gone) await files.remove(path);
    for (const [index, { path }] of wanted.entries()) await files.place(readyFile(own, index), path);
  } catch (error) {
    await files.undo().catch((second: unknown) => stranded(own, second));
    return { ok: false, why: `Files could not be put back: ${messageOf(error)}` };
  }
  await files.finish();
  return { ok: true };
}

/** Neither all nor nothing could be done: what was taken away is kept where nobody clears it up. */
async function stranded(own: string, cause: unknown): Promise<never> {
  const kept = `${dirname(own)}-kept-${basename(own)}`;
  await rename(own, kept);
  throw new ConvergeError(
    'folder-unwritable',
    `Files that were being put back could not all be replaced (${messageOf(cause)}). The old ones are in ${kept}.`,
    { cause },
  );
}
