import * as vscode from 'vscode';
import { heldText } from '../../engine/run/debug/stopText';
import { COMMANDS } from '../ids';
import { showInformation } from '../plainNotice';
import type { RunView } from '../rows/runView';
import type { Runs } from '../runs';
import { DEBUG_TYPE } from './adapter/launcher';

/** A debugger that begins takes this long at most to find its run, and a run to go on that was let go. */
const SETTLED_MS = 2000;

/**
 * A run stays held when its window is loaded anew or its debugger goes: whoever comes to it is told, once for each hold, and
 * can attach.
 */
export function offerAttach(runs: Runs): vscode.Disposable {
  const debuggers = new Set<string>();
  const told = new Set<string>();
  let waiting: NodeJS.Timeout | null = null;
  const held = (): readonly RunView[] => runs.all().filter((run) => run.heldAt && !told.has(nameOf(run)));
  const tell = (run: RunView) => {
    told.add(nameOf(run));
    const attach = vscode.l10n.t('Attach Debugger');
    const flow = run.state.head?.flow.id ?? run.id;
    const message = vscode.l10n.t(
      '{0} is held, and no debugger is attached to it: {1}',
      flow,
      run.heldAt ? heldText(run.heldAt, vscode.l10n.t) : '',
    );
    void showInformation(message, attach).then((chosen) => {
      if (chosen) void vscode.commands.executeCommand(COMMANDS.attachDebugger, run.folder);
    });
  };
  const look = () => {
    if (debuggers.size > 0 || held().length === 0) return;
    waiting ??= setTimeout(() => {
      waiting = null;
      if (debuggers.size === 0) held().forEach(tell);
    }, SETTLED_MS);
  };
  const subscriptions = [
    runs.onDidChange(look),
    vscode.debug.registerDebugAdapterTrackerFactory(DEBUG_TYPE, {
      createDebugAdapterTracker: ({ id }) => ({
        onWillStartSession: () => void debuggers.add(id),
        onExit: () => {
          debuggers.delete(id);
          look();
        },
      }),
    }),
    vscode.debug.onDidTerminateDebugSession(({ id }) => {
      if (debuggers.delete(id)) look();
    }),
  ];
  return {
    dispose: () => {
      if (waiting) clearTimeout(waiting);
      for (const each of subscriptions) each.dispose();
    },
  };
}

const nameOf = ({ folder, heldAt }: RunView): string => `${folder} ${heldAt?.count}`;
