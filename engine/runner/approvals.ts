import { readFile, realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { writeWhole } from '../node/files';

/** Where approvals are kept: never inside a repository, which could bring its own. */
export const approvalsFile = (env: NodeJS.ProcessEnv = process.env): string =>
  join(env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config'), 'converge', 'approvals.json');

const stored = z.object({ approved: z.record(z.string(), z.record(z.string(), z.string())) });

/** True where a person approved this hash in this workspace root before. A file that cannot be read approves nothing. */
export async function isApproved(root: string, hash: string, file = approvalsFile()): Promise<boolean> {
  const approved = await read(file);
  return approved.get(await realpath(root))?.has(hash) ?? false;
}

/** Remembers an approval with its time. Throws `folder-unwritable` or `disk-full`. */
export async function approve(root: string, hash: string, file = approvalsFile()): Promise<void> {
  const approved = await read(file);
  const key = await realpath(root);
  const hashes = approved.get(key) ?? new Map<string, string>();
  approved.set(key, hashes.set(hash, new Date().toISOString()));
  const value = Object.fromEntries([...approved].map(([place, times]) => [place, Object.fromEntries(times)]));
  await writeWhole(file, `${JSON.stringify({ approved: value }, null, 2)}\n`);
}

async function read(file: string): Promise<Map<string, Map<string, string>>> {
  const value = stored.safeParse(
    await readFile(file, 'utf8')
      .then(JSON.parse)
      .catch(() => null),
  );
  if (!value.success) return new Map();
  return new Map(Object.entries(value.data.approved).map(([root, times]) => [root, new Map(Object.entries(times))]));
}
