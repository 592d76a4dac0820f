import * as vscode from 'vscode';
import { COMMANDS } from './ids';
import { showError, showInformation, showWarning } from './plainNotice';
import { noticeOf } from './rows/notice';
import type { RunStatus } from './rows/runView';
import { statusOf } from './rows/runView';
import type { Runs } from './runs';
import { settings, silence } from './settings';

/**
 * One notification at the end of a run or at its question, where it matters. A run that began and ended between two
 * looks counts as seen running; one that was over before the window came does not.
 */
export function notifyOfRuns(runs: Runs): vscode.Disposable {
  const before = new Map<string, RunStatus>();
  const since = new Date().toISOString();
  return runs.onDidChange(() => {
    const { notifyOnEnd, silenced } = settings();
    for (const run of runs.all()) {
      const situation = { focused: vscode.window.state.focused, setting: notifyOnEnd, silenced };
      const began = (run.history.startedAt ?? '') >= since ? 'running' : undefined;
      const notice = noticeOf(run, before.get(run.folder) ?? began, situation);
      before.set(run.folder, statusOf(run));
      if (!notice) continue;
      const answer = notice.action === 'answer';
      const title = answer ? vscode.l10n.t('Answer…') : vscode.l10n.t('Show Run');
      const show = {
        information: showInformation,
        warning: showWarning,
        error: showError,
      }[notice.kind];
      const never = vscode.l10n.t("Don't Show Again");
      void show(notice.message, title, never).then((chosen) => {
        if (chosen === never) void silence(notice.what);
        else if (chosen) void vscode.commands.executeCommand(answer ? COMMANDS.answer : COMMANDS.openRun, run.folder);
      });
    }
  });
}
