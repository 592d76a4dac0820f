import * as vscode from 'vscode';
import type { Control } from '../engine/trace/control';
import { capChoices, readCap } from './capChoices';
import type { RunView } from './rows/runView';

type CapsAct = Extract<Control, { do: 'caps' }>;

/** One cap of one loop, or of the budget, and its new value; undefined where the person turned away. */
export async function askCaps(run: RunView): Promise<CapsAct | undefined> {
  const choices = capChoices(run);
  const items = choices.map((choice) => ({
    choice,
    label: `${choice.loop}.${choice.cap}`,
    description: choice.now === null ? vscode.l10n.t('none now') : vscode.l10n.t('{0} now', choice.now),
  }));
  const title = vscode.l10n.t('Change Caps');
  const chosen = await vscode.window.showQuickPick(items, { title, ignoreFocusOut: true });
  if (!chosen) return undefined;
  const { choice } = chosen;
  const typed = await vscode.window.showInputBox({
    title: chosen.label,
    prompt: run.held
      ? vscode.l10n.t('In force from now on. What was counted and spent stays counted and spent.')
      : vscode.l10n.t('The run goes on with it. What was counted and spent stays counted and spent.'),
    value: choice.now === null ? '' : String(choice.now),
    ignoreFocusOut: true,
    validateInput: (text) => {
      const read = readCap(run, choice, text);
      if (read.ok) return undefined;
      return 'above' in read ? vscode.l10n.t('Give a number above {0}.', read.above) : read.why;
    },
  });
  const read = typed === undefined ? undefined : readCap(run, choice, typed);
  return read?.ok ? read.act : undefined;
}
