import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { devNull } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { allowedEnvironment } from './environment';
import { findProgram } from './program';

/**
 * Earlier texts of a file, out of the repository that it stands in. Only read: no hook, filter, pager, text conversion,
 * signature check or fetch is started, and no lock is taken.
 */
export type Found<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly why: NotFound };

export type NotFound =
  | 'no-git' // there is no git program
  | 'no-repository' // the file stands in none, or git does not trust it
  | 'no-commits'
  | 'no-such-revision'
  | 'not-there'; // the revision has no such file

export interface Commit {
  readonly hash: string;
  readonly short: string;
  readonly author: string;
  /** Seconds since 1970. */
  readonly time: number;
  readonly subject: string;
  /** What the file was called then, from the root of the repository. */
  readonly path: string;
}

/**
 * The text of a file at a revision (anything that git takes for a commit).
 *
 * @param path what the file was called then, from the root of the repository; by default as it is called now
 * @param git the program, by name or path
 */
export async function textAt(
  file: string,
  revision: string,
  path?: string,
  git = 'git',
  guarded = true,
): Promise<Found<string>> {
  const repository = await commitOf(file, revision, git, guarded);
  if (!repository.ok) return repository;
  const { run, commit } = repository.value;
  const name = path ?? `./${relative(existing(file), file).split(sep).join('/')}`;
  const blob = await run('cat-file', 'blob', `${commit}:${name}`);
  return blob === null ? failed('not-there') : { ok: true, value: blob };
}

/** The commits that touched a file, newest first, also under the names that it had before. */
export async function commitsOf(file: string, most = 200, git = 'git'): Promise<Found<readonly Commit[]>> {
  const repository = await commitOf(file, 'HEAD', git);
  if (!repository.ok) return repository;
  const args = ['--follow', '--name-only', `--max-count=${most}`, `--format=${FORMAT}`, ...PLAIN];
  const log = await repository.value.run('log', ...args, '--', join('.', relative(existing(file), file)));
  return { ok: true, value: (log ?? '').split(RECORD).flatMap(commitIn) };
}

const RECORD = '\x1e';
const FIELD = '\x1f';
const FORMAT = `%x1e${['%H', '%h', '%an', '%at', '%s'].join('%x1f')}%x1f`;
const PLAIN = ['--no-color', '--no-decorate', '--no-ext-diff', '--no-textconv', '--no-show-signature'];

function commitIn(record: string): readonly Commit[] {
  const [hash, short, author, time, subject, path] = record.split(FIELD);
  if (!hash || short === undefined || author === undefined || subject === undefined) return [];
  return [{ hash, short, author, time: Number(time), subject, path: (path ?? '').trim() }];
}

type Run = (...args: readonly string[]) => Promise<string | null>;

async function commitOf(
  file: string,
  revision: string,
  git: string,
  guarded = true,
): Promise<Found<{ readonly run: Run; readonly commit: string }>> {
  const folder = existing(file);
  let missing = false;
  const run: Run = async (...args) => {
    const end = await runGit(git, folder, args, guarded);
    if (end === 'missing') missing = true;
    return end === 'missing' ? null : end;
  };
  const inside = await run('rev-parse', '--is-inside-work-tree');
  if (missing) return failed('no-git');
  if (inside?.trim() !== 'true') return failed('no-repository');
  // What starts like an option is none of git's names for a commit.
  const commit = revision.startsWith('-')
    ? null
    : await run('rev-parse', '--verify', '--quiet', `${revision}^{commit}`);
  if (commit !== null) return { ok: true, value: { run, commit: commit.trim() } };
  const any = await run('rev-parse', '--verify', '--quiet', 'HEAD^{commit}');
  return failed(any === null ? 'no-commits' : 'no-such-revision');
}

const failed = (why: NotFound): { readonly ok: false; readonly why: NotFound } => ({ ok: false, why });

/** The folder that the file stands in, or the nearest above it that is still there. */
function existing(file: string): string {
  let folder = dirname(file);
  while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder);
  return folder;
}

const SETTINGS = [
  `core.hooksPath=${devNull}`,
  'core.fsmonitor=false',
  'core.quotePath=false',
  'log.showSignature=false',
];

/**
 * Null: git ended with an error.
 *
 * @param guarded always true but in tests, which show what the guards are for
 */
function runGit(
  git: string,
  cwd: string,
  args: readonly string[],
  guarded: boolean,
): Promise<string | null | 'missing'> {
  const allowed = allowedEnvironment(process.env, { allowList: true, absolutePath: guarded });
  // Found by us: a system may look into the current folder first, which is the repository's.
  const program = findProgram(git, cwd, allowed);
  if (!program.found) return Promise.resolve('missing');
  const env = {
    ...allowed,
    ...(guarded && {
      GIT_TERMINAL_PROMPT: '0',
      GIT_OPTIONAL_LOCKS: '0',
      GIT_NO_LAZY_FETCH: '1',
      // An object that is not there would be fetched over any transport that the repository names, `ext::` included.
      GIT_ALLOW_PROTOCOL: 'none',
      GIT_LITERAL_PATHSPECS: '1',
      LC_ALL: 'C',
    }),
  };
  const settings = guarded ? SETTINGS.flatMap((setting) => ['-c', setting]) : [];
  const given = [...program.before, '--no-pager', ...settings, ...args];
  const options = { cwd, env, maxBuffer: 64 * 1024 * 1024, timeout: 30_000, windowsHide: true } as const;
  return new Promise((resolve) => {
    const child = execFile(program.file, given, { ...options, encoding: 'utf8' }, (error, stdout) => {
      if (error?.code === 'ENOENT') resolve('missing');
      else resolve(error === null ? stdout : null);
    });
    child.stdin?.end();
  });
}
