import * as vscode from 'vscode';
import { openLatches } from '../engine/run/state';
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
    const running = runs.all().filter((run) => statusOf(run) === 'running');
    // Progress takes the place of the number of open latches on the container's icon: the number is worth more.
    const shown = running.length > 0 && !running.some((run) => openLatches(run.state).length > 0);
    if (!shown) end();
    if (!shown || done) return;
    const ended = new Promise<void>((resolve) => {
      done = resolve;
    });
    void vscode.window.withProgress({ location: { viewId: VIEWS.runs } }, () => ended);
  };
  return vscode.Disposable.from(runs.onDidChange(update), new vscode.Disposable(end));
}
