import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, readdir, readFile, readlink, realpath } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import picomatch from 'picomatch';
import { messageOf } from '../../failure';
import { OWN_FOLDER } from '../ownFolder';
import { isInside } from './inside';

/**
 * Path → digest of content, mode and kind of what the globs name on disk now. See `Workspace.digests`. A link is recorded as
 * one, and beside it the file inside the root that it leads to: what is read through it must not change unseen.
 */
export async function digestsOf(root: string, globs: readonly string[]): Promise<Readonly<Record<string, string>>> {
  const found = new Map<string, string>();
  const top = await realpath(root);
  for (const glob of globs) {
    const { base, ...which } = readGlob(glob);
    if (base === undefined) continue;
    await visit({ root, top, found, ...which }, base);
    // A name may hold what reads as a glob, such as `[id].ts`: it is meant where it is there.
    const literal = glob.replace(/^(\.?\/)+/, '').replace(/\/+$/, '');
    if (literal !== base) await visit({ root, top, found, matches: () => true, mayLead: () => true }, literal);
  }
  return Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** What a glob names now, links themselves included. */
export const filesNamed = async (root: string, glob: string): Promise<readonly string[]> =>
  Object.keys(await digestsOf(root, [glob]));

/** The one digest of a file's state, on disk and in recorded trees alike. */
export function contentDigest(kind: FileKind, content: Uint8Array): string {
  return createHash('sha256').update(`${kind}\0`).update(content).digest('hex');
}

/** Read at once; what is larger goes through in pieces. */
const SMALL = 1024 * 1024;

export type FileKind = 'file' | 'executable' | 'link';

interface Walk {
  readonly root: string;
  /** The root with its links resolved. */
  readonly top: string;
  readonly matches: (path: string) => boolean;
  /** Whether anything below a folder can match. */
  readonly mayLead: (folder: string) => boolean;
  readonly found: Map<string, string>;
}

/** Where to begin, and which paths count. A glob that leads out of the root names nothing. */
function readGlob(glob: string): Pick<Walk, 'matches' | 'mayLead'> & { readonly base?: string } {
  const plain = glob.replace(/^(\.?\/)+/, '').replace(/\/+$/, '');
  const { base, isGlob } = picomatch.scan(plain, { nonegate: true });
  const start = (isGlob ? base : plain.replace(/\\(?=[^\w])/g, '')).replace(/^\.$/, '');
  const all = { matches: () => true, mayLead: () => true };
  if (/^[A-Za-z]:/.test(plain) || start.split('/').includes('..')) return all;
  if (!isGlob) return { base: start, ...all };
  // A folder that a glob names stands for everything below it, as a plain folder does.
  const exact = picomatch(plain, OPTIONS);
  const below = picomatch(`${plain}/**`, OPTIONS);
  return { base: start, matches: (path) => exact(path) || below(path), mayLead: leadsOf(plain) };
}

const OPTIONS = { dot: true, nonegate: true } as const;

/** Folder by folder along the glob's parts, so that `*.json` does not walk all there is. */
function leadsOf(glob: string): Walk['mayLead'] {
  // Where a slash may stand inside a part, nothing can be said.
  if (/[()[\]{}\\]/.test(glob)) return () => true;
  const parts = glob.split('/').map((part) => (part.includes('**') ? null : picomatch(part, OPTIONS)));
  return (folder) => {
    for (const [index, name] of folder.split('/').entries()) {
      const part = parts[index];
      if (part === null || part === undefined) return true;
      if (!part(name)) return false;
    }
    return true;
  };
}

/** `path` may lie behind a link: the link itself is recorded, and followed only to a place inside the root. */
async function visit(walk: Walk, path: string): Promise<void> {
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  if (parts.some(isOwn)) return;
  for (let depth = 1; depth < parts.length; depth++) {
    const here = parts.slice(0, depth).join('/');
    const stat = await lstat(join(walk.root, here)).catch(() => undefined);
    if (stat?.isSymbolicLink() !== true) continue;
    walk.found.set(here, await linkDigest(join(walk.root, here)));
    const target = await realpath(join(walk.root, here)).catch(() => undefined);
    if (target === undefined || !isInside(walk.top, target)) return;
  }
  await take(walk, parts.join('/'));
}

async function take(walk: Walk, path: string): Promise<void> {
  const stat = await lstat(join(walk.root, path)).catch(() => undefined);
  if (stat?.isDirectory() === true) await takeFolder(walk, path);
  else if (stat !== undefined && walk.matches(path)) await takeFile(walk, path);
  if (stat?.isSymbolicLink() !== true) return;
  // A folder that is named itself, and is a link: what it leads to is meant.
  const target = await targetInside(walk, path);
  const isFolder = target !== undefined && (await lstat(join(walk.top, target))).isDirectory();
  if (isFolder && target !== '' && !target.split('/').some(isOwn)) await takeFolder(everythingIn(walk), target);
}

const everythingIn = (walk: Walk): Walk => ({ ...walk, matches: () => true, mayLead: () => true });

/** Where a link leads, from the root and with `/`; `undefined`: out of it, or nowhere. */
async function targetInside(walk: Walk, path: string): Promise<string | undefined> {
  const target = await realpath(join(walk.root, path)).catch(() => undefined);
  if (target === undefined || !isInside(walk.top, target)) return undefined;
  return relative(walk.top, target).split(sep).join('/');
}

async function takeFolder(walk: Walk, path: string): Promise<void> {
  if (path !== '' && !walk.mayLead(path)) return;
  const entries = await readdir(join(walk.root, path), { withFileTypes: true }).catch((error: unknown) => {
    walk.found.set(path, `unreadable: ${messageOf(error)}`);
    return [];
  });
  for (const entry of entries) {
    const below = path === '' ? entry.name : `${path}/${entry.name}`;
    if (isOwn(entry.name)) continue;
    if (entry.isDirectory()) await takeFolder(walk, below);
    else if (walk.matches(below)) await takeFile(walk, below);
  }
}

async function takeFile(walk: Walk, path: string): Promise<void> {
  if (walk.found.has(path)) return;
  const file = join(walk.root, path);
  const stat = await lstat(file).catch(() => undefined);
  if (stat === undefined) return; // gone meanwhile
  if (stat.isSymbolicLink()) {
    walk.found.set(path, await linkDigest(file));
    const target = await targetInside(walk, path);
    const isFile = target !== undefined && (await lstat(join(walk.top, target))).isFile();
    if (isFile && !target.split('/').some(isOwn)) await takeFile(walk, target);
  } else if (stat.isFile()) walk.found.set(path, await fileDigest(file, stat.size, (stat.mode & 0o100) !== 0));
  else walk.found.set(path, 'special');
}

const isOwn = (name: string): boolean => name === '.git' || name === OWN_FOLDER;

async function linkDigest(path: string): Promise<string> {
  return contentDigest('link', Buffer.from(await readlink(path)));
}

async function fileDigest(path: string, size: number, executable: boolean): Promise<string> {
  const kind: FileKind = executable && process.platform !== 'win32' ? 'executable' : 'file';
  try {
    if (size <= SMALL) return contentDigest(kind, await readFile(path));
    const hash = createHash('sha256').update(`${kind}\0`);
    for await (const chunk of createReadStream(path)) hash.update(chunk);
    return hash.digest('hex');
  } catch (error) {
    return `unreadable: ${messageOf(error)}`;
  }
}
