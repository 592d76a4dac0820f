import * as vscode from 'vscode';
import type { Register } from './flowCommands';
import { COMMANDS } from './ids';
import type { Secrets } from './secrets';

/** Both ask in the window and are loaded when they are first used. */
export const registerSecrets = (register: Register, secrets: Secrets): vscode.Disposable =>
  vscode.Disposable.from(
    register(COMMANDS.storeSecret, async () => (await import('./secrets/asking')).storeSecret(secrets)),
    register(COMMANDS.forgetSecret, async () => (await import('./secrets/asking')).forgetSecret(secrets)),
  );
