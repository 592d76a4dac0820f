import { rm } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { messageOf } from '../../failure';
import type { TreeId } from '../../ports';
import type { Git } from '../workspace/git';
import { openGit } from '../workspace/git';
import { isTreeId } from '../workspace/recordedTree';
import type { Worktree } from './kept';
import { readyBeside } from './place';
import { userGit } from './userGit';
import { objectsOf } from './worktree';

/** The end of a pass, to be committed. */
export interface PassEnd {
  readonly loop: string;
  readonly pass: number;
  /** Number of the entry that decided it: an inner loop ends a pass 1 in every pass of the loop around it. */
  readonly entry: number;
  readonly tree: TreeId;
  /** ISO 8601: the commit's time, so that the same pass gives the same commit. */
  readonly at: string;
  readonly words: string;
}

export interface PassCommits {
  /** Commits in the order of the calls. Never throws: what could not be committed is told at `settled`. */
  readonly add: (end: PassEnd) => void;
  /** Resolves once all are made, to what went wrong first; null: nothing did. */
  readonly settled: () => Promise<string | null>;
}

export const branchOf = (run: string): string => `converge/${run}`;

/**
 * One commit a pass on a branch of the run's own, as files of the pass were recorded.
 *
 * R1 A commit is its parent with the files that changed since the run began: what is outside of the workspace root, links to
 *    submodules and Converge's own files stay as the commit has them that the worktree was made from.
 * R2 The branch moves only from the commit that it is known to stand at. A pass that is on it is not committed again.
 * R3 Author and committer are Converge; nothing is signed, no hook is run, and no worktree has the branch checked out.
 */
export function passCommits(root: string, run: string, worktree: Worktree): PassCommits {
  const ref = `refs/heads/${branchOf(run)}`;
  let fault: string | null = null;
  let last = Promise.resolve();
  const commit = async (end: PassEnd): Promise<void> => {
    if (fault !== null || !isTreeId(end.tree)) return;
    const index = `commit-${run}`;
    const git = await openGit(root, index, undefined, {
      files: worktree.folder,
      ready: readyBeside(worktree.folder),
      run,
    });
    try {
      fault = await commitPass(git, ref, worktree, root, run, end);
    } finally {
      await rm(join(git.folder, index), { force: true });
    }
  };
  return {
    add: (end) => {
      last = last
        .then(() => commit(end))
        .catch((thrown: unknown) => {
          fault ??= messageOf(thrown);
        });
    },
    settled: async () => {
      await last;
      return fault;
    },
  };
}

async function commitPass(
  git: Git,
  ref: string,
  { top, base, commit: first }: Worktree,
  root: string,
  run: string,
  { loop, pass, entry, tree, at, words }: PassEnd,
): Promise<string | null> {
  const objects = await objectsOf(top);
  const tip = (await userGit(top, ['rev-parse', '--verify', '--quiet', `${ref}^{commit}`])).stdout
    .toString('utf8')
    .trim();
  const mark = `Converge-Pass: ${loop}/${pass}\nConverge-Entry: ${entry}\n`;
  if (tip !== '') {
    const made = await userGit(top, ['log', '--format=%B', `${first}..${tip}`]);
    if (made.stdout.toString('utf8').includes(mark)) return null;
  }
  const parent = tip === '' ? first : tip;
  const way = relative(top, root).split(sep).filter(Boolean).join('/');
  const must = async (args: readonly string[], stdin = ''): Promise<string> => {
    const end = await git.run(args, { objects, stdin, timeoutMs: 120_000 });
    if (end.exit !== 0) throw new Error(`git ${args[0]}: ${end.stderr.trim() || 'it took too long'}`);
    return end.stdout.toString('utf8');
  };
  await must(['read-tree', first]);
  const raw = await must(['diff-tree', '-r', '-z', '--raw', '--no-renames', '--no-abbrev', base, tree]);
  await must(['update-index', '-z', '--index-info'], indexLines(raw, way === '' ? '' : `${way}/`));
  const written = (await must(['write-tree', '--missing-ok'])).trim();
  const message = `${words}\n\n${mark}Converge-Run: ${run}\n`;
  const made = await git.run(['commit-tree', written, '-p', parent, '-F', '-'], {
    objects,
    stdin: message,
    author: at,
  });
  if (made.exit !== 0) throw new Error(`git commit-tree: ${made.stderr.trim()}`);
  const commit = made.stdout.toString('utf8').trim();
  const pack = await git.run(['pack-objects', '--revs', '--stdout', '-q'], {
    objects,
    stdin: `${commit}\n^${parent}\n`,
  });
  if (pack.exit !== 0) throw new Error(`git pack-objects: ${pack.stderr.trim()}`);
  const unpacked = await userGit(top, ['unpack-objects', '-q'], { stdin: pack.stdout });
  if (unpacked.exit !== 0) return `The pass could not be committed: ${unpacked.stderr}`;
  const moved = await userGit(top, [
    'update-ref',
    '-m',
    `converge: pass ${pass}`,
    ref,
    commit,
    tip === '' ? NOTHING : tip,
  ]);
  return moved.exit === 0 ? null : `The branch of the run could not be moved: ${moved.stderr}`;
}

const NOTHING = '0'.repeat(40);

/** What changed between two recorded trees, as lines for an index. */
function indexLines(raw: string, prefix: string): string {
  const fields = raw.split('\0');
  const lines: string[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [, mode, , id, letter] = (fields[at] ?? '').replace(/^:/, '').split(' ');
    const path = `${prefix}${fields[at + 1] ?? ''}`;
    lines.push(letter === 'D' ? `0 ${NOTHING}\t${path}\0` : `${mode} ${id}\t${path}\0`);
  }
  return lines.join('');
}
