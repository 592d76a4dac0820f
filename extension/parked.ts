import * as vscode from 'vscode';
import { ConvergeError } from '../engine/failure';
import { createAlarm, systemAlarmClock } from '../engine/runner/alarm';
import { COMMANDS } from './ids';
import type { Log } from './log';
import { dueOf } from './rows/runView';
import type { Starter } from './runStart';
import type { Runs } from './runs';

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
  const alarm = createAlarm(systemAlarmClock, (folder) => void wake(folder));
  const follow = () => {
    for (const run of runs.all()) {
      const due = vscode.workspace.isTrusted ? dueOf(run) : null;
      alarm.set(run.folder, due === null ? null : Date.parse(due));
    }
  };
  const again = (folder: string) => alarm.set(folder, Date.now() + AGAIN_MS);

  const wake = async (folder: string): Promise<void> => {
    const run = runs.get(folder);
    if (!run || dueOf(run) === null) return;
    const root = runs.rootOf(run);
    if (runs.all().some((other) => other.held && runs.rootOf(other) === root)) {
      again(folder);
      return;
    }
    try {
      await starter.wake(run);
    } catch (thrown) {
      again(folder);
      const code = thrown instanceof ConvergeError ? thrown.code : 'internal';
      if (code === 'run-held' || code === 'workspace-held') return;
      log.error(`run ${folder} is due: ${thrown}`);
      if (!told.has(folder)) tell(folder, thrown);
      told.add(folder);
    }
  };
  const tell = (folder: string, thrown: unknown) => {
    const resume = vscode.l10n.t('Resume');
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    const message = vscode.l10n.t('A parked run is due and cannot go on by itself. {0}', why);
    void vscode.window.showWarningMessage(message, resume).then((chosen) => {
      if (chosen) void vscode.commands.executeCommand(COMMANDS.resume, folder);
    });
  };

  follow();
  return vscode.Disposable.from(
    { dispose: alarm.close },
    runs.onDidChange(follow),
    vscode.workspace.onDidGrantWorkspaceTrust(follow),
  );
}
