import * as vscode from 'vscode';
import { ID } from '../engine/flow/names';
import { flowHome } from './flowHome';
import { EDITOR } from './ids';
import { showWarning } from './plainNotice';
import type { Template } from './templateFiles';

/**
 * Makes a flow of a template: asks for a folder where there are several, and for an id; writes the flow and opens it. Never
 * over a file. Undefined where the person thought better of it.
 */
export async function newFlow(template: Template): Promise<vscode.Uri | undefined> {
  const folder = await folderForFlow();
  if (!folder) return undefined;
  const uriOf = (id: string) => vscode.Uri.joinPath(flowHome(folder), `${id}.converge.json`);
  const id = await vscode.window.showInputBox({
    title: vscode.l10n.t('New Flow: {0}', template.title),
    prompt: vscode.l10n.t('Id of the flow; its file is .converge/flows/<id>.converge.json'),
    value: template.name === 'empty' ? '' : template.name,
    validateInput: async (value) => {
      if (!ID.test(value))
        return vscode.l10n.t('An id starts with a letter and has at most 64 letters, digits, _ and -.');
      return (await exists(uriOf(value))) ? vscode.l10n.t('This flow is there already. Choose another id.') : undefined;
    },
  });
  if (id === undefined) return undefined;
  const uri = await createFlow(uriOf(id), template.text, id);
  await vscode.commands.executeCommand('vscode.openWith', uri, EDITOR);
  return uri;
}

/** Whether there is a folder for a flow to stand in; where there is none, says so. */
export function hasFolder(): boolean {
  if ((vscode.workspace.workspaceFolders ?? []).length > 0) return true;
  void showWarning(vscode.l10n.t('A flow is a file in a folder. Open a folder first.'));
  return false;
}

async function folderForFlow(): Promise<vscode.WorkspaceFolder | undefined> {
  if (!hasFolder()) return undefined;
  const [only, ...others] = vscode.workspace.workspaceFolders ?? [];
  return others.length === 0 ? only : vscode.window.showWorkspaceFolderPick();
}

/** Writes a template under its new id. Throws where the file is there already. */
async function createFlow(uri: vscode.Uri, text: string, id: string): Promise<vscode.Uri> {
  const named = text.replace(/("id"\s*:\s*)"[^"]*"/, (_, key: string) => `${key}${JSON.stringify(id)}`);
  const edit = new vscode.WorkspaceEdit();
  edit.createFile(uri, { overwrite: false, ignoreIfExists: false, contents: new TextEncoder().encode(named) });
  if (!(await vscode.workspace.applyEdit(edit)))
    throw new Error(vscode.l10n.t('{0} could not be written. It may be there already.', uri.path));
  return uri;
}

async function exists(uri: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(uri);
    return true;
  } catch {
    return false;
  }
}
