import * as vscode from 'vscode';
import type { Register } from './flowCommands';
import { COMMANDS } from './ids';
import { showWarning } from './plainNotice';

/** Looks for workers on this machine, never from an untrusted workspace: programs are started for it. */
export const registerFindWorkers = (register: Register): vscode.Disposable =>
  register(COMMANDS.findWorkers, async () => {
    if (vscode.workspace.isTrusted) return (await import('./choosing/findWorkers')).findWorkers();
    await showWarning(vscode.l10n.t('Workers are looked for by starting programs. Trust this workspace first.'));
  });
