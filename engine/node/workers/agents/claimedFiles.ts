import path from 'node:path';
import type { Json } from '../../../json';
import { isObject } from '../../../json';

/**
 * The files that a worker claims to have changed, relative to the workspace with `/`, in order, each once.
 * Its structured answer's `changedFiles` go first; without them, the files that its edits reached. Files outside the
 * workspace are no claim about it. `undefined`: it claimed nothing.
 *
 * @param roots absolute paths that name the workspace: as it is written, and with links resolved
 */
export function claimedFiles(
  structured: Json | undefined,
  edited: readonly string[],
  roots: readonly string[],
): readonly string[] | undefined {
  const listed = isObject(structured) ? structured.changedFiles : undefined;
  if (Array.isArray(listed)) {
    return inside(
      listed.filter((item) => typeof item === 'string'),
      roots,
    );
  }
  const reached = inside(edited, roots);
  return reached.length === 0 ? undefined : reached;
}

const inside = (files: readonly string[], roots: readonly string[]): readonly string[] => [
  ...new Set(files.flatMap((file) => roots.flatMap((root) => below(root, file)).slice(0, 1))),
];

function below(root: string, file: string): readonly string[] {
  const relative = path.relative(root, path.resolve(root, file));
  const outside = relative === '' || relative === '..' || relative.startsWith(`..${path.sep}`);
  return outside || path.isAbsolute(relative) ? [] : [relative.split(path.sep).join('/')];
}
