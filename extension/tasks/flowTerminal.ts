import { basename, join } from 'node:path';
import * as vscode from 'vscode';
import { endLines } from '../../engine/cli/endLines';
import { EXIT, exitCodeOf } from '../../engine/cli/exitCode';
import { linesOf } from '../../engine/cli/liveLines';
import { STOPPING, STOPPING_NOW } from '../../engine/cli/signals';
import { terminalOf } from '../../engine/cli/terminal';
import { messageOf } from '../../engine/failure';
import { followTrace } from '../../engine/node/followTrace';
import { TRACE_FILE } from '../../engine/node/runFolder';
import { fold } from '../../engine/run/fold';
import type { RunState } from '../../engine/run/state';
import { EMPTY_STATE } from '../../engine/run/state';
import { readFlowCopy, readRun } from '../../engine/runner/runs';
import type { Mode } from '../../engine/trace/control';
import type { Starter } from '../runStart';
import type { Runs } from '../runs';

/**
 * A terminal that runs a flow and prints what the program would.
 *
 * R1 It starts as every run starts in a window: trust, one writer a workspace, approval. What was not started ends with the
 *    program's code for that, 2.
 * R2 Ctrl+C once stops at the next boundary, twice at once. The exit code is the program's; a run that parks ends the task
 *    with 5, and the window goes on with it when it is due.
 * R3 A terminal that is closed leaves the run going on: a window that closes must not stop it.
 */
export function flowTerminal(
  uri: vscode.Uri,
  mode: Mode,
  { starter, runs }: { readonly starter: Starter; readonly runs: Runs },
): vscode.Pseudoterminal {
  const written = new vscode.EventEmitter<string>();
  const closed = new vscode.EventEmitter<number>();
  const stream = { isTTY: true, write: (text: string) => written.fire(text.replaceAll('\n', '\r\n')) };
  const terminal = terminalOf({ stdin: {}, stdout: stream, stderr: stream }, { colour: true });
  const subscriptions: vscode.Disposable[] = [written, closed];
  let folder: string | null = null;
  let asked = 0;

  const act = () => {
    if (folder === null || asked === 0) return;
    terminal.complain({ text: asked === 1 ? STOPPING : STOPPING_NOW, tone: 'warn' });
    void runs.act(folder, { do: asked === 1 ? 'stop' : 'cancel' }).catch((thrown: unknown) => {
      terminal.complain({ text: messageOf(thrown), tone: 'bad' });
    });
  };
  const refused = (why: string) => {
    terminal.complain({ text: why, tone: 'warn' });
    closed.fire(EXIT.refused);
  };
  const run = async () => {
    if (!vscode.workspace.isTrusted) {
      refused(vscode.l10n.t('This workspace is not trusted, so nothing in it is run. Flows can be drawn and checked.'));
      return;
    }
    const started = await starter.run(uri, mode);
    if (started === undefined) {
      refused(vscode.l10n.t('Nothing was run of {0}.', basename(uri.fsPath)));
      return;
    }
    folder = started;
    act();
    const code = await followed(started);
    closed.fire(code);
  };
  /** Prints what happens until nobody carries the run any more; then how it ended. */
  const followed = async (at: string): Promise<number> => {
    const following = followTrace(join(at, TRACE_FILE));
    const copy = await readFlowCopy(at).catch(() => null);
    let state: RunState = EMPTY_STATE;
    const show = async () => {
      const { entries, again } = await following.next();
      if (again) state = EMPTY_STATE;
      for (const { entry } of entries) {
        state = fold(state, entry);
        for (const line of linesOf(entry, state, copy?.flow ?? null)) terminal.print(line);
      }
    };
    let last = show();
    await new Promise<void>((over) => {
      const look = () => {
        last = last.then(show);
        if (runs.get(at)?.held !== true) over();
      };
      subscriptions.push(runs.onDidChange(look));
      look();
    });
    await last;
    await show();
    const { result } = await readRun(at);
    for (const line of endLines({ folder: at, state, result })) terminal.print(line);
    return exitCodeOf(result);
  };

  return {
    onDidWrite: written.event,
    onDidClose: closed.event,
    open: () =>
      void run().catch((thrown: unknown) => {
        terminal.complain({ text: messageOf(thrown), tone: 'bad' });
        closed.fire(EXIT.failed);
      }),
    close: () => {
      for (const each of subscriptions) each.dispose();
    },
    handleInput: (text) => {
      if (!text.includes('\u0003') || asked >= 2) return;
      asked += 1;
      act();
    },
  };
}
