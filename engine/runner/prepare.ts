import { rm } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { ConvergeError } from '../failure';
import type { Flow } from '../flow/schema';
import { initialChannels } from '../loops/channels';
import { sha256 } from '../node/digest';
import type { Lease } from '../node/lease';
import { endLeftovers } from '../node/leftovers';
import { OWN_FOLDER, ownFolder } from '../node/ownFolder';
import { createRunFolder, RUNS_FOLDER, readRun } from '../node/runFolder';
import type { WorkerHost } from '../node/workers/host';
import { openWorkspace } from '../node/workspace/workspace';
import type { Workspace } from '../ports';
import { approvalLines, approvalOf } from '../run/approval';
import type { Opening } from '../run/driving';
import { inputsOf } from '../run/inputs';
import { stateOf } from '../run/openRun';
import { assertResumable } from '../run/resumable';
import { refusalOf } from './acts';
import type { CalledFlows } from './calledFlows';
import { keepCalledFlows, keptCalledFlows, readCalledFlows } from './calledFlows';
import { readFlowFile, runnable } from './flowFile';
import { changedFlow, flowInForce, putInForce } from './flowVersions';
import { takeRun, takeWorkspace } from './held';
import { assertRaises } from './raises';
import { restoreProjections } from './restore';
import { readFlowCopy, rootOfRun } from './runs';
import { assertSetUp } from './setUp';
import type { CarrySpec, ResumeSpec, StartSpec } from './startSpec';
import { withOverrides } from './startSpec';
import type { Undoing } from './undoing';
import { workspaceRootOf } from './workspaceRoot';

/** A stretch of a run that is about to begin: everything was looked at, both locks are ours, nothing has been executed. */
export interface Prepared {
  readonly flow: Flow;
  readonly folder: string;
  readonly root: string;
  readonly opening: Opening;
  readonly lock: Lease;
  readonly workspace: Workspace;
  readonly host: WorkerHost;
  readonly called: CalledFlows;
  /** When the run began, where it did before this stretch. */
  readonly startedAt: string | null;
}

/**
 * Looks at all that could be wrong, in the order in which a person would want to hear of it, then takes what is needed.
 * What has been taken or made goes onto `undoing`. Throws a `ConvergeError` for each thing that is wrong.
 */
export const prepare = (spec: CarrySpec, undoing: Undoing): Promise<Prepared> =>
  spec.kind === 'start' ? prepareStart(spec, undoing) : prepareResume(spec, undoing);

async function prepareStart(spec: StartSpec, undoing: Undoing): Promise<Prepared> {
  const file = await readFlowFile(spec.flowPath);
  const flow = withOverrides(runnable(file), spec.overrides);
  const unknown = spec.start?.find((step) => !Object.hasOwn(flow.steps, step));
  if (unknown !== undefined) {
    const message = `The flow has no step "${unknown}" to start at. Its steps: ${Object.keys(flow.steps).join(', ')}.`;
    throw new ConvergeError('flow-unreadable', message);
  }
  const root = resolve(spec.root ?? (await workspaceRootOf(spec.flowPath)));
  const called = await readCalledFlows(flow, root);
  assertAllowed(spec, flow, called);
  const inputs = inputsOf(flow, spec.inputs ?? {});
  if (!inputs.ok) throw new ConvergeError('flow-unreadable', `The flow cannot be started: ${inputs.why}.`);
  const host = hostOf(spec, root);
  for (const each of [flow, ...flowsIn(called)]) await assertSetUp(each, spec.workers, host(root));
  const writer = await takeWorkspace(await ownFolder(root), root);
  undoing.always(writer.release);
  await endLeftovers(root);
  const workspace = await openWorkspace(root);
  const text = Object.keys(spec.overrides).length === 0 ? file.text : `${JSON.stringify(flow, null, 2)}\n`;
  const { run, folder } = await createRunFolder(root, text, Date.now());
  undoing.whereNothingRan(() => rm(folder, { recursive: true, force: true }));
  await keepCalledFlows(folder, called);
  const lock = await takeRun(folder);
  undoing.always(lock.release);
  const opening: Opening = {
    kind: 'start',
    run,
    flow: { id: flow.id, hash: sha256(text), path: shownPath(root, spec.flowPath) },
    mode: spec.mode,
    goal: spec.goal ?? flow.goal ?? '',
    ...(spec.start === undefined ? {} : { start: spec.start }),
    inputs: inputs.value,
    channels: initialChannels(flow.channels),
    fence: lock.fence,
    program: spec.program,
  };
  return { flow, folder, root, opening, lock, workspace, host: host(folder), called, startedAt: null };
}

async function prepareResume(spec: ResumeSpec, undoing: Undoing): Promise<Prepared> {
  const folder = resolve(spec.folder);
  const root = rootOfRun(folder);
  if (dirname(folder) !== join(root, OWN_FOLDER, RUNS_FOLDER)) {
    const message = `${folder} is not where runs stand: below ${join(OWN_FOLDER, RUNS_FOLDER)} of their workspace. Put it there.`;
    throw new ConvergeError('run-unknown', message);
  }
  const raised = spec.raised ?? {};
  const look = async () => {
    const disk = await readRun(folder);
    const state = stateOf(disk.entries, sha256);
    const inForce = await flowInForce(folder, state.head?.flow.hash ?? '');
    const now = spec.withChanges
      ? await changedFlow(inForce, resolve(root, state.head?.flow.path ?? ''), state)
      : inForce;
    const { flow } = now;
    try {
      assertResumable(state, raised);
    } catch (thrown) {
      const final = thrown instanceof ConvergeError && thrown.code === 'run-final' && disk.holder === undefined;
      if (final && spec.trusted) {
        await restoreProjections(
          folder,
          state,
          disk.entries.map(({ entry }) => entry),
        );
      }
      throw thrown;
    }
    assertRaises(flow, state, raised);
    const refusal = spec.acts?.map(({ act }) => refusalOf(act, state, flow)).find((one) => one !== null);
    if (refusal) throw new ConvergeError(refusal.code, refusal.message);
    return { disk, state, inForce, now };
  };
  const first = await readRun(folder);
  // Whoever carries the run is still writing: its state is only worth a look once the lock is ours.
  const early = first.holder === undefined ? (await look()).now.flow : (await readFlowCopy(folder)).flow;
  const allowed = async (flow: Flow) => {
    const found = spec.withChanges ? await readCalledFlows(flow, root) : await keptCalledFlows(folder, flow);
    assertAllowed(spec, flow, found);
    for (const each of [flow, ...flowsIn(found)]) await assertSetUp(each, spec.workers, host(folder));
    return found;
  };
  const host = hostOf(spec, root);
  await allowed(early);
  const lock = await takeRun(folder);
  undoing.always(lock.release);
  const { disk, state, inForce, now } = await look();
  const { flow } = now;
  const called = await allowed(flow);
  const writer = await takeWorkspace(await ownFolder(root), root);
  undoing.always(writer.release);
  await endLeftovers(root);
  const changed = now.hash !== inForce.hash;
  if (changed) await keepCalledFlows(folder, called);
  const changedFile = changed ? await putInForce(folder, inForce, now) : '';
  const opening: Opening = {
    kind: 'resume',
    state,
    damaged: disk.damaged,
    tornBytes: disk.tornBytes,
    ...(Object.keys(raised).length === 0 ? {} : { raised }),
    ...(changed ? { changedFlow: { hash: now.hash, file: changedFile } } : {}),
    fence: lock.fence,
    program: spec.program,
  };
  const startedAt = disk.entries[0]?.entry.at ?? null;
  const workspace = await openWorkspace(root);
  return { flow, folder, root, opening, lock, workspace, host: host(folder), called, startedAt };
}

const flowsIn = (called: CalledFlows): readonly Flow[] => Object.values(called).map(({ flow }) => flow);

function assertAllowed(spec: CarrySpec, flow: Flow, called: CalledFlows): void {
  if (!spec.trusted) {
    throw new ConvergeError(
      'untrusted',
      'This workspace is not trusted, so nothing of it is executed. Trust it first.',
    );
  }
  if (spec.approve === 'any') return;
  const approval = approvalOf([flow, ...flowsIn(called)], sha256, spec.workers);
  if (spec.approve === approval.hash) return;
  const what =
    spec.approve === null
      ? 'Nobody has approved what this flow executes'
      : 'The flow executes something else than what was approved';
  const lines = [`${what}. Look at it, then start again with --approve ${approval.hash}`, ...approvalLines(approval)];
  throw new ConvergeError('not-approved', lines.join('\n'));
}

const hostOf =
  (spec: CarrySpec, workspaceRoot: string) =>
  (runFolder: string): WorkerHost => ({ workspaceRoot, runFolder, executables: spec.executables, env: process.env });

/** Relative to the root with `/` where the flow stands below it. */
function shownPath(root: string, path: string): string {
  const way = relative(root, resolve(path));
  return way.startsWith(`..${sep}`) || isAbsolute(way) || dirname(way) === '..'
    ? resolve(path)
    : way.split(sep).join('/');
}
