import { execFile } from 'node:child_process';
import { devNull } from 'node:os';
import { allowedEnvironment } from '../environment';
import { findProgram } from '../program';

export interface UserGitEnd {
  readonly exit: number | null;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/**
 * Git on the user's own repository, for what a worktree needs of it. Nothing that the repository brings is run:
 *
 * R1 No hooks, no fsmonitor, no signing, no fetching of what is missing; no settings of the system or of the user.
 * R2 No filter of a file's content: nothing here checks files out or adds them. Files go in and out through our own
 *    directory, byte for byte as they are stored.
 * R3 The user's HEAD, index, branches and stash are never an argument of anything that writes.
 */
export function userGit(
  top: string,
  args: readonly string[],
  { stdin, index }: { readonly stdin?: Buffer; readonly index?: string } = {},
): Promise<UserGitEnd> {
  const allowed = allowedEnvironment();
  const git = findProgram('git', top, allowed);
  if (!git.found) return Promise.resolve({ exit: null, stdout: Buffer.alloc(0), stderr: git.why });
  const env = {
    ...allowed,
    ...{ GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: devNull, GIT_ATTR_NOSYSTEM: '1', GIT_TERMINAL_PROMPT: '0' },
    ...{ GIT_OPTIONAL_LOCKS: '0', GIT_NO_LAZY_FETCH: '1', GIT_NO_REPLACE_OBJECTS: '1', LC_ALL: 'C', LANGUAGE: 'C' },
    // Above any `protocol.<name>.allow` of the repository: what is missing is not fetched, over `ext::` neither.
    GIT_ALLOW_PROTOCOL: 'none',
    ...(index === undefined ? {} : { GIT_INDEX_FILE: index }),
  };
  return new Promise((resolve) => {
    const child = execFile(
      git.file,
      [...git.before, ...SETTINGS, '-C', top, ...args],
      {
        cwd: top,
        env,
        encoding: 'buffer',
        maxBuffer: Number.POSITIVE_INFINITY,
        timeout: 120_000,
        killSignal: 'SIGKILL',
        windowsHide: true,
      },
      (error, stdout, stderr) => {
        const exit = error === null ? 0 : typeof error.code === 'number' ? error.code : null;
        resolve({ exit, stdout, stderr: stderr.toString('utf8').trim() });
      },
    );
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(stdin ?? '');
  });
}

const SETTINGS = [
  ...[`core.hooksPath=${devNull}`, 'core.fsmonitor=false', 'core.untrackedCache=false', 'core.quotePath=false'],
  ...['commit.gpgSign=false', 'gc.auto=0', 'maintenance.auto=false', 'protocol.allow=never'],
  // Whose folder it is does not matter where nothing of it is run.
  ...['safe.directory=*'],
].flatMap((setting) => ['-c', setting]);
