import * as vscode from 'vscode';
import { openLatches } from '../engine/run/state';
import { VIEWS } from './ids';
import type { RunView } from './rows/runView';
import { statusOf } from './rows/runView';
import type { Runs } from './runs';
import { settings } from './settings';

/**
 * The bar of the Runs view moves while a run does; stopping stands in its title bar. Where a person wants it, a notification
 * shows the run and can be cancelled: it asks what that means.
 */
export function showProgress(runs: Runs): vscode.Disposable {
  const since = new Date().toISOString();
  let done: (() => void) | null = null;
  const end = () => {
    done?.();
    done = null;
  };
  const followed = new Set<string>();
  /** A run that began under this window's eyes, once, where a person wants that. */
  const follow = (run: RunView) => {
    if (followed.has(run.folder)) return;
    followed.add(run.folder);
    if ((run.history.startedAt ?? '') < since || settings().silenced.includes('progress')) return;
    void import('./noticing/noticing').then(({ followInNotification }) => followInNotification(run.folder, runs));
  };
  const update = () => {
    const running = runs.all().filter((run) => statusOf(run) === 'running');
    running.forEach(follow);
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
