import { lstat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { OWN_FOLDER } from '../node/ownFolder';
import { repositoryTop } from '../node/workspace/ignoreRules';

/**
 * The workspace root of a folder: the nearest folder at or above it that holds `.converge/`, else the repository's top, else
 * the folder itself. One function for the window and the program, so that both find the same runs.
 */
export async function workspaceRoot(folder: string): Promise<string> {
  const from = resolve(folder);
  return (await nearestWithOwnFolder(from)) ?? (await repositoryTop(from)) ?? from;
}

/** The same for a flow file: a flow runs where it stands, wherever the program or the window was opened. */
export const workspaceRootOf = (flowPath: string): Promise<string> => workspaceRoot(dirname(resolve(flowPath)));

async function nearestWithOwnFolder(from: string): Promise<string | undefined> {
  for (let folder = from; ; folder = dirname(folder)) {
    const found = await lstat(join(folder, OWN_FOLDER)).catch(() => undefined);
    if (found?.isDirectory()) return folder;
    if (dirname(folder) === folder) return undefined;
  }
}
