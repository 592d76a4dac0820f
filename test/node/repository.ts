import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { RecordedWorkspace } from '../../engine/node/workspace/workspace';

export function write(root: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

export function git(cwd: string, ...args: string[]): string {
  const env = { PATH: process.env.PATH, HOME: cwd, GIT_CONFIG_NOSYSTEM: '1', GIT_OPTIONAL_LOCKS: '0' };
  const who = [
    '-c',
    'core.fsmonitor=false',
    '-c',
    'user.name=a',
    '-c',
    'user.email=a@example.org',
    '-c',
    'init.defaultBranch=main',
  ];
  return execFileSync('git', [...who, ...args], { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

export async function tree(workspace: RecordedWorkspace): Promise<string> {
  const taken = await workspace.snapshot();
  if (!taken.ok) throw new Error(taken.why);
  return taken.tree;
}

/** What `act` changes, as the workspace sees it. */
export async function seen(workspace: RecordedWorkspace, act: () => void): Promise<readonly string[]> {
  const before = await tree(workspace);
  act();
  return (await workspace.changes(before, await tree(workspace))).map(({ path, change }) => `${change} ${path}`);
}

/** Every file below a folder: bytes, mode, and time of its last change. */
export function image(folder: string): Readonly<Record<string, string>> {
  const all: Record<string, string> = {};
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const stat = statSync(join(folder, name));
    const bytes = stat.isFile() ? readFileSync(join(folder, name)).toString('base64') : 'folder';
    all[name] = `${stat.mode} ${stat.mtimeMs} ${bytes}`;
  }
  return all;
}
