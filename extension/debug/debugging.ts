import { resolve } from 'node:path';
import * as vscode from 'vscode';
import { forkRun } from '../../engine/runner/fork';
import { flowUri } from '../flowCommands';
import { COMMANDS } from '../ids';
import { mayExecute } from '../mayStart';
import { person } from '../person';
import { showInformation, showWarning } from '../plainNotice';
import type { RunView } from '../rows/runView';
import { sayRows } from '../rows/say';
import { chooseRun, runGiven } from '../runChoice';
import type { LaunchArguments, Launcher } from './adapter/launcher';
import { DEBUG_TYPE } from './adapter/launcher';
import { createDebugAdapter } from './adapter/session';
import type { DebugNeeds } from './debugNeeds';
import { superStepOf } from './restartPoint';

/** What debugging does once somebody debugs. A configuration of undefined: nothing is begun. */
export interface Debugging {
  /** F5 without a configuration debugs the flow that is open, else one by choice. */
  readonly complete: (config: vscode.DebugConfiguration) => Promise<vscode.DebugConfiguration | undefined>;
  /** Once variables are put in: a path to a flow or a run is absolute, a missing one is asked for. */
  readonly resolve: (
    folder: vscode.WorkspaceFolder | undefined,
    config: vscode.DebugConfiguration,
  ) => Promise<vscode.DebugConfiguration | undefined>;
  readonly adapter: () => vscode.DebugAdapter;
  readonly debug: (given: unknown) => Promise<void>;
  readonly attach: (given: unknown) => Promise<void>;
  readonly replay: (given: unknown) => Promise<void>;
  readonly restartFromHere: (given: unknown) => Promise<void>;
}

/** How long a run is given to end what it is at. */
const STOP_PATIENCE_MS = 30_000;

export function createDebugging(needs: DebugNeeds): Debugging {
  sayRows(vscode.l10n.t);
  const { flows, runs, starter, moments } = needs;
  const launcher: Launcher = {
    launch: async ({ flow, mode, inputs, goal }: LaunchArguments) => {
      const more = { hold: true, ...(inputs && { inputs }), ...(goal !== undefined && { goal }) };
      return (await starter.run(vscode.Uri.file(flow), mode, more)) ?? null;
    },
    fork: async (folder, superStep) => {
      if (!mayExecute(vscode.Uri.file(folder)) || !(await isStopped(folder))) return null;
      const made = await forkRun({ folder, at: superStep });
      await runs.refresh();
      const run = runs.get(made.folder);
      return (run && (await starter.resume(run, { hold: true }))) ?? null;
    },
    roots: () => [...new Set(runs.all().map(runs.rootOf))],
    person: person(),
  };
  /** Stops a run that is going on: one at a time writes to a workspace. False where it does not end. */
  const isStopped = async (folder: string): Promise<boolean> => {
    if (!runs.get(folder)?.held) return true;
    await runs.act(folder, { do: 'cancel' });
    return new Promise((done) => {
      const over = (ended: boolean) => {
        watching.dispose();
        clearTimeout(patience);
        done(ended);
      };
      const patience = setTimeout(() => over(false), STOP_PATIENCE_MS);
      const watching = runs.onDidChange(() => runs.get(folder)?.held || over(true));
    });
  };
  const begun = ({ state }: RunView) => state.head !== null;
  const attachTo = (run: RunView, more: object = {}) => {
    const name = vscode.l10n.t('Run {0}', run.id);
    return start({ type: DEBUG_TYPE, request: 'attach', name, run: run.folder, ...more }, run.folder);
  };
  const choose = (given: unknown, replay: boolean) =>
    replay
      ? chooseRun(needs, given, begun, vscode.l10n.t('Replay'), vscode.l10n.t('Nothing has run here yet.'))
      : chooseRun(needs, given, ({ held }) => held, vscode.l10n.t('Attach'), vscode.l10n.t('No run is going on.'));

  const withFlow: Debugging['resolve'] = async (folder, config) => {
    const { flow } = config;
    if (typeof flow === 'string' && flow !== '') return { ...config, flow: resolve(folder?.uri.fsPath ?? '', flow) };
    const uri = await flowUri(undefined, flows, needs.flowsView);
    return uri && { ...config, flow: uri.fsPath };
  };
  const withRun = async (config: vscode.DebugConfiguration) => {
    if (typeof config.run === 'string' && config.run !== '') return config;
    const run = await choose(undefined, config.replay === true);
    return run && { ...config, run: run.folder };
  };

  return {
    complete: async (config) => {
      if (config.type || config.request) return config;
      const uri = await flowUri(undefined, flows, needs.flowsView);
      return uri && { ...config, ...launching(uri) };
    },
    resolve: async (folder, config) => {
      if (config.request !== 'launch') return withRun(config);
      const whole = await withFlow(folder, config);
      if (!whole?.noDebug) return whole;
      // A run without a debugger is a run.
      await vscode.commands.executeCommand(COMMANDS.run, vscode.Uri.file(whole.flow), whole.mode);
      return undefined;
    },
    adapter: () => createDebugAdapter(launcher),
    debug: async (given) => {
      const uri = await flowUri(given, flows, needs.flowsView);
      if (uri && mayExecute(uri)) await start(launching(uri), uri.fsPath);
    },
    attach: async (given) => {
      const run = await choose(given, false);
      if (run && mayExecute(vscode.Uri.file(run.folder))) await attachTo(run);
    },
    replay: async (given) => {
      const run = await choose(given, true);
      if (run) await attachTo(run, { replay: true });
    },
    restartFromHere: async (given) => {
      const session = vscode.debug.activeDebugSession;
      if (given === undefined && session?.type === DEBUG_TYPE) {
        // A debugger goes on with the new run itself.
        await session.customRequest('restartFrame', { frameId: 0 });
        return;
      }
      const moment = moments.now();
      const run = runGiven(given, needs) ?? (moment ? runs.get(moment.folder) : await choose(undefined, true));
      if (!run || !mayExecute(vscode.Uri.file(run.folder))) return;
      const superStep = await superStepOf(given, run, moments);
      if (superStep === null) {
        const message = vscode.l10n.t(
          'Nothing was decided in {0} before this place, so there is nothing to restart from. Run the flow instead.',
          run.id,
        );
        void showInformation(message);
        return;
      }
      const stop = vscode.l10n.t('Stop and Restart');
      const message = vscode.l10n.t('{0} is going on. It is stopped, and another run goes on from this place.', run.id);
      const goesOn = runs.get(run.folder)?.held === true;
      if (goesOn && (await showWarning(message, { modal: true }, stop)) !== stop) return;
      const folder = await launcher.fork(run.folder, superStep);
      const made = folder === null ? undefined : runs.get(folder);
      if (made) await attachTo(made);
    },
  };
}

function launching(uri: vscode.Uri) {
  const name = vscode.l10n.t('Debug {0}', vscode.workspace.asRelativePath(uri));
  return { type: DEBUG_TYPE, request: 'launch', name, flow: uri.fsPath };
}

async function start(config: vscode.DebugConfiguration, path: string): Promise<void> {
  await vscode.debug.startDebugging(vscode.workspace.getWorkspaceFolder(vscode.Uri.file(path)), config);
}
