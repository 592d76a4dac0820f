import type { TreeId } from '../../ports';
import type { FileKind } from './digests';
import type { Git } from './git';

/** A file as a recorded tree has it. */
export interface TreeFile {
  readonly kind: FileKind;
  /** Name of its content among git's objects. */
  readonly id: string;
  readonly bytes: number;
}

/** Whether a text can be a tree's name: nothing else may stand on git's command line. */
export const isTreeId = (tree: string): boolean => /^[0-9a-f]{40,64}$/.test(tree);

/** All files of a recorded tree by path, or `undefined` where the tree or a content is not there (any more). */
export async function readTree(git: Git, tree: TreeId): Promise<ReadonlyMap<string, TreeFile> | undefined> {
  if (!isTreeId(tree)) return undefined;
  const listed = await git.run(['ls-tree', '-r', '-l', '-z', '--full-tree', tree]);
  if (listed.exit !== 0) return undefined;
  const files = new Map<string, TreeFile>();
  for (const line of listed.stdout.toString('utf8').split('\0')) {
    // Of a repository inside the workspace that is only linked to, nothing is recorded.
    if (line === '' || line.startsWith('160000 ')) continue;
    const [, mode, id, bytes, path] = /^(\d+) blob (\w+) +(\d+)\t([\s\S]+)$/.exec(line) ?? [];
    // Git has no size for a content that is missing. A file without one is not a file that was not there.
    if (mode === undefined || id === undefined || path === undefined) return undefined;
    files.set(path, { kind: kindOf(mode), id, bytes: Number(bytes) });
  }
  return files;
}

/** What the mode of a tree's entry says. */
export const kindOf = (mode: string): FileKind =>
  mode === '120000' ? 'link' : mode === '100755' ? 'executable' : 'file';

const AT_ONCE = 32 * 1024 * 1024;

/** Reads contents and hands them on one by one, never much more than 32 MiB at once. False where one is missing. */
export async function readContents(
  git: Git,
  files: readonly TreeFile[],
  take: (content: Buffer, index: number) => Promise<void>,
): Promise<boolean> {
  for (let from = 0; from < files.length; ) {
    let [to, bytes] = [from, 0];
    while (to < files.length && (to === from || bytes + (files[to]?.bytes ?? 0) <= AT_ONCE)) {
      bytes += files[to]?.bytes ?? 0;
      to += 1;
    }
    const wanted = files.slice(from, to);
    const read = await git.run(['cat-file', '--batch'], { stdin: wanted.map(({ id }) => `${id}\n`).join('') });
    let at = 0;
    for (const [index, file] of wanted.entries()) {
      const head = `${file.id} blob ${file.bytes}\n`;
      if (read.stdout.toString('latin1', at, at + head.length) !== head) return false;
      at += head.length;
      await take(read.stdout.subarray(at, at + file.bytes), from + index);
      at += file.bytes + 1;
    }
    from = to;
  }
  return true;
}
