import { lstat, mkdir, realpath, rm } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { messageOf } from '../../../failure';
import { writeWhole } from '../../files';
import { textIn } from './textFile';

export const editSchema = z.union([
  z.strictObject({ path: z.string().min(1), content: z.string() }),
  z.strictObject({ path: z.string().min(1), replace: z.tuple([z.string().min(1), z.string()]) }),
  z.strictObject({ path: z.string().min(1), delete: z.literal(true) }),
]);

export type ScriptedEdit = z.infer<typeof editSchema>;

/**
 * Carries the edits of a scripted turn out, in order. Resolves to why one could not be done; then later ones are not.
 *
 * R1 Only inside the workspace: no `..`, no absolute path, no link that leads out, nothing in `.converge` or `.git`.
 * R2 A turn that was killed is run again, so an edit that is done already is done: a file that has the content or is
 *    gone, a replacement whose new text is there and whose old text is not, or which a later edit of the turn replaced.
 * R3 The old text of a replacement stands exactly once; otherwise nobody could tell whether it is done.
 * R4 A file is written whole, and what a kill leaves of that is in the run folder, not beside it.
 */
export async function applyEdits(
  root: string,
  edits: readonly ScriptedEdit[],
  runFolder: string,
): Promise<string | undefined> {
  for (const [index, edit] of edits.entries()) {
    const later = edits.slice(index + 1).filter((other) => other.path === edit.path);
    const why = await applyEdit(root, edit, later, runFolder).catch((error: unknown) => messageOf(error));
    if (why !== undefined) return `The edit of "${edit.path}" could not be done: ${why}`;
  }
  return undefined;
}

async function applyEdit(
  root: string,
  edit: ScriptedEdit,
  later: readonly ScriptedEdit[],
  runFolder: string,
): Promise<string | undefined> {
  const file = await placeOf(root, edit.path);
  if ('why' in file) return file.why;
  const closed = await closedTo(root, file.at);
  if (closed !== undefined) return closed;
  if ('delete' in edit) {
    await rm(file.at, { force: true });
    return undefined;
  }
  const text = await textIn(file.at);
  if ('content' in edit) {
    if (text === edit.content) return undefined;
    await mkdir(path.dirname(file.at), { recursive: true });
    await writeWhole(file.at, edit.content, runFolder);
    return undefined;
  }
  if (text === undefined) return later.some((other) => 'delete' in other) ? undefined : 'there is no such file.';
  const replaced = replaceOnce(text, edit.replace);
  if (replaced.text !== undefined) {
    if (replaced.text !== text) await writeWhole(file.at, replaced.text, runFolder);
    return undefined;
  }
  return replaced.missing && later.some((other) => isDone(text, other)) ? undefined : replaced.why;
}

const isDone = (text: string, edit: ScriptedEdit): boolean => {
  if ('content' in edit) return text === edit.content;
  return 'replace' in edit && edit.replace[1] !== '' && text.includes(edit.replace[1]);
};

type Replaced =
  | { readonly text: string }
  | { readonly text?: undefined; readonly why: string; readonly missing: boolean };

/** An old text that stands inside the new text is what a run before has written, not what is to be replaced. */
export function replaceOnce(text: string, [from, to]: readonly [string, string]): Replaced {
  const written = to.includes(from) ? places(text, to).map((at) => [at, at + to.length] as const) : [];
  const due = places(text, from).filter(
    (at) => !written.some(([begin, end]) => at >= begin && at + from.length <= end),
  );
  const [first] = due;
  if (due.length > 1) return { why: `its old text stands there ${due.length} times; give more of it.`, missing: false };
  if (first !== undefined) return { text: text.slice(0, first) + to + text.slice(first + from.length) };
  if (to === '' || text.includes(to)) return { text };
  return { why: 'neither its old nor its new text stands there.', missing: true };
}

function places(text: string, part: string): readonly number[] {
  const found: number[] = [];
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) found.push(at);
  return found;
}

/** Where a path of a flow leads inside the workspace, links resolved; `why` where it leads out. */
export async function placeOf(
  root: string,
  relative: string,
): Promise<{ readonly at: string } | { readonly why: string }> {
  const wanted = path.resolve(root, relative);
  if (path.isAbsolute(relative) || relative.includes('\\') || !isBelow(root, wanted)) {
    return { why: 'the path must be relative to the workspace, with "/", and inside it.' };
  }
  const base = await realpath(root);
  const real = await realOf(wanted);
  if (real === undefined || !isBelow(base, real)) return { why: 'a link leads out of the workspace.' };
  return { at: real };
}

/** Why no worker may write there, or `undefined`. Reading is another matter: a script stands in `.converge` itself. */
async function closedTo(root: string, real: string): Promise<string | undefined> {
  const [top = ''] = path.relative(await realpath(root), real).split(path.sep);
  return ['.converge', '.git'].includes(top.toLowerCase()) ? `"${top}" is not for workers.` : undefined;
}

/** The real path of what exists, with the rest behind it; `undefined` for a link that leads nowhere. */
async function realOf(wanted: string): Promise<string | undefined> {
  const rest: string[] = [];
  for (let at = wanted; ; at = path.dirname(at)) {
    const real = await realpath(at).catch(() => undefined);
    if (real !== undefined) return path.join(real, ...rest);
    if (path.dirname(at) === at || (await isLink(at))) return undefined;
    rest.unshift(path.basename(at));
  }
}

const isLink = async (at: string): Promise<boolean> =>
  (await lstat(at).catch(() => undefined))?.isSymbolicLink() === true;

function isBelow(root: string, file: string): boolean {
  const way = path.relative(root, file);
  return way !== '' && way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way);
}
