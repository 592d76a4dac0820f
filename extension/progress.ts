import * as vscode from 'vscode';
import { VIEWS } from './ids';
import { statusOf } from './rows/runView';
import type { Runs } from './runs';

/** The bar of the Runs view moves while a run does; stopping stands in its title bar. */
export function showProgress(runs: Runs): vscode.Disposable {
  let done: (() => void) | null = null;
  const end = () => {
    done?.();
    done = null;
  };
  const update = () => {
    const running = runs.all().some((run) => statusOf(run) === 'running');
    if (!running) end();
    if (!running || done) return;
    const ended = new Promise<void>((resolve) => {
      done = resolve;
    });
    void vscode.window.withProgress({ location: { viewId: VIEWS.runs } }, () => ended);
  };
  return vscode.Disposable.from(runs.onDidChange(update), new vscode.Disposable(end));
}
