import * as vscode from 'vscode';
import { at } from '../engine/json';
import { calledFlow } from './calledFlow';
import { rootForCalls } from './calledReadings';
import type { FlowFiles } from './flowFiles';
import { EDITOR } from './ids';
import { showWarning } from './plainNotice';

/** Opens the flow that a `call` step runs, in its designer. */
export async function openCalled(document: vscode.TextDocument, step: string, files: FlowFiles): Promise<void> {
  const name = at(files.get(document.uri)?.lastGood ?? {}, ['steps', step, 'flow']);
  if (typeof name !== 'string' || name === '') {
    void showWarning(vscode.l10n.t('The step "{0}" names no flow yet. Choose one in its fields.', step));
    return;
  }
  const found = calledFlow(name, await rootForCalls(document.uri), files);
  if (found) await vscode.commands.executeCommand('vscode.openWith', found.uri, EDITOR);
  else void showWarning(vscode.l10n.t('No flow "{0}" is known here, or more than one.', name));
}
