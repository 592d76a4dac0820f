import { chmod, lstat, mkdir, realpath, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import * as z from 'zod';
import { writeWhole } from '../node/files';
import { openOwnFile } from '../node/ownFile';
import { isInside } from '../node/workspace/inside';

/**
 * What a person approved, by workspace root and hash.
 *
 * R1 It is kept outside of every repository, which could bring its own: a file inside the workspace root counts for nothing.
 * R2 It counts only as this user's own: a file or folder that others may write to, that belongs to somebody else, or that is
 *    a link or no file approves nothing. Then the person is asked again.
 * R3 An approval holds for the root in which it was given, links resolved, and for no other.
 */
export function approvalsFile(env: NodeJS.ProcessEnv = process.env): string {
  // A relative folder would be one of whatever repository is the current one.
  const config = [env.XDG_CONFIG_HOME, join(env.HOME || homedir(), '.config')].find((each) => each && isAbsolute(each));
  return join(config ?? join(homedir(), '.config'), 'converge', 'approvals.json');
}

const stored = z.object({ approved: z.record(z.string(), z.record(z.string(), z.string())) });

/** True where a person approved this hash in this workspace root before. A file that cannot be read approves nothing. */
export async function isApproved(root: string, hash: string, file = approvalsFile(), guarded = true): Promise<boolean> {
  const key = await realpath(root);
  if (guarded && isInside(key, await resolved(file))) return false;
  const approved = await read(file, guarded);
  return approved.get(key)?.has(hash) ?? false;
}

/** Remembers an approval with its time. Throws `folder-unwritable` or `disk-full`. */
export async function approve(root: string, hash: string, file = approvalsFile()): Promise<void> {
  const approved = await read(file, true);
  const key = await realpath(root);
  const hashes = approved.get(key) ?? new Map<string, string>();
  approved.set(key, hashes.set(hash, new Date().toISOString()));
  const value = Object.fromEntries([...approved].map(([place, times]) => [place, Object.fromEntries(times)]));
  await mkdir(dirname(file), { recursive: true, mode: 0o700 }).catch(() => undefined);
  await writeWhole(file, `${JSON.stringify({ approved: value }, null, 2)}\n`);
  // Whatever the mask of this process leaves open: R2 would not take it.
  if (!WINDOWS) await chmod(file, 0o600);
}

const WINDOWS = process.platform === 'win32';

async function read(file: string, guarded: boolean): Promise<Map<string, Map<string, string>>> {
  const value = stored.safeParse(await valueIn(file, guarded).catch(() => null));
  if (!value.success) return new Map();
  return new Map(Object.entries(value.data.approved).map(([root, times]) => [root, new Map(Object.entries(times))]));
}

async function valueIn(file: string, guarded: boolean): Promise<unknown> {
  if (guarded && !WINDOWS) {
    // The folder may be a link of the user's own, as keepers of settings make them; what it leads to is looked at.
    for (const found of [await stat(dirname(file)), await lstat(file)]) {
      if (found.uid !== process.getuid?.() || (found.mode & 0o022) !== 0) return null;
    }
  }
  const handle = await openOwnFile(file, guarded);
  return JSON.parse(await handle.readFile('utf8').finally(() => handle.close()));
}

/** The file with the links of its folders resolved, as far as they are there. */
async function resolved(file: string): Promise<string> {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    const real = await realpath(folder).catch(() => undefined);
    if (real !== undefined) return join(real, file.slice(folder.length));
    if (dirname(folder) === folder) return file;
  }
}
