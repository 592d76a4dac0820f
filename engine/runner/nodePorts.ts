import { rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { ConvergeError } from '../failure';
import { isInWorktree } from '../flow/isolation';
import type { Flow, WorkerSpec } from '../flow/schema';
import type { Json } from '../json';
import { canonicalJson } from '../json';
import type { Prices } from '../loops/price';
import { systemClock } from '../node/clock';
import { createCommands } from '../node/commands';
import { sha256 } from '../node/digest';
import { inOrder } from '../node/inOrder';
import { endLeftovers } from '../node/leftovers';
import { openTrace } from '../node/openTrace';
import { OWN_FOLDER, ownFolder, STORE_FOLDER } from '../node/ownFolder';
import { redactedCommands, redactedFolder, redactedWorker, redactedWorkspace } from '../node/redactedPorts';
import { redactionFor } from '../node/redactionFor';
import { createRunFolder, openRunFolder, RUNS_FOLDER, TRACE_FILE } from '../node/runFolder';
import { commandAround } from '../node/sandbox/runSandbox';
import { asVariables, credentialsFrom, secretsIn } from '../node/secrets';
import { createStop } from '../node/stop';
import { createFileStore } from '../node/store/file';
import { openTraceSink } from '../node/traceFile';
import { workersOf } from '../node/workers/registry';
import { openWorkspace } from '../node/workspace/workspace';
import type { EnginePorts, FoundRun } from '../run/engine';
import type { DefaultWorkers } from '../run/whoDoes';
import { takeRun, takeWorkspace } from './held';
import { createInFlight } from './inFlight';
import { readFlowCopy } from './runs';
import { assertSandbox, sandboxFor } from './sandboxed';
import type { Undoing } from './undoing';
import { createUndoing } from './undoing';

export interface NodePlace {
  /** Folder of the workspace. Runs are kept in its `.converge/runs/`. */
  readonly workspace: string;
  /** What will be run; its `workers` are made ready. */
  readonly flow: Flow;
  /** The folder of the run that is to be resumed; default: a new one. */
  readonly runFolder?: string;
  /** Workers by name that the flow itself does not define. */
  readonly workers?: Readonly<Record<string, WorkerSpec>>;
  /** Programs of workers by their `use`: an absolute path, or a name to look up in PATH. */
  readonly executables?: Readonly<Record<string, string>>;
  /** Who does the steps of a role whose worker is named nowhere. */
  readonly defaultWorkers?: DefaultWorkers;
  /** What the tokens of models cost. */
  readonly prices?: Prices;
  /**
   * Secrets by name: they reach the commands and workers that name them, and are replaced in everything that is recorded.
   * Default: those that the environment holds as `CONVERGE_SECRET_<NAME>`. Credentials of the environment are replaced too.
   */
  readonly secrets?: Readonly<Record<string, string>>;
}

export interface NodePorts extends EnginePorts {
  readonly run: string;
  /** Absolute. */
  readonly runFolder: string;
  /** The run that the folder holds, to be resumed; null for a new one. */
  readonly found: FoundRun | null;
  /**
   * Ends every process of the run that still lives and gives the locks back. To be called once the run's `done` has
   * settled. A new run of which nothing was recorded leaves no folder.
   */
  readonly close: () => Promise<void>;
}

/**
 * Ports for one run on this machine: files, processes, git snapshots, a run folder as the program has it, and both locks.
 * Throws `run-held`, `workspace-held`, `git-missing`, `folder-unwritable`; for a run folder also `run-unknown` and
 * `trace-damaged`. Nothing is taken then. Whoever calls this has approved what the flow executes: nobody is asked.
 */
export async function nodePorts(place: NodePlace): Promise<NodePorts> {
  const undoing = createUndoing();
  try {
    return await open(place, undoing);
  } catch (thrown) {
    await undoing.undo(false);
    throw thrown;
  }
}

async function open(place: NodePlace, undoing: Undoing): Promise<NodePorts> {
  const { flow, workers: settings = {}, executables = {}, defaultWorkers = {}, prices = {} } = place;
  const root = resolve(place.workspace);
  if (isInWorktree(flow)) throw new ConvergeError('flow-unreadable', IN_PLACE);
  const machine = { workers: settings, defaultWorkers };
  const sandbox = await sandboxFor([flow], machine, root);
  assertSandbox([flow], machine, sandbox);
  const writer = await takeWorkspace(await ownFolder(root), root);
  undoing.always(writer.release);
  await endLeftovers(root);
  const workspace = await openWorkspace(root);
  const { run, folder } = place.runFolder === undefined ? await make(root, flow) : standing(root, place.runFolder);
  if (place.runFolder === undefined) undoing.whereNothingRan(() => rm(folder, { recursive: true, force: true }));
  const lock = await takeRun(folder);
  undoing.always(lock.release);
  const found = place.runFolder === undefined ? null : await openTrace(join(folder, TRACE_FILE), sha256);
  const sink = await openTraceSink(join(folder, TRACE_FILE), { held: () => !lock.lost() });
  undoing.always(sink.close);
  const stop = createStop();
  const inFlight = createInFlight();
  const env = { ...process.env, ...asVariables(new Map(Object.entries(place.secrets ?? {}))) };
  const secrets = secretsIn(env);
  const redaction = redactionFor(env);
  const host = {
    workspaceRoot: root,
    runFolder: folder,
    executables,
    env: credentialsFrom(env),
    secrets,
    redaction,
    prices,
    ...(sandbox === undefined ? {} : { sandbox }),
  };
  const around = sandbox === undefined ? undefined : commandAround(sandbox);
  const known = workersOf(flow, settings, {}, host, defaultWorkers);
  return {
    run,
    runFolder: folder,
    found,
    fence: lock.fence,
    flowHash: await hashesIn(folder),
    clock: systemClock,
    digest: sha256,
    trace: inOrder(sink, found?.state.nextSeq ?? 0),
    folder: redactedFolder(openRunFolder(folder), redaction),
    workspace: redactedWorkspace(workspace, redaction),
    commands: inFlight.commands(
      redactedCommands(createCommands({ root, runFolder: folder, run, secrets, redaction, around }), redaction),
    ),
    store: createFileStore(join(root, OWN_FOLDER, STORE_FOLDER), systemClock),
    flow: () => undefined,
    worker: (name, role) => {
      const worker = known(name, role);
      return worker && inFlight.worker(redactedWorker(worker, redaction));
    },
    stop: stop.signal,
    close: async () => {
      stop.stop('now');
      await inFlight.settled();
      await undoing.undo(sink.size() > 0);
    },
  };
}

const IN_PLACE =
  'The flow asks for a worktree, and these ports work in the folder that they are given. Make one, give it as the workspace, and let the flow say "in-place".';

const make = (root: string, flow: Flow) => createRunFolder(root, `${JSON.stringify(flow, null, 2)}\n`, Date.now());

function standing(root: string, given: string): { readonly run: string; readonly folder: string } {
  const folder = resolve(given);
  if (dirname(folder) === join(root, OWN_FOLDER, RUNS_FOLDER)) return { run: basename(folder), folder };
  const message = `${folder} is not where runs of ${root} stand: below ${join(OWN_FOLDER, RUNS_FOLDER)} of it.`;
  throw new ConvergeError('run-unknown', message);
}

/** The run knows its flow by the digest of the text beside its trace: the same flow has it, however it is written. */
async function hashesIn(folder: string): Promise<(flow: Flow) => string> {
  const copy = await readFlowCopy(folder);
  const own = canonicalJson(plain(copy.flow));
  return (flow) => {
    const given = canonicalJson(plain(flow));
    return sha256(given === own ? copy.text : given);
  };
}

const plain = (value: unknown): Json => JSON.parse(JSON.stringify(value));
