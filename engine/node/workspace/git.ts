import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { ConvergeError } from '../../failure';
import { sha256 } from '../digest';
import { allowedEnvironment } from '../environment';
import { withMappedErrors, writeWhole } from '../files';
import { ownFolder, realFolder } from '../ownFolder';
import { TURN_VARIABLE, turnValue } from '../processTree';
import { findProgram } from '../program';
import { ignoreRules } from './ignoreRules';

/**
 * Git's plumbing on a private git directory, `.converge/git`. The user's repository, where there is one, is never opened:
 * own objects, own index, no references, and no setting, hook, filter or attribute of anybody else.
 */
export interface Git {
  readonly folder: string;
  /** Absolute: a folder of ours on the same disk as the files, where what is put back is made ready. */
  readonly ready: string;
  /** File name of its index in the folder. */
  readonly index: string;
  readonly run: (args: readonly string[], options?: GitOptions) => Promise<GitEnd>;
}

export interface GitOptions {
  readonly stdin?: string | Buffer;
  /** It writes the index: whoever takes the workspace over after a crash must find and end it. */
  readonly marked?: boolean;
  /** Default 60 s. */
  readonly timeoutMs?: number;
  /** Another repository's objects may be read too, for this call. Absolute. */
  readonly objects?: string;
  /** A commit is made, as by Converge, at this time (ISO 8601). */
  readonly author?: string;
}

/** The files of a run that works elsewhere than in the root that keeps its recordings. */
export interface ElsewhereFiles {
  /** Absolute: the top of the files. */
  readonly files: string;
  /** See `Git.ready`. */
  readonly ready: string;
  readonly run: string;
}

export interface GitEnd {
  /** Null: it was ended by its time limit. */
  readonly exit: number | null;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/** Marks the processes that write the index of a private git directory; see `leftovers.ts`. */
export const indexToken = (folder: string): string => `index/${sha256(folder).slice(0, 16)}`;

const SETTINGS = [
  ...[`core.hooksPath=${devNull}`, 'core.fsmonitor=false', 'core.autocrlf=false', 'core.safecrlf=false'],
  ...['core.excludesFile=', 'core.attributesFile=', 'core.quotePath=false', 'gc.auto=0', 'maintenance.auto=false'],
  ...['advice.addEmbeddedRepo=false', 'core.untrackedCache=false', 'core.precomposeUnicode=false'],
].flatMap((setting) => ['-c', setting]);

// Bytes as they are on disk, whatever the repository's own attributes wish.
const ATTRIBUTES = '* -text -filter -ident -working-tree-encoding\n';

/** The index of a run's recordings. Whoever only looks has one of its own, so that no run ever waits for it. */
export const RUN_INDEX = 'index';
export const LOOK_INDEX = 'look';

/** Opens the private git directory of a workspace root, making it where it is missing. Throws `git-missing`. */
export async function openGit(
  root: string,
  index = RUN_INDEX,
  guards = GUARDS,
  elsewhere?: ElsewhereFiles,
): Promise<Git> {
  const folder = join(await ownFolder(root), 'git');
  await realFolder(folder);
  const info = join(folder, 'info');
  const objects = join(folder, 'objects');
  await realFolder(info);
  await realFolder(objects);
  // The folder may have come with a repository: nothing in it that could start a program or lead elsewhere is kept.
  await withMappedErrors(folder, async () => {
    if (!guards.ownConfig) return;
    for (const foreign of ['commondir', 'config.worktree', 'objects/info/alternates']) {
      await rm(join(folder, foreign), { force: true, recursive: true });
    }
  });
  if (guards.ownConfig) {
    await writeWhole(join(folder, 'config'), CONFIG);
    await writeWhole(join(info, 'attributes'), ATTRIBUTES);
  }
  await writeWhole(join(info, 'exclude'), await ignoreRules(root));
  const mark = elsewhere === undefined ? indexToken(folder) : `${elsewhere.run}/index`;
  const place = { root: elsewhere?.files ?? root, folder, index, guards, mark };
  const run: Git['run'] = (args, options) => runGit(place, args, options ?? {});
  const git: Git = { folder, index, run, ready: elsewhere?.ready ?? join(folder, 'restore') };
  // Not by `git init`: it locks the settings, and two runs may open it at once.
  await realFolder(join(folder, 'refs'));
  await writeWhole(join(folder, 'HEAD'), 'ref: refs/heads/none\n');
  const made = await git.run(['rev-parse', '--git-dir']);
  if (made.exit !== 0) throw new ConvergeError('folder-unwritable', `${folder} could not be set up: ${made.stderr}`);
  return git;
}

/** Each is always on; tests that show what a guard is for switch it off. */
const GUARDS = {
  /** Settings and attributes are ours, whatever came with the folder. */
  ownConfig: true,
  /** Settings on the command line, which stand above any file. */
  settings: true,
  /** Git is found in absolute folders of PATH. */
  absolutePath: true,
};

const FOLDS_CASE = process.platform === 'win32' || process.platform === 'darwin';
const CONFIG = `[core]
\trepositoryformatversion = 0
\tbare = false
\tlogallrefupdates = false
\tignorecase = ${FOLDS_CASE}
`;

interface GitPlace {
  readonly root: string;
  readonly folder: string;
  readonly index: string;
  /** Marks the processes that write the index. */
  readonly mark: string;
  readonly guards: typeof GUARDS;
}

function runGit(
  { root, folder, index, mark, guards }: GitPlace,
  args: readonly string[],
  options: GitOptions,
): Promise<GitEnd> {
  const allowed = allowedEnvironment(process.env, { allowList: true, absolutePath: guards.absolutePath });
  // Found by us: a system may look into the current folder first, which is the repository's.
  const git = findProgram('git', root, allowed);
  if (!git.found) return Promise.reject(gitMissing(git.why));
  const env = {
    ...allowed,
    ...{ GIT_DIR: folder, GIT_WORK_TREE: root, GIT_INDEX_FILE: join(folder, index), GIT_COMMON_DIR: folder },
    ...{ GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: devNull, GIT_ATTR_NOSYSTEM: '1', GIT_TERMINAL_PROMPT: '0' },
    ...{ GIT_NO_REPLACE_OBJECTS: '1', HOME: folder, XDG_CONFIG_HOME: folder, LC_ALL: 'C', LANGUAGE: 'C' },
    ...(options.author === undefined ? {} : authorAt(options.author)),
    ...(options.objects === undefined ? {} : { GIT_ALTERNATE_OBJECT_DIRECTORIES: quotedPath(options.objects) }),
    ...(options.marked === true && index !== LOOK_INDEX ? { [TURN_VARIABLE]: turnValue(mark) } : {}),
  };
  return new Promise((resolve, reject) => {
    const child = execFile(
      git.file,
      [...git.before, ...(guards.settings ? SETTINGS : []), ...args],
      {
        cwd: root,
        env,
        encoding: 'buffer',
        maxBuffer: Number.POSITIVE_INFINITY,
        timeout: options.timeoutMs ?? 60_000,
        killSignal: 'SIGKILL',
        windowsHide: true,
      },
      (error, stdout, stderr) => {
        if (error?.code === 'ENOENT') reject(gitMissing(error));
        else resolve({ exit: error === null ? 0 : numberOr(error.code), stdout, stderr: stderr.toString('utf8') });
      },
    );
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(options.stdin ?? '');
  });
}

const authorAt = (at: string) => ({
  ...{ GIT_AUTHOR_NAME: 'Converge', GIT_AUTHOR_EMAIL: 'converge@localhost', GIT_AUTHOR_DATE: at },
  ...{ GIT_COMMITTER_NAME: 'Converge', GIT_COMMITTER_EMAIL: 'converge@localhost', GIT_COMMITTER_DATE: at },
});

/** One path of a list of paths, as git reads it. */
const quotedPath = (path: string): string => `"${path.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;

const numberOr = (code: unknown): number | null => (typeof code === 'number' ? code : null);

const gitMissing = (cause: unknown): ConvergeError =>
  new ConvergeError(
    'git-missing',
    `No git program was found in PATH (${process.env.PATH ?? ''}). Converge records the workspace with it: install git from https://git-scm.com, then start again.`,
    { cause },
  );
