import * as assert from 'node:assert';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { until } from '../until';
import { access, PLAIN } from './flows';

describe('folders that come to the workspace', () => {
  let folder = '';
  afterEach(async () => {
    const index = vscode.workspace.workspaceFolders?.findIndex(({ uri }) => uri.fsPath === folder) ?? -1;
    if (index >= 0) vscode.workspace.updateWorkspaceFolders(index, 1);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await until('the folder to be gone', () => vscode.workspace.workspaceFolders?.length === 2);
    await rm(folder, { recursive: true, force: true });
  });

  it('a flow that was open before its folder came is listed with it', async () => {
    const { views } = await access();
    folder = await mkdtemp(path.join(tmpdir(), 'cvf-'));
    const file = path.join(folder, 'late.converge.json');
    await writeFile(file, PLAIN.replace('"Plain"', '"Late"'));
    await vscode.window.showTextDocument(vscode.Uri.file(file));
    const listed = () =>
      views.of.flows.rows().some((row) => [row, ...row.children].some((each) => each.label === 'Late'));
    assert.strictEqual(listed(), false);
    const end = vscode.workspace.workspaceFolders?.length ?? 0;
    assert.ok(vscode.workspace.updateWorkspaceFolders(end, 0, { uri: vscode.Uri.file(folder) }));
    await until('the flow', listed);
  });
});
