import * as vscode from 'vscode';
import { ConvergeError } from '../engine/failure';
import type { Flow } from '../engine/flow/schema';
import { readFlowCopy, rootOfRun } from '../engine/runner/runs';
import { startRunner } from '../engine/runner/start';
import type { CarrySpec } from '../engine/runner/startSpec';
import { withOverrides } from '../engine/runner/startSpec';
import { programName } from '../engine/runner/version';
import { workspaceRootOf } from '../engine/runner/workspaceRoot';
import type { Control, Mode, RaisedBounds } from '../engine/trace/control';
import type { FlowFiles } from './flowFiles';
import { COMMANDS } from './ids';
import { person } from './person';
import { boundsToRaise } from './rows/raise';
import type { RunView } from './rows/runView';
import { statusOf } from './rows/runView';
import { count } from './rows/words';
import { approvedBefore, approvedHash, askMode } from './runCard';
import { askRaise } from './runQuestions';
import type { Runs } from './runs';
import { settings } from './settings';

/**
 * How a run begins.
 *
 * R1 Nothing is executed in an untrusted or virtual workspace, however the command was reached; the engine refuses too.
 * R2 What is run is what is on the disk: an unsaved flow is saved first, if the person says so.
 * R3 One writing run a workspace root; the one that is there is named.
 * R4 The run happens in the flow's own workspace root, whatever else has focus.
 * R5 What would be executed was approved by a person, as it is now.
 */
export interface Starter {
  /** Resolves to the run folder, or undefined where the person turned away or was told why not. */
  readonly run: (uri: vscode.Uri) => Promise<string | undefined>;
  /** The same once everything was asked. `approve`: the hash that was approved. */
  readonly begin: (uri: vscode.Uri, mode: Mode, approve: string) => Promise<string>;
  /** Goes on with a run once everything was asked. Resolves to its folder. */
  readonly goOn: (run: RunView, approve: string, more: GoOn) => Promise<string>;
  /** Goes on with a run; `acts`: what it begins with. */
  readonly resume: (run: RunView, acts?: readonly Control[]) => Promise<void>;
  /**
   * Goes on with a run whose time has come, asking nobody and showing nothing. Throws `untrusted`, `not-approved` where nobody
   * has approved what it executes, and what it could not begin with.
   */
  readonly wake: (run: RunView) => Promise<void>;
}

export interface GoOn {
  readonly acts: readonly Control[];
  readonly raised: Readonly<Record<string, RaisedBounds>>;
}

export function createStarter(extension: vscode.Uri, flows: FlowFiles, runs: Runs): Starter {
  const launch = async (spec: CarrySpec): Promise<string> => {
    const { folder } = await startRunner(
      { spec, graceMs: settings().orphanGraceMs },
      {
        execPath: process.execPath,
        runnerPath: vscode.Uri.joinPath(extension, 'dist', 'runner.js').fsPath,
        env: process.env,
      },
    );
    await runs.refresh();
    return folder;
  };
  const start = async (spec: CarrySpec): Promise<string> => {
    const folder = await launch(spec);
    runs.show(folder);
    return folder;
  };
  const common = (approve: string) => {
    const { workers, claudeExecutable } = settings();
    const executables: Readonly<Record<string, string>> = claudeExecutable ? { 'claude-code': claudeExecutable } : {};
    return { workers, executables, approve, trusted: vscode.workspace.isTrusted, program: programName('runner') };
  };
  const begin: Starter['begin'] = (uri, mode, approve) =>
    start({ kind: 'start', ...common(approve), flowPath: uri.fsPath, mode, overrides: settings().overrides });

  const goOn: Starter['goOn'] = ({ folder }, approve, { acts, raised }) => {
    const by = person();
    return start({ kind: 'resume', ...common(approve), folder, raised, acts: acts.map((act) => ({ act, by })) });
  };

  return {
    begin,
    goOn,
    run: async (uri) => {
      if (!mayExecute(uri) || !(await saved(uri))) return undefined;
      if (!flows.get(uri)) await flows.refresh();
      const flow = flows.get(uri)?.parsed.flow ?? null;
      if (!flow) return tellProblems(flows, uri);
      const root = await workspaceRootOf(uri.fsPath);
      if (tellHeld(runs, root)) return undefined;
      const title = flow.title ?? flow.id;
      const mode = await askMode(flow, title);
      if (!mode) return undefined;
      const approve = await approved(flow, title, mode, root);
      if (!approve) return undefined;
      return begin(uri, mode, approve);
    },
    resume: async (run, acts = []) => {
      const root = rootOfRun(run.folder);
      const { flow } = await readFlowCopy(run.folder);
      if (!mayExecute(vscode.Uri.file(root)) || tellHeld(runs, root)) return;
      const raised = await askRaise(boundsToRaise(flow, run.state));
      if (!raised) return;
      const approve = await approved(flow, flow.title ?? flow.id, run.history.mode, root);
      if (!approve) return;
      await goOn(run, approve, { acts, raised });
    },
    wake: async ({ folder }) => {
      const { flow } = await readFlowCopy(folder);
      const { workers, overrides } = settings();
      const question = { flow: withOverrides(flow, overrides), root: rootOfRun(folder), workers };
      const approve = await approvedBefore(question);
      if (approve === undefined) {
        throw new ConvergeError('not-approved', `Nobody has approved here what "${flow.title ?? flow.id}" executes.`);
      }
      await launch({ kind: 'resume', ...common(approve), folder });
    },
  };
}

function approved(flow: Flow, title: string, mode: Mode, root: string): Promise<string | undefined> {
  const { workers, overrides } = settings();
  return approvedHash({ flow: withOverrides(flow, overrides), title, mode, root, workers });
}

function mayExecute(uri: vscode.Uri): boolean {
  if (!vscode.workspace.isTrusted) {
    const manage = vscode.l10n.t('Manage Trust');
    const message = vscode.l10n.t(
      'This workspace is not trusted, so nothing in it is run. Flows can be drawn and checked.',
    );
    void vscode.window.showWarningMessage(message, manage).then((chosen) => {
      if (chosen) void vscode.commands.executeCommand('workbench.trust.manage');
    });
    return false;
  }
  if (uri.scheme === 'file') return true;
  void vscode.window.showWarningMessage(
    vscode.l10n.t('A run needs files on a disk. Save the flow in a folder of this machine and run it from there.'),
  );
  return false;
}

async function saved(uri: vscode.Uri): Promise<boolean> {
  const document = vscode.workspace.textDocuments.find((each) => each.uri.toString() === uri.toString());
  if (!document?.isDirty) return true;
  const save = vscode.l10n.t('Save and Run');
  const message = vscode.l10n.t('The flow has unsaved changes. What is run is what is saved.');
  if ((await vscode.window.showWarningMessage(message, { modal: true }, save)) !== save) return false;
  return document.save();
}

function tellProblems(flows: FlowFiles, uri: vscode.Uri): undefined {
  const reading = flows.get(uri);
  const errors = reading?.issues.filter((issue) => issue.severity === 'error') ?? [];
  const first = errors[0]?.message ?? vscode.l10n.t('It cannot be read.');
  const message = vscode.l10n.t('The flow has {0} and cannot run. {1}', count(errors.length, 'error'), first);
  const show = vscode.l10n.t('Show Problems');
  void vscode.window.showErrorMessage(message, show).then((chosen) => {
    if (chosen) void vscode.commands.executeCommand('workbench.actions.view.problems');
  });
  return undefined;
}

/** True where a run of this root is carried already; the person is told which. */
function tellHeld(runs: Runs, root: string): boolean {
  const held = runs.all().find((run) => run.held && runs.rootOf(run) === root);
  if (!held) return false;
  const flow = held.state.head?.flow.id ?? held.id;
  const message = vscode.l10n.t(
    '{0} is {1} in {2}. One run at a time writes to a workspace: stop it or wait.',
    flow,
    statusOf(held),
    root,
  );
  const show = vscode.l10n.t('Show Run');
  void vscode.window.showWarningMessage(message, show).then((chosen) => {
    if (chosen) void vscode.commands.executeCommand(COMMANDS.openRun, held.folder);
  });
  return true;
}
