import * as assert from 'node:assert';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { until } from '../until';
import { access, PLAIN } from './flows';

const listed = async (title: string): Promise<boolean> => {
  const { views } = await access();
  return views.of.flows.rows().some((row) => [row, ...row.children].some((each) => each.label === title));
};

describe('folders that come to the workspace', () => {
  let folder = '';
  // VS Code takes no change while it has not yet confirmed the one before.
  const openFolder = () =>
    until('the folder to be taken', () => {
      const end = vscode.workspace.workspaceFolders?.length ?? 0;
      return vscode.workspace.updateWorkspaceFolders(end, 0, { uri: vscode.Uri.file(folder) });
    });
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await until('the folder to be gone', () => {
      const index = vscode.workspace.workspaceFolders?.findIndex(({ uri }) => uri.fsPath === folder) ?? -1;
      if (index >= 0) vscode.workspace.updateWorkspaceFolders(index, 1);
      return index < 0;
    });
    await rm(folder, { recursive: true, force: true });
  });

  it('a flow that was open before its folder came is listed with it', async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'cvf-'));
    const file = path.join(folder, 'late.converge.json');
    await writeFile(file, PLAIN.replace('"Plain"', '"Late"'));
    await vscode.window.showTextDocument(vscode.Uri.file(file));
    assert.strictEqual(await listed('Late'), false);
    await openFolder();
    await until('the flow', () => listed('Late'));
  });

  it('a flow at home is listed also where names that begin with a dot are hidden from searches', async () => {
    const files = vscode.workspace.getConfiguration('files');
    folder = await mkdtemp(path.join(tmpdir(), 'cvf-'));
    const file = path.join(folder, '.converge', 'flows', 'hidden.converge.json');
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, PLAIN.replace('"Plain"', '"Hidden"'));
    await files.update('exclude', { '**/.converge': true }, vscode.ConfigurationTarget.Global);
    try {
      await openFolder();
      await until('the flow', () => listed('Hidden'));
      await vscode.commands.executeCommand('converge.refresh');
      await until('the flow after another search', () => listed('Hidden'));
    } finally {
      await files.update('exclude', undefined, vscode.ConfigurationTarget.Global);
    }
  });
});
