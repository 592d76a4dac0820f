import { randomBytes } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConvergeError } from '../../failure';
import type { TreeId } from '../../ports';
import type { Git } from './git';
import { openGit } from './git';
import type { TreeFile } from './recordedTree';
import { readContents, readTree } from './recordedTree';

export interface MergedTree {
  /** `ours` with what `theirs` changed since `base`, as far as it can be put together. */
  readonly tree: TreeId;
  /** Files that both changed, in different places. */
  readonly merged: readonly string[];
  /** Files that both changed in the same place, or not as text: as in `ours`. */
  readonly conflicts: readonly string[];
}

/**
 * Three recorded trees put together, without touching a file of the user.
 *
 * R1 A path that `theirs` did not change is as in `ours`; one that `ours` did not change is as in `theirs`.
 * R2 Line ends do not count as a change: a file that is the same but for CRLF keeps those of `ours`.
 * R3 What both changed is merged line by line; one side's deletion, another kind of file or bytes that are no text are a
 *    conflict. Both having changed it to the same is none.
 */
export async function mergeTrees(
  root: string,
  { base, ours, theirs }: { readonly base: TreeId; readonly ours: TreeId; readonly theirs: TreeId },
): Promise<MergedTree> {
  const name = `merge-${randomBytes(6).toString('hex')}`;
  const git = await openGit(root, name);
  const place = join(git.folder, name);
  try {
    const [before, mine, other] = await Promise.all([whole(git, base), whole(git, ours), whole(git, theirs)]);
    const lines: string[] = [];
    const [merged, conflicts]: [string[], string[]] = [[], []];
    for (const path of [...new Set([...before.keys(), ...other.keys()])].sort()) {
      const [was, own, made] = [before.get(path), mine.get(path), other.get(path)];
      if (same(was, made) || same(own, made)) continue;
      if (same(was, own)) {
        lines.push(entry(path, made));
        continue;
      }
      const both = await textMerge(git, place, [was, own, made]);
      if (both === undefined) conflicts.push(path);
      else {
        if (both.changed) merged.push(path);
        lines.push(entry(path, { ...own, ...both.file }));
      }
    }
    await must(git, ['read-tree', ours]);
    await must(git, ['update-index', '-z', '--index-info'], lines.join(''));
    return { tree: (await must(git, ['write-tree'])).toString('utf8').trim(), merged, conflicts };
  } finally {
    for (const left of [place, `${place}.lock`, `${place}.d`]) await rm(left, { recursive: true, force: true });
  }
}

type File = Pick<TreeFile, 'kind' | 'id'>;

const same = (one: File | undefined, other: File | undefined): boolean =>
  one?.id === other?.id && one?.kind === other?.kind;

const MODES = { file: '100644', executable: '100755', link: '120000' } as const;
const entry = (path: string, file: File | undefined): string =>
  file === undefined ? `0 ${'0'.repeat(40)}\t${path}\0` : `${MODES[file.kind]} ${file.id}\t${path}\0`;

async function whole(git: Git, tree: TreeId): Promise<ReadonlyMap<string, TreeFile>> {
  const files = await readTree(git, tree);
  if (files !== undefined) return files;
  throw new ConvergeError('run-unknown', `The files recorded as ${tree} are not there any more.`);
}

type Three = readonly [TreeFile | undefined, TreeFile | undefined, TreeFile | undefined];

/** R2, R3. `undefined`: a conflict. */
async function textMerge(git: Git, place: string, [was, own, made]: Three) {
  if (was === undefined || own === undefined || made === undefined) return undefined;
  if ([was, own, made].some(({ kind }) => kind === 'link') || own.kind !== was.kind) return undefined;
  const texts: Buffer[] = [];
  const read = await readContents(git, [was, own, made], async (content) => {
    texts.push(Buffer.from(content));
  });
  const [base, ours, theirs] = texts;
  if (!read || base === undefined || ours === undefined || theirs === undefined) return undefined;
  if (texts.some((content) => content.includes(0))) return undefined;
  const crlf = ours.includes('\r\n') && !base.includes('\r\n');
  const plain = crlf ? unixEnds(ours) : ours;
  const result = plain.equals(base) ? theirs : await mergeFile(git, `${place}.d`, [plain, base, theirs]);
  if (result === undefined) return undefined;
  const ends = crlf ? windowsEnds(result) : result;
  const id = (await must(git, ['hash-object', '-w', '--no-filters', '--stdin'], ends)).toString('utf8').trim();
  return { file: { kind: made.kind, id }, changed: !plain.equals(base) };
}

const unixEnds = (text: Buffer): Buffer => Buffer.from(text.toString('latin1').replaceAll('\r\n', '\n'), 'latin1');
const windowsEnds = (text: Buffer): Buffer =>
  Buffer.from(text.toString('latin1').replaceAll(/\r?\n/g, '\r\n'), 'latin1');

async function mergeFile(git: Git, folder: string, sides: readonly [Buffer, Buffer, Buffer]) {
  await mkdir(folder, { recursive: true });
  const names = ['ours', 'base', 'theirs'].map((name) => join(folder, name));
  for (const [index, name] of names.entries()) await writeFile(name, sides[index] ?? '');
  const end = await git.run(['merge-file', '-p', '-q', ...names]);
  return end.exit === 0 ? end.stdout : undefined;
}

async function must(git: Git, args: readonly string[], stdin: string | Buffer = ''): Promise<Buffer> {
  const end = await git.run(args, { stdin });
  if (end.exit === 0) return end.stdout;
  throw new ConvergeError('internal', `git ${args[0]} failed on a recorded tree: ${end.stderr || 'time limit'}`);
}
