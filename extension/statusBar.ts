import * as vscode from 'vscode';
import { printable } from '../engine/run/printable';
import { COMMANDS } from './ids';
import { statusText } from './rows/statusText';
import type { Runs } from './runs';

/** One item: what runs, which pass, what was spent. It is gone where nothing runs or waits. */
export function showStatus(runs: Runs): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('converge.status', vscode.StatusBarAlignment.Left, 20);
  item.name = 'Converge';
  const update = () => {
    const said = statusText(runs.all());
    if (!said) {
      item.hide();
      return;
    }
    item.text = printable(said.text);
    item.tooltip = printable(said.tooltip);
    item.accessibilityInformation = { label: said.tooltip };
    item.command = {
      command: said.waiting ? COMMANDS.answer : COMMANDS.runActions,
      title: vscode.l10n.t('Actions of a Run'),
      arguments: [said.folder],
    };
    item.backgroundColor = said.waiting ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined;
    item.show();
  };
  update();
  return vscode.Disposable.from(item, runs.onDidChange(update));
}
