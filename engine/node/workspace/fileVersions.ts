import type { TreeId } from '../../ports';
import type { Git } from './git';
import { isTreeId, readContents } from './recordedTree';

/** A file as one recorded tree has it. */
export type FileInTree =
  | { readonly is: 'text'; readonly id: string; readonly text: string }
  | { readonly is: 'binary' | 'large'; readonly id: string }
  /** Not in the tree. */
  | { readonly is: 'missing' }
  /** The tree, or the content, is not there any more. */
  | { readonly is: 'gone' };

/** Larger files are not read. */
export const LARGE_BYTES = 1024 * 1024;

/**
 * One file in many recorded trees, in the trees' order. Equal contents are read once, all in a few calls of git.
 */
export async function fileVersions(git: Git, trees: readonly TreeId[], path: string): Promise<readonly FileInTree[]> {
  if (trees.length === 0) return [];
  // A line end in a name cannot be asked for.
  if (/[\r\n]/.test(path)) return trees.map(() => ({ is: 'missing' }));
  const known = trees.map((tree) => (isTreeId(tree) ? tree : NO_TREE));
  const asked = known.flatMap((tree) => [`${tree}^{tree}`, `${tree}:${path}`]);
  const end = await git.run(['cat-file', '--batch-check=%(objectname) %(objecttype) %(objectsize)'], {
    stdin: asked.map((name) => `${name}\n`).join(''),
  });
  const answers = end.stdout.toString('utf8').split('\n');
  const found = known.map((_, index) => statOf(answers[2 * index] ?? '', answers[2 * index + 1] ?? ''));
  const wanted = [...new Map(found.flatMap((stat) => ('bytes' in stat ? [[stat.id, stat] as const] : []))).values()];
  const read = new Map<string, FileInTree>();
  const whole = await readContents(
    git,
    wanted.map(({ id, bytes }) => ({ kind: 'file' as const, id, bytes })),
    async (content, index) => {
      const id = wanted[index]?.id ?? '';
      read.set(id, content.includes(0) ? { is: 'binary', id } : { is: 'text', id, text: content.toString('utf8') });
    },
  );
  return found.map((stat) => {
    if (!('bytes' in stat)) return stat;
    return read.get(stat.id) ?? (whole ? { is: 'missing' } : { is: 'gone' });
  });
}

/** The name of no object. */
const NO_TREE = '0'.repeat(40);

interface Stat {
  readonly id: string;
  readonly bytes: number;
}

function statOf(tree: string, file: string): FileInTree | Stat {
  if (!/^[0-9a-f]{40,64} tree /.test(tree)) return { is: 'gone' };
  const [, id, type, size] = /^([0-9a-f]{40,64}) (\w+) (\d+)$/.exec(file) ?? [];
  if (id === undefined || type !== 'blob') return { is: 'missing' };
  const bytes = Number(size);
  return bytes > LARGE_BYTES ? { is: 'large', id } : { id, bytes };
}
