import path from 'node:path';

/**
 * The address of a window of the workbench. Its payload carries what VS Code's command line carries on a desktop.
 * @param {{ origin: string }} server
 * @param {object} place
 * @param {string} [place.folder]
 * @param {string} [place.workspace] a .code-workspace file
 * @param {string} [place.openFile]
 * @param {readonly string[]} [place.developmentPaths]
 * @param {string} [place.testsPath]
 * @returns {string}
 */
export function windowAddress(server, { folder, workspace, openFile, developmentPaths = [], testsPath }) {
  const remote = (file) => `vscode-remote://${new URL(server.origin).host}${encodeURI(path.resolve(file))}`;
  const payload = [
    ...developmentPaths.map((file) => ['extensionDevelopmentPath', remote(file)]),
    ...(testsPath ? [['extensionTestsPath', remote(testsPath)]] : []),
    ...(openFile ? [['openFile', remote(openFile)]] : []),
    ['skipWelcome', 'true'],
  ];
  const query = new URLSearchParams();
  if (workspace) query.set('workspace', path.resolve(workspace));
  else if (folder) query.set('folder', path.resolve(folder));
  else query.set('ew', 'true');
  query.set('payload', JSON.stringify(payload));
  return `${server.origin}/?${query}`;
}
