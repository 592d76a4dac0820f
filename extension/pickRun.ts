import * as vscode from 'vscode';
import type { RunView } from './rows/runView';
import { statusOf } from './rows/runView';
import { instant, joined } from './rows/words';

/** One of the runs: the only one at once, else by choice. */
export async function pickRun(runs: readonly RunView[], title: string): Promise<RunView | undefined> {
  if (runs.length < 2) return runs[0];
  const items = runs.map((run) => ({
    run,
    label: run.state.head?.flow.id ?? run.id,
    description: statusOf(run),
    detail: joined(run.history.startedAt === null ? '' : instant(run.history.startedAt), run.id),
  }));
  return (await vscode.window.showQuickPick(items, { title }))?.run;
}
