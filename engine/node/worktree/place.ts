import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import { basename, isAbsolute, join } from 'node:path';

/**
 * The folder of a root's worktrees, one folder a run: among the caches of this user, not below the workspace. There, the
 * user's own tools would find every test twice, and the tools of a run would find the user's settings and modules by walking
 * up. It is theirs to clear: what a run recorded is not in it.
 */
export function worktreesOf(root: string, env: NodeJS.ProcessEnv = process.env): string {
  const name = basename(root).replaceAll(/[^A-Za-z0-9._-]/g, '-') || 'root';
  const digest = createHash('sha256').update(root).digest('hex').slice(0, 12);
  return join(cachesOf(env), 'converge', 'worktrees', `${name.slice(0, 40)}-${digest}`);
}

function cachesOf(env: NodeJS.ProcessEnv): string {
  const given = process.platform === 'win32' ? env.LOCALAPPDATA : env.XDG_CACHE_HOME;
  if (given !== undefined && isAbsolute(given)) return given;
  const home = env.HOME || homedir();
  return process.platform === 'darwin' ? join(home, 'Library', 'Caches') : join(home, '.cache');
}

/** Beside a run's worktree: where files are made ready that are then put in their place, on the same disk. */
export const readyBeside = (folder: string): string => `${folder}.ready`;
