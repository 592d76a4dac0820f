import { realpathSync } from 'node:fs';

/** The absolute paths that name a workspace: as it is written, and with links resolved. */
export function workspaceRoots(root: string): readonly string[] {
  try {
    return [root, realpathSync(root)];
  } catch {
    return [root];
  }
}
