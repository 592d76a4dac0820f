import { resolve } from 'node:path';
import { ConvergeError } from '../../failure';
import type { FileChange, TreeId, Workspace } from '../../ports';
import { contentDigest, digestsOf } from './digests';
import type { Git } from './git';
import { openGit } from './git';
import { readTextInside } from './readText';
import { isTreeId, kindOf } from './recordedTree';
import { restoreFiles } from './restore';
import type { Snapshot } from './snapshot';
import { takeSnapshot } from './snapshot';

/** The port, and what views need of recorded trees. */
export interface RecordedWorkspace extends Workspace {
  readonly snapshot: () => Promise<Snapshot>;
  /** The bytes of a file (of a link: its target) in a recorded tree, or `undefined` where it is not in it. */
  readonly show: (tree: TreeId, path: string) => Promise<Buffer | undefined>;
  /** A unified diff without colours, at most 4 MiB. Binary files are named only. */
  readonly diffText: (from: TreeId, to: TreeId) => Promise<string>;
}

export interface WorkspaceOptions {
  /** Default 60,000 ms. */
  readonly snapshotLimitMs?: number;
}

const MOST_DIFF = 4 * 1024 * 1024;

/** The files below `root`, seen and never touched. Throws `git-missing`, or `folder-unwritable` for `.converge`. */
export async function openWorkspace(root: string, options: WorkspaceOptions = {}): Promise<RecordedWorkspace> {
  const absolute = resolve(root);
  const git = await openGit(absolute);
  // One index, and no snapshot of half a restoring: they wait for each other.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(act: () => Promise<T>): Promise<T> => {
    const next = last.then(act);
    last = next.catch(() => undefined);
    return next;
  };
  const snapshot = () => takeSnapshot(git, options.snapshotLimitMs ?? 60_000);
  return {
    root: absolute,
    snapshot: () => inTurn(snapshot),
    changes: (from, to) => changes(git, from, to),
    digests: (globs) => digestsOf(absolute, globs),
    readText: (path) => readTextInside(absolute, path),
    inTree: async (tree, path) => {
      const entry = await entryOf(git, tree, path);
      return entry && contentDigest(entry.kind, await blob(git, entry.id));
    },
    restore: (tree, paths) =>
      inTurn(async () => {
        if (paths !== undefined || !isTreeId(tree)) return restoreFiles(absolute, git, tree, paths ?? []);
        const now = await snapshot();
        if (!now.ok) return now;
        const known = await git.run(['cat-file', '-e', `${tree}^{tree}`]);
        const differing = known.exit === 0 ? await changes(git, now.tree, tree) : [];
        return restoreFiles(
          absolute,
          git,
          tree,
          differing.map(({ path }) => path),
        );
      }),
    show: async (tree, path) => {
      const entry = await entryOf(git, tree, path);
      return entry && (await blob(git, entry.id));
    },
    diffText: async (from, to) => {
      const args = ['diff-tree', '-r', '-p', '--no-color', '--no-ext-diff', '--no-textconv', '--no-renames'];
      const text = (await must(git, [...args, treeId(from), treeId(to)])).toString('utf8');
      return text.length <= MOST_DIFF ? text : `${text.slice(0, MOST_DIFF)}\n[… cut]\n`;
    },
  };
}

async function changes(git: Git, from: TreeId, to: TreeId): Promise<readonly FileChange[]> {
  if (from === to) return [];
  const args = ['diff-tree', '-r', '-z', '--no-renames', '--name-status', treeId(from), treeId(to)];
  const fields = (await must(git, args)).toString('utf8').split('\0');
  const found: FileChange[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    found.push({ path: fields[at + 1] ?? '', change: changeOf(fields[at]) });
  }
  return found;
}

function changeOf(letter: string | undefined): FileChange['change'] {
  return letter === 'A' ? 'added' : letter === 'D' ? 'deleted' : 'modified';
}

async function entryOf(git: Git, tree: TreeId, path: string) {
  const plain = path.replaceAll('\\', '/').replace(/^(\.\/)+/, '');
  // Outside the root there is nothing in a tree, and git would refuse such a path.
  if (plain === '' || plain.startsWith('/') || plain.split('/').includes('..')) return undefined;
  const line = (await must(git, ['ls-tree', '-z', treeId(tree), '--', plain])).toString('utf8').split('\0')[0] ?? '';
  const [, mode, type, id] = /^(\d+) (\w+) (\w+)\t/.exec(line) ?? [];
  if (type !== 'blob' || id === undefined) return undefined;
  return { kind: kindOf(mode ?? ''), id };
}

const blob = (git: Git, id: string): Promise<Buffer> => must(git, ['cat-file', 'blob', id]);

async function must(git: Git, args: readonly string[]): Promise<Buffer> {
  const end = await git.run(args);
  if (end.exit === 0) return end.stdout;
  throw new ConvergeError('internal', `git ${args[0]} failed on a recorded tree: ${end.stderr || 'time limit'}`);
}

/** Trees come from traces too: nothing but an object's name may stand on git's command line. */
function treeId(tree: TreeId): string {
  if (isTreeId(tree)) return tree;
  throw new ConvergeError('internal', `"${tree}" is no recorded tree.`);
}
