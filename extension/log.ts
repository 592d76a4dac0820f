import * as vscode from 'vscode';
import { ConvergeError, messageOf } from '../engine/failure';
import { showError } from './plainNotice';

/** The one output channel, and the one place where a failure is shown to a person. */
export interface Log extends vscode.Disposable {
  readonly info: (line: string) => void;
  readonly error: (line: string) => void;
  readonly show: () => void;
  /** Logs the failure and tells the person; the message of a `ConvergeError` already says what to do. */
  readonly failed: (doing: string, thrown: unknown) => void;
}

export function createLog(): Log {
  const channel = vscode.window.createOutputChannel('Converge', { log: true });
  return {
    info: (line) => channel.info(line),
    error: (line) => channel.error(line),
    show: () => channel.show(true),
    failed: (doing, thrown) => {
      const message = messageOf(thrown);
      channel.error(`${doing}: ${thrown instanceof Error ? (thrown.stack ?? message) : message}`);
      const showLog = vscode.l10n.t('Show Log');
      // What can break outside is said in full by its own sentence; a fault of ours needs to say where.
      const said = thrown instanceof ConvergeError ? message : `${doing}: ${message}`;
      void showError(said, showLog).then((chosen) => {
        if (chosen === showLog) channel.show(true);
      });
    },
    dispose: () => channel.dispose(),
  };
}
