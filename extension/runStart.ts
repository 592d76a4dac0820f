import * as vscode from 'vscode';
import { ConvergeError } from '../engine/failure';
import type { Flow } from '../engine/flow/schema';
import type { JsonObject } from '../engine/json';
import { flowsIn, readCalledFlows } from '../engine/runner/calledFlows';
import { flowsToApprove } from '../engine/runner/resumedFlow';
import { rootOfRun } from '../engine/runner/runs';
import { startRunner } from '../engine/runner/start';
import type { CarrySpec } from '../engine/runner/startSpec';
import { withOverrides } from '../engine/runner/startSpec';
import { programName } from '../engine/runner/version';
import { workspaceRootOf } from '../engine/runner/workspaceRoot';
import type { Control, Mode, RaisedBounds } from '../engine/trace/control';
import type { FlowFiles } from './flowFiles';
import { isSaved, mayExecute, tellHeld, tellProblems } from './mayStart';
import { person } from './person';
import { boundsToRaise } from './rows/raise';
import type { RunView } from './rows/runView';
import { approvedBefore, approvedHash, askMode } from './runCard';
import { askInputs } from './runInputs';
import { askRaise } from './runQuestions';
import type { Runs } from './runs';
import type { Secrets } from './secrets';
import { settings } from './settings';

/**
 * How a run begins.
 *
 * R1 Nothing is executed in an untrusted or virtual workspace, however the command was reached; the engine refuses too.
 * R2 What is run is what is on the disk: an unsaved flow is saved first, if the person says so.
 * R3 One writing run a workspace root; the one that is there is named.
 * R4 The run happens in the flow's own workspace root, whatever else has focus.
 * R5 What would be executed was approved by a person, as it is now, called flows included.
 */
export interface Starter {
  /**
   * Resolves to the run folder, or undefined where the person turned away or was told why not. `mode`: as it was chosen
   * beside its limits; absent: asked for.
   */
  readonly run: (uri: vscode.Uri, mode?: Mode, more?: Begin) => Promise<string | undefined>;
  /** The same once everything was asked. `approve`: the hash that was approved. */
  readonly begin: (uri: vscode.Uri, mode: Mode, approve: string, inputs?: JsonObject, more?: Begin) => Promise<string>;
  /** Goes on with a run once everything was asked. Resolves to its folder. */
  readonly goOn: (run: RunView, approve: string, more: GoOn) => Promise<string>;
  /** Goes on with a run, asking what has to be asked: a bound to raise, an approval. Resolves as `run` does. */
  readonly resume: (run: RunView, more?: GoOn) => Promise<string | undefined>;
  /**
   * Goes on with a run whose time has come, asking nobody and showing nothing. Throws `untrusted`, `not-approved` where nobody
   * has approved what it executes, and what it could not begin with.
   */
  readonly wake: (run: RunView) => Promise<void>;
}

export interface Held {
  /** Held before its first action until a debugger lets it go. */
  readonly hold?: boolean;
}

export interface Begin extends Held {
  /** Inputs that need not be asked for. */
  readonly inputs?: JsonObject;
  /** In place of the flow's own. */
  readonly goal?: string;
}

export interface GoOn extends Held {
  /** What it begins with. */
  readonly acts?: readonly Control[];
  readonly raised?: Readonly<Record<string, RaisedBounds>>;
  /** With the flow file as it is now. */
  readonly withChanges?: boolean;
}

export function createStarter(extension: vscode.Uri, flows: FlowFiles, runs: Runs, kept: Secrets): Starter {
  const launch = async (spec: CarrySpec): Promise<string> => {
    const stored = await kept.all();
    const secrets =
      stored.size === 0 ? stored : await (await import('../engine/runner/runSecrets')).secretsOfRun(spec, stored);
    const { folder } = await startRunner(
      { spec, graceMs: settings().orphanGraceMs },
      {
        execPath: process.execPath,
        runnerPath: vscode.Uri.joinPath(extension, 'dist', 'runner.js').fsPath,
        env: process.env,
        secrets,
      },
    );
    // At once: the run may want something that only a window has.
    await runs.refresh(rootOfRun(folder));
    return folder;
  };
  const start = async (spec: CarrySpec): Promise<string> => {
    const folder = await launch(spec);
    runs.show(folder);
    return folder;
  };
  const common = (approve: string) => {
    const { workers, defaults: defaultWorkers, executables, prices } = settings().machine;
    return {
      workers,
      defaultWorkers,
      executables,
      prices,
      approve,
      trusted: vscode.workspace.isTrusted,
      program: programName('runner'),
    };
  };
  const begin: Starter['begin'] = (uri, mode, approve, inputs = {}, more = {}) => {
    const { overrides } = settings();
    const goal = more.goal === undefined ? {} : { goal: more.goal };
    const given = { flowPath: uri.fsPath, mode, inputs, overrides, ...goal };
    return start({ kind: 'start', ...common(approve), ...held(more), ...given });
  };
  const goOn: Starter['goOn'] = ({ folder }, approve, more) => {
    const { acts = [], raised = {}, withChanges = false } = more;
    const by = person();
    const first = acts.map((act) => ({ act, by }));
    return start({ kind: 'resume', ...common(approve), ...held(more), folder, raised, withChanges, acts: first });
  };

  return {
    begin,
    goOn,
    run: async (uri, given, more = {}) => {
      if (!mayExecute(uri) || !(await isSaved(uri))) return undefined;
      if (!flows.get(uri)) await flows.refresh();
      const flow = flows.get(uri)?.parsed.flow ?? null;
      if (!flow) return tellProblems(flows, uri);
      const root = await workspaceRootOf(uri.fsPath);
      if (tellHeld(runs, root)) return undefined;
      const title = flow.title ?? flow.id;
      const called = flowsIn(await readCalledFlows(flow, root));
      const mode = given ?? (await askMode(flow, title));
      const inputs = mode && (await askInputs(flow, more.inputs));
      if (!mode || !inputs) return undefined;
      const all = [withOverrides(flow, settings().overrides), ...called];
      const approve = await approved(all, title, mode, root);
      if (!approve) return undefined;
      return begin(uri, mode, approve, inputs, more);
    },
    resume: async (run, more = {}) => {
      const root = rootOfRun(run.folder);
      if (!mayExecute(vscode.Uri.file(root)) || tellHeld(runs, root)) return undefined;
      const { acts = [], raised = {}, withChanges = false } = more;
      const flows = await flowsToApprove(run.folder, root, withChanges);
      const [flow] = flows;
      if (!flow) return undefined;
      const bounds = boundsToRaise(flow, run.state);
      // One of them is enough to go on.
      const isRaised = bounds.some(({ loop, bound }) => raised[loop]?.[bound] !== undefined);
      const also = await askRaise(isRaised ? [] : bounds);
      if (!also) return undefined;
      const approve = await approved(flows, flow.title ?? flow.id, run.history.mode, root);
      if (!approve) return undefined;
      return goOn(run, approve, { ...more, acts, raised: both(raised, also), withChanges });
    },
    wake: async ({ folder }) => {
      const root = rootOfRun(folder);
      const flows = await flowsToApprove(folder, root, false);
      const approve = await approvedBefore({ flows, root, machine: settings().machine });
      if (approve === undefined) {
        const name = flows[0]?.title ?? flows[0]?.id;
        throw new ConvergeError('not-approved', `Nobody has approved here what "${name}" executes.`);
      }
      await launch({ kind: 'resume', ...common(approve), folder });
    },
  };
}

function approved(flows: readonly Flow[], title: string, mode: Mode, root: string): Promise<string | undefined> {
  return approvedHash({ flows, title, mode, root, machine: settings().machine });
}

const held = ({ hold }: Held): { readonly hold?: true } => (hold === true ? { hold } : {});

type Raised = NonNullable<GoOn['raised']>;

const both = (one: Raised, other: Raised): Raised =>
  Object.fromEntries(
    [...Object.keys(one), ...Object.keys(other)].map((loop) => [loop, { ...one[loop], ...other[loop] }]),
  );
