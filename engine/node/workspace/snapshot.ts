import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '../../failure';
import type { TreeId } from '../../ports';
import { OWN_FOLDER } from '../ownFolder';
import type { Git } from './git';

export type Snapshot =
  | {
      readonly ok: true;
      readonly tree: TreeId;
      /** Git's words on files that could not be read and are left out. */
      readonly unreadable: readonly string[];
    }
  | { readonly ok: false; readonly why: string };

const DEEPEST = 20;
const EMPTY_BLOB = 'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391';
const NOTHING = '0'.repeat(40);
const SEED = '.converge-seed';

/**
 * Records every file that is not ignored as a git tree. The index is kept from one snapshot to the next, so that only what
 * changed is read. Whatever goes wrong is `why`; only a missing git program throws.
 *
 * A repository inside the workspace would be recorded as one link to its commit, and a change in it not be seen. An index
 * entry below it makes git walk it like any folder: a seed is put there, which the same walk takes away again.
 */
export async function takeSnapshot(git: Git, limitMs: number): Promise<Snapshot> {
  const latest = performance.now() + limitMs;
  const run = async (args: readonly string[], stdin?: string) => {
    const left = latest - performance.now();
    if (left <= 0) throw new TooSlow();
    const timeoutMs = Math.max(1, Math.round(left));
    const end = await git.run(args, { timeoutMs, marked: true, ...(stdin === undefined ? {} : { stdin }) });
    if (end.exit === null) throw new TooSlow();
    return end;
  };
  const add = () => run(['add', '--all', '--ignore-errors', '--', '.', `:(top,exclude)${OWN_FOLDER}`]);
  const index = (lines: readonly string[]) => run(['update-index', '-z', '--index-info'], lines.join(''));
  const lock = join(git.folder, `${git.index}.lock`);
  try {
    await removeOldLock(lock, limitMs);
    let added = await add();
    if (added.exit === 128 && /index file|bad signature|corrupt|bad index/.test(added.stderr)) {
      await rm(join(git.folder, git.index), { force: true });
      added = await add();
    }
    const seeded = new Set<string>();
    for (let depth = 0; depth < DEEPEST && added.stderr !== ''; depth++) {
      const links = await gitLinks(run);
      const nested = new Set([...links, ...(await unseenRepositories(run))]);
      const fresh = [...nested].filter((path) => !seeded.has(path));
      for (const path of fresh) seeded.add(path);
      const gone = links.map((path) => `0 ${NOTHING}\t${path}\0`);
      const seeds = fresh.map((path) => `100644 ${EMPTY_BLOB}\t${path}/${SEED}\0`);
      if (gone.length + seeds.length > 0) await index([...gone, ...seeds]);
      if (fresh.length === 0) break;
      added = await add();
    }
    // What was recorded of a file before it became unreadable is not what it is now.
    const hidden = unreadable(added.stderr).flatMap((line) => /^error: open\("(.*)"\)/.exec(line)?.[1] ?? []);
    if (hidden.length > 0) await index(hidden.map((path) => `0 ${NOTHING}\t${path}\0`));
    if (added.exit !== 0 && added.exit !== 1)
      return { ok: false, why: `git could not record the files: ${added.stderr}` };
    const written = await run(['write-tree']);
    if (written.exit !== 0) return { ok: false, why: `git could not write the snapshot: ${written.stderr}` };
    return { ok: true, tree: written.stdout.toString('utf8').trim(), unreadable: unreadable(added.stderr) };
  } catch (error) {
    if (!(error instanceof TooSlow)) throw error;
    await rm(lock, { force: true });
    return { ok: false, why: error.after(limitMs) };
  }
}

class TooSlow extends Error {
  after(limitMs: number): string {
    return `The workspace could not be recorded within ${limitMs / 1000} s. Ignore large folders in .gitignore.`;
  }
}

type Run = (args: readonly string[]) => Promise<{ readonly stdout: Buffer }>;

/** Repositories that the index has as a link to a commit. */
async function gitLinks(run: Run): Promise<readonly string[]> {
  const entries = (await run(['ls-files', '--stage', '-z'])).stdout.toString('utf8').split('\0');
  return entries.flatMap((entry) => (entry.startsWith('160000 ') ? [entry.slice(entry.indexOf('\t') + 1)] : []));
}

/** Repositories that are not in the index at all: those without a commit cannot be linked to. */
async function unseenRepositories(run: Run): Promise<readonly string[]> {
  const args = ['ls-files', '--others', '--exclude-standard', '-z', '--', '.', `:(top,exclude)${OWN_FOLDER}`];
  const others = (await run(args)).stdout.toString('utf8').split('\0');
  return others.flatMap((path) => (path.endsWith('/') ? [path.slice(0, -1)] : []));
}

/** What git said about files and folders that it could not read. */
export function unreadable(stderr: string): readonly string[] {
  return stderr.split('\n').filter((line) => /^(error: open\(|warning: could not open directory)/.test(line));
}

/** A lock that outlived its holder's time limit belongs to nobody. */
async function removeOldLock(lock: string, limitMs: number): Promise<void> {
  try {
    if (Date.now() - (await stat(lock)).mtimeMs > limitMs) await rm(lock, { force: true });
  } catch (error) {
    if (!messageOf(error).includes('ENOENT')) throw error;
  }
}
