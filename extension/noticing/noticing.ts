import * as vscode from 'vscode';
import { COMMANDS } from '../ids';
import { plainNotice } from '../plainNotice';
import type { RunAction } from '../rows/runActions';
import { actionsOf, endingsOf } from '../rows/runActions';
import type { RunView } from '../rows/runView';
import { whereOf } from '../rows/runView';
import { spendText } from '../rows/words';
import type { Runs } from '../runs';

/** A list of what can be done to a run; what is chosen is carried out by its command. */
export async function askAction(run: RunView): Promise<void> {
  const title = vscode.l10n.t('Run of {0}', nameOf(run));
  await choose(run, actionsOf(run), title);
}

/** Asks what a wish to end the run means. False where it goes on. */
export async function askEnding(run: RunView): Promise<boolean> {
  return choose(run, endingsOf(run), vscode.l10n.t('What is to end of {0}?', nameOf(run)));
}

async function choose(run: RunView, actions: readonly RunAction[], title: string): Promise<boolean> {
  const items = actions.map((action) => ({ ...wordsOf(action), action }));
  const chosen = await vscode.window.showQuickPick(items, { title });
  if (!chosen) return false;
  await vscode.commands.executeCommand(COMMAND_OF[chosen.action], run.folder);
  return true;
}

/**
 * A notification with the run's pass and spend while it is carried. Its button asks what is to end; where nothing is, the
 * notification comes back.
 */
export function followInNotification(folder: string, runs: Runs): void {
  const run = runs.get(folder);
  if (!run?.held) return;
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: plainNotice(vscode.l10n.t('Run of {0}', nameOf(run))),
    cancellable: true,
  };
  void vscode.window.withProgress(options, (progress, token) => {
    return new Promise<void>((resolve) => {
      const subscriptions: vscode.Disposable[] = [];
      const end = () => {
        for (const each of subscriptions) each.dispose();
        resolve();
      };
      const say = () => {
        const now = runs.get(folder);
        if (!now?.held) end();
        else
          progress.report({
            message: plainNotice([whereOf(now), spendText(now.state.spend)].filter(Boolean).join(' · ')),
          });
      };
      subscriptions.push(
        runs.onDidChange(say),
        token.onCancellationRequested(() => {
          end();
          const now = runs.get(folder);
          if (now?.held) void askEnding(now).then((ends) => ends || followInNotification(folder, runs));
        }),
      );
      say();
    });
  });
}

const COMMAND_OF: Readonly<Record<RunAction, string>> = {
  answer: COMMANDS.answer,
  show: COMMANDS.openRun,
  stop: COMMANDS.stop,
  stopAfterPass: COMMANDS.stopAfterPass,
  stopNow: COMMANDS.stopNow,
  pause: COMMANDS.pause,
  addNote: COMMANDS.addNote,
  changeCaps: COMMANDS.changeCaps,
  acceptLatch: COMMANDS.acceptLatch,
  resume: COMMANDS.resume,
  report: COMMANDS.exportReport,
};

function wordsOf(action: RunAction): vscode.QuickPickItem {
  switch (action) {
    case 'answer':
      return { label: vscode.l10n.t('Answer…'), iconPath: new vscode.ThemeIcon('comment') };
    case 'show':
      return { label: vscode.l10n.t('Show Run'), iconPath: new vscode.ThemeIcon('eye') };
    case 'stop':
      return {
        label: vscode.l10n.t('Stop'),
        description: vscode.l10n.t('at the next boundary, when the running step is done'),
        iconPath: new vscode.ThemeIcon('debug-stop'),
      };
    case 'stopAfterPass':
      return {
        label: vscode.l10n.t('Stop after this pass'),
        description: vscode.l10n.t('it is judged and weighed before'),
        iconPath: new vscode.ThemeIcon('debug-step-over'),
      };
    case 'stopNow':
      return {
        label: vscode.l10n.t('Stop now'),
        description: vscode.l10n.t('every process of it is ended'),
        iconPath: new vscode.ThemeIcon('circle-slash'),
      };
    case 'pause':
      return { label: vscode.l10n.t('Pause'), iconPath: new vscode.ThemeIcon('debug-pause') };
    case 'addNote':
      return { label: vscode.l10n.t('Add Note…'), iconPath: new vscode.ThemeIcon('note') };
    case 'changeCaps':
      return { label: vscode.l10n.t('Change Caps…'), iconPath: new vscode.ThemeIcon('settings') };
    case 'acceptLatch':
      return { label: vscode.l10n.t('Accept a Latch…'), iconPath: new vscode.ThemeIcon('pass') };
    case 'resume':
      return { label: vscode.l10n.t('Resume'), iconPath: new vscode.ThemeIcon('debug-continue') };
    case 'report':
      return { label: vscode.l10n.t('Export Report'), iconPath: new vscode.ThemeIcon('markdown') };
  }
}

const nameOf = (run: RunView): string => run.state.head?.flow.id ?? run.id;
