import { lstat, realpath } from 'node:fs/promises';
import path from 'node:path';
import { isInside } from '../../workspace/inside';

/**
 * Where a path that a model gave leads.
 *
 * R1 Inside the workspace, by its text and again with every link resolved; a link that leads out or nowhere is refused.
 * R2 Never into a `.git` or a `.converge`, however it is spelled, also not through a link.
 * R3 No names that a system keeps for devices, streams of a file, or names that it would shorten.
 */
export type Place = { readonly at: string; readonly path: string; readonly why?: undefined } | { readonly why: string };

/** @param root absolute path of the workspace */
export async function placeForTool(root: string, given: string, guard: PlaceGuard = ON): Promise<Place> {
  const base = await realpath(root);
  const top = [root, base].find((each) => path.isAbsolute(given) && isInside(each, path.resolve(given)));
  const way = top === undefined ? given : path.relative(top, path.resolve(given)).split(path.sep).join('/');
  if (way.includes('\\') || [...way].some((char) => char < ' '))
    return { why: 'a path has "/" between its parts and no control characters.' };
  const wanted = path.resolve(base, way);
  if (guard.inside && (path.isAbsolute(way) || !isInside(base, wanted)))
    return { why: 'the path is not inside the workspace.' };
  const closed = guard.names ? closedPart(way) : undefined;
  if (closed !== undefined) return { why: closed };
  const real = await realOf(wanted);
  if (real === undefined || (guard.inside && !isInside(base, real)))
    return { why: 'a link leads out of the workspace.' };
  const relative = path.relative(base, real).split(path.sep).join('/');
  const closedBehind = guard.names ? closedPart(relative) : undefined;
  return closedBehind === undefined ? { at: real, path: relative } : { why: closedBehind };
}

/** Only for tests of the rules themselves: what they catch has to come through where they are off. */
export interface PlaceGuard {
  readonly inside: boolean;
  readonly names: boolean;
}
const ON: PlaceGuard = { inside: true, names: true };

/** Folders that no tool enters. */
export const CLOSED: ReadonlySet<string> = new Set(['.git', '.converge', 'git~1', 'conver~1']);

const DEVICE = /^(con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³])(\.|$)/i;

function closedPart(way: string): string | undefined {
  for (const part of way.split('/')) {
    if (part === '' || part === '.' || part === '..') continue;
    if (CLOSED.has(part.toLowerCase())) return `"${part}" is not for workers.`;
    if (DEVICE.test(part) || part.includes(':') || /[. ]$/.test(part)) return `"${part}" is no name for a file.`;
  }
  return undefined;
}

/** The real path of what exists, with the rest behind it; `undefined` for a link that leads nowhere. */
async function realOf(wanted: string): Promise<string | undefined> {
  const rest: string[] = [];
  for (let at = wanted; ; at = path.dirname(at)) {
    const real = await realpath(at).catch(() => undefined);
    if (real !== undefined) return path.join(real, ...rest);
    const link = (await lstat(at).catch(() => undefined))?.isSymbolicLink() === true;
    if (link || path.dirname(at) === at) return undefined;
    rest.unshift(path.basename(at));
  }
}
