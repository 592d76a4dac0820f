import { isAbsolute, relative, sep } from 'node:path';

/** Whether an absolute path is the folder itself or lies below it. Both without links. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
