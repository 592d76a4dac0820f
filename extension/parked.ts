import * as vscode from 'vscode';
import { ConvergeError } from '../engine/failure';
import { createAlarm, systemAlarmClock } from '../engine/runner/alarm';
import { COMMANDS } from './ids';
import type { Log } from './log';
import { showWarning } from './plainNotice';
import { dueOf } from './rows/runView';
import type { Starter } from './runStart';
import type { Runs } from './runs';
import { settings, silence } from './settings';

/** What stands in the way of a run that is due is looked at again after this. */
const AGAIN_MS = 60_000;

/**
 * Goes on with runs that are parked until a time: one alarm for all of them, and no process while they are parked.
 *
 * R1 Nothing is started in an untrusted workspace, or where nobody has approved what it executes: the person is told once.
 * R2 Only a run that waits goes on by itself. One that was stopped, paused, interrupted or asks a person does not.
 * R3 A workspace in which another run writes, and a run that another window carries already, are looked at again later.
 */
export function wakeParked(runs: Runs, starter: Starter, log: Log): vscode.Disposable {
  const told = new Set<string>();
  /** The instant for which a run was last woken: if it stays, something is in the way, and the next try is later. */
  const tried = new Map<string, { readonly due: string; readonly again: number }>();
  const alarm = createAlarm(systemAlarmClock, (folder) => void wake(folder));
  const follow = () => {
    for (const run of runs.all()) {
      const due = vscode.workspace.isTrusted ? dueOf(run) : null;
      const before = tried.get(run.folder);
      if (due === null) alarm.set(run.folder, null);
      else alarm.set(run.folder, before?.due === due ? before.again : Date.parse(due));
    }
  };

  const wake = async (folder: string): Promise<void> => {
    const run = runs.get(folder);
    const due = run && dueOf(run);
    if (!run || !due) return;
    tried.set(folder, { due, again: Date.now() + AGAIN_MS });
    follow();
    const root = runs.rootOf(run);
    if (runs.all().some((other) => other.held && runs.rootOf(other) === root)) return;
    try {
      await starter.wake(run);
    } catch (thrown) {
      const code = thrown instanceof ConvergeError ? thrown.code : 'internal';
      if (code === 'run-held' || code === 'workspace-held') return;
      log.error(`run ${folder} is due: ${thrown}`);
      if (!told.has(folder)) tell(folder, thrown);
      told.add(folder);
    }
  };
  const tell = (folder: string, thrown: unknown) => {
    if (settings().silenced.includes('parked')) return;
    const never = vscode.l10n.t("Don't Show Again");
    const resume = vscode.l10n.t('Resume');
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    const message = vscode.l10n.t('A parked run is due and cannot go on by itself. {0}', why);
    void showWarning(message, resume, never).then((chosen) => {
      if (chosen === never) void silence('parked');
      else if (chosen) void vscode.commands.executeCommand(COMMANDS.resume, folder);
    });
  };

  follow();
  return vscode.Disposable.from(
    { dispose: alarm.close },
    runs.onDidChange(follow),
    vscode.workspace.onDidGrantWorkspaceTrust(follow),
  );
}
