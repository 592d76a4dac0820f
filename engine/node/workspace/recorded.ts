import { resolve } from 'node:path';
import { ConvergeError } from '../../failure';
import type { FileChange, TreeId } from '../../ports';
import type { Git } from './git';
import { openGit } from './git';
import { isTreeId, kindOf } from './recordedTree';

/** What views read of recorded trees. Nothing is recorded or put back here. */
export interface RecordedTrees {
  readonly changes: (from: TreeId, to: TreeId) => Promise<readonly FileChange[]>;
  /** The bytes of a file (of a link: its target) in a recorded tree, or `undefined` where it is not in it. */
  readonly show: (tree: TreeId, path: string) => Promise<Buffer | undefined>;
  /** A unified diff without colours, at most 4 MiB. Binary files are named only. */
  readonly diffText: (from: TreeId, to: TreeId) => Promise<string>;
}

const MOST_DIFF = 4 * 1024 * 1024;

/** The trees recorded of `root`. Throws `git-missing`, or `folder-unwritable` for `.converge`. */
export const openRecordedTrees = async (root: string): Promise<RecordedTrees> =>
  recordedTrees(await openGit(resolve(root)));

export function recordedTrees(git: Git): RecordedTrees {
  return {
    changes: (from, to) => changes(git, from, to),
    show: async (tree, path) => (await fileIn(git, tree, path))?.bytes,
    diffText: async (from, to) => {
      const args = ['diff-tree', '-r', '-p', '--no-color', '--no-ext-diff', '--no-textconv', '--no-renames'];
      const text = (await must(git, [...args, treeId(from), treeId(to)])).toString('utf8');
      return text.length <= MOST_DIFF ? text : `${text.slice(0, MOST_DIFF)}\n[… cut]\n`;
    },
  };
}

/** A file of a recorded tree with its kind. */
export async function fileIn(git: Git, tree: TreeId, path: string) {
  const entry = await entryOf(git, tree, path);
  return entry && { kind: entry.kind, bytes: await must(git, ['cat-file', 'blob', entry.id]) };
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
