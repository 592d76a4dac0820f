import * as vscode from 'vscode';
import type { Log } from './log';

/** Where the flows of a folder are kept unless a person keeps them elsewhere; new ones are written here. */
export const flowHome = ({ uri }: vscode.WorkspaceFolder): vscode.Uri => vscode.Uri.joinPath(uri, '.converge', 'flows');

/**
 * The files in the homes of all folders, listed without VS Code's search: that follows `files.exclude`, where many hide names
 * that begin with a dot, and comes back empty where its own program could not be started.
 */
export async function filesAtHome(log: Log): Promise<readonly vscode.Uri[]> {
  const homes = (vscode.workspace.workspaceFolders ?? []).map(flowHome);
  const listed = await Promise.all(
    homes.map(async (home) => {
      try {
        const entries = await vscode.workspace.fs.readDirectory(home);
        const files = entries.filter(([, type]) => (type & vscode.FileType.File) !== 0);
        return files.map(([name]) => vscode.Uri.joinPath(home, name));
      } catch (error) {
        // Most folders have no flows.
        if (!(error instanceof vscode.FileSystemError && error.code === 'FileNotFound')) log.error(`${home}: ${error}`);
        return [];
      }
    }),
  );
  return listed.flat();
}
