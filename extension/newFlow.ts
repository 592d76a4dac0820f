import * as vscode from 'vscode';
import { ID } from '../engine/flow/names';
import { parseFlow } from '../engine/flow/parse';
import { TEMPLATES } from '../engine/flow/templates';
import { EDITOR } from './ids';

interface Template extends vscode.QuickPickItem {
  readonly file: string;
}

/** Every template that comes with the extension, under the title and with the purpose that its file gives. */
const templates = (extension: vscode.Uri): Promise<readonly Template[]> =>
  Promise.all(
    TEMPLATES.map(async (file): Promise<Template> => {
      if (file === 'empty') {
        const detail = vscode.l10n.t('One verification; the rest is yours to draw.');
        return { file, label: vscode.l10n.t('Empty'), detail };
      }
      const { title = file, purpose = '' } = parseFlow(await textOf(extension, file)).flow ?? {};
      return { file, label: title, detail: purpose };
    }),
  );

/** Asks for a template, a folder where there are several, and an id; writes the flow and opens it. Never over a file. */
export async function newFlow(extension: vscode.Uri): Promise<vscode.Uri | undefined> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const [only] = folders;
  if (!only) {
    void vscode.window.showWarningMessage(vscode.l10n.t('A flow is a file in a folder. Open a folder first.'));
    return undefined;
  }
  const template = await vscode.window.showQuickPick(templates(extension), {
    title: vscode.l10n.t('New Flow'),
    matchOnDetail: true,
  });
  if (!template) return undefined;
  const folder = folders.length === 1 ? only : await vscode.window.showWorkspaceFolderPick();
  if (!folder) return undefined;
  const uriOf = (id: string) => vscode.Uri.joinPath(folder.uri, '.converge', 'flows', `${id}.converge.json`);
  const id = await vscode.window.showInputBox({
    title: vscode.l10n.t('New Flow'),
    prompt: vscode.l10n.t('Id of the flow; its file is .converge/flows/<id>.converge.json'),
    value: template.file === 'empty' ? '' : template.file,
    validateInput: async (value) => {
      if (!ID.test(value))
        return vscode.l10n.t('An id starts with a letter and has at most 64 letters, digits, _ and -.');
      return (await exists(uriOf(value))) ? vscode.l10n.t('This flow is there already. Choose another id.') : undefined;
    },
  });
  if (id === undefined) return undefined;
  const uri = await createFlow(extension, uriOf(id), template.file, id);
  await vscode.commands.executeCommand('vscode.openWith', uri, EDITOR);
  return uri;
}

/** Writes a template under its new id. Throws where the file is there already. */
async function createFlow(extension: vscode.Uri, uri: vscode.Uri, template: string, id: string): Promise<vscode.Uri> {
  const text = await textOf(extension, template);
  const named = text.replace(/("id"\s*:\s*)"[^"]*"/, (_, key: string) => `${key}${JSON.stringify(id)}`);
  const edit = new vscode.WorkspaceEdit();
  edit.createFile(uri, { overwrite: false, ignoreIfExists: false, contents: new TextEncoder().encode(named) });
  if (!(await vscode.workspace.applyEdit(edit)))
    throw new Error(vscode.l10n.t('{0} could not be written. It may be there already.', uri.path));
  return uri;
}

async function textOf(extension: vscode.Uri, template: string): Promise<string> {
  const source = vscode.Uri.joinPath(extension, 'media', 'templates', `${template}.converge.json`);
  return new TextDecoder().decode(await vscode.workspace.fs.readFile(source));
}

async function exists(uri: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(uri);
    return true;
  } catch {
    return false;
  }
}
