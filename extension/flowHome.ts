import * as vscode from 'vscode';

/** Where the flows of a folder are kept unless a person keeps them elsewhere; new ones are written here. */
export const flowHome = ({ uri }: vscode.WorkspaceFolder): vscode.Uri => vscode.Uri.joinPath(uri, '.converge', 'flows');

/**
 * Flow files that stand in the homes of all folders, listed without VS Code's search: that follows `files.exclude`, where
 * many hide names that begin with a dot, and comes back empty where its own program could not be started.
 */
export async function flowsAtHome(): Promise<readonly vscode.Uri[]> {
  const homes = (vscode.workspace.workspaceFolders ?? []).map(flowHome);
  const listed = await Promise.all(
    homes.map(async (home) => {
      const entries = await vscode.workspace.fs.readDirectory(home).then(
        (found) => found,
        // Most folders have no flows.
        () => [],
      );
      return entries
        .filter(([name]) => name.endsWith('.converge.json'))
        .map(([name]) => vscode.Uri.joinPath(home, name));
    }),
  );
  return listed.flat();
}
