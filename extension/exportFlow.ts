import { basename } from 'node:path/posix';
import * as vscode from 'vscode';
import type { ExportFormat } from '../engine/flow/exported';
import { parseFlow } from '../engine/flow/parse';
import { showInformation, showWarning } from './plainNotice';

const ENDING = /\.converge\.json$/;

/**
 * Writes the graph of a flow, as its editor has it, for readers without the designer: an SVG picture to a file that the
 * person chooses, a Mermaid chart to a new Markdown document. `target`: the file, where it is chosen already.
 */
export async function exportFlow(
  document: vscode.TextDocument,
  format: ExportFormat,
  target?: vscode.Uri,
): Promise<void> {
  const { value, broken } = parseFlow(document.getText());
  if (value === null || broken !== null) {
    const why = broken?.message ?? vscode.l10n.t('The flow cannot be read.');
    void showWarning(vscode.l10n.t('Nothing was exported. {0}', why));
    return;
  }
  const { exportedAs } = await import('../engine/flow/exported');
  const text = exportedAs(value, format);
  const name = basename(document.uri.path).replace(ENDING, '');
  if (format === 'mermaid' && !target) {
    const content = `# ${name}\n\n\`\`\`mermaid\n${text}\`\`\`\n`;
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ language: 'markdown', content }));
    return;
  }
  const file = target ?? (await askFor(document.uri, name, format));
  if (!file) return;
  await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));
  if (target) return;
  const open = vscode.l10n.t('Open');
  const said = vscode.l10n.t('The flow is drawn in {0}.', vscode.workspace.asRelativePath(file));
  void showInformation(said, open).then((chosen) => {
    if (chosen === open) void vscode.commands.executeCommand('vscode.open', file);
  });
}

const askFor = (flow: vscode.Uri, name: string, format: ExportFormat): Thenable<vscode.Uri | undefined> =>
  vscode.window.showSaveDialog({
    title: vscode.l10n.t('Export Flow'),
    defaultUri: vscode.Uri.joinPath(flow, '..', `${name}.${format === 'svg' ? 'svg' : 'mmd'}`),
    filters: format === 'svg' ? { SVG: ['svg'] } : { Mermaid: ['mmd'] },
  });
