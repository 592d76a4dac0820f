import { join } from 'node:path';
import { ConvergeError, messageOf } from '../failure';
import type { Flow } from '../flow/schema';
import type { Json } from '../json';
import { systemClock } from '../node/clock';
import { createCommands } from '../node/commands';
import { sha256 } from '../node/digest';
import { OWN_FOLDER, STORE_FOLDER } from '../node/ownFolder';
import { NO_REDACTION } from '../node/redact';
import { redactedCommands, redactedFolder, redactedWorker, redactedWorkspace } from '../node/redactedPorts';
import { openRunFolder, TRACE_FILE } from '../node/runFolder';
import { commandAround } from '../node/sandbox/runSandbox';
import { createStop } from '../node/stop';
import { createFileStore } from '../node/store/file';
import { openTraceSink } from '../node/traceFile';
import { workersOf } from '../node/workers/registry';
import type { Ports, WorkerRole } from '../ports';
import type { Observer } from '../run/driving';
import { resultOf } from '../run/result';
import { drive } from '../run/run';
import type { RunResult, RunState } from '../run/state';
import { EMPTY_STATE } from '../run/state';
import type { Control } from '../trace/control';
import { calledPort } from './calledPort';
import type { Channel } from './channel';
import { createChannel } from './channel';
import { committing } from './committing';
import { createDebugging } from './debugging';
import type { HeldAt } from './debugWish';
import { createInFlight } from './inFlight';
import { modelWindow } from './modelWindow';
import { prepare } from './prepare';
import type { Prepared } from './prepared';
import { redactedAct, redactedFailure, redactedOpening } from './redactedRun';
import type { CarrySpec } from './startSpec';
import type { Undoing } from './undoing';
import { createUndoing } from './undoing';

/** A run that is being carried by this process. */
export interface Carrying {
  readonly run: string;
  /** Absolute path of the run folder. */
  readonly folder: string;
  /** As it runs: the run's own copy. */
  readonly flow: Flow;
  /** False: it came too late, and was not taken. */
  readonly act: (act: Control, by: string) => boolean;
  /** Ends every process of the run and decides nothing more: the run is left as `interrupted`. */
  readonly interrupt: () => void;
  /** Windows that are connected now. */
  readonly windows: () => number;
  readonly onWindows: (listener: () => void) => void;
}

/** How a stretch ended. */
export interface Carried {
  readonly run: string;
  readonly folder: string;
  readonly root: string;
  /** What is durable. */
  readonly state: RunState;
  readonly result: RunResult;
  /** What broke under the run, where something did: what was committed stands. */
  readonly failure?: ConvergeError;
}

export interface Watch {
  readonly onReady?: (carrying: Carrying) => void;
  readonly observe?: Observer;
  /** A debugger holds the run from now on, or lets it go (null). */
  readonly onHeld?: (held: HeldAt | null) => void;
}

/**
 * Carries a run until it has ended or waits for a person: one way for the program's foreground and for the runner process.
 * Throws a `ConvergeError` where it could not begin; then nothing was executed and nothing half-made is left.
 */
export async function carryRun(spec: CarrySpec, watch: Watch = {}): Promise<Carried> {
  const undoing = createUndoing();
  let ran = false;
  try {
    const prepared = await prepare(spec, undoing);
    const acts = spec.kind === 'resume' ? (spec.acts ?? []) : [];
    return await carry(prepared, spec, acts, undoing, {
      ...watch,
      observe: (entry, state) => {
        ran = true;
        watch.observe?.(entry, state);
      },
    });
  } finally {
    await undoing.undo(ran);
  }
}

async function carry(
  prepared: Prepared,
  spec: CarrySpec,
  acts: readonly { readonly act: Control; readonly by: string }[],
  undoing: Undoing,
  watch: Watch,
): Promise<Carried> {
  const { flow, folder, root, lock, workspace, host } = prepared;
  const { redaction = NO_REDACTION } = host;
  const opening = redactedOpening(prepared.opening, redaction);
  const stop = createStop();
  const inFlight = createInFlight();
  const trace = await openTraceSink(join(folder, TRACE_FILE), { held: () => !lock.lost() });
  undoing.always(trace.close);
  const runFolder = redactedFolder(openRunFolder(folder), redaction);
  const ask: Channel['ask'] = (request, asked) => channel.ask(request, asked);
  const workersFor = (of: Flow) => {
    const workers = workersOf(of, spec.workers, {}, { ...host, serve: modelWindow(ask) }, spec.defaultWorkers);
    return (name: string, role?: WorkerRole) => {
      const worker = workers(name, role);
      return worker && inFlight.worker(redactedWorker(worker, redaction));
    };
  };
  const run = opening.kind === 'start' ? opening.run : (opening.state.head?.run ?? '');
  const { secrets } = host;
  const { files, worktree } = prepared.worksIn;
  const around = host.sandbox === undefined ? undefined : commandAround(host.sandbox);
  const commands = createCommands({ root: files, runFolder: folder, run, secrets, redaction, around });
  const commits = flow.workspace?.commitEachPass === true && worktree !== null;
  const passes = commits ? await committing(root, run, folder, worktree) : null;
  let interrupted = false;
  const ports: Ports = {
    clock: systemClock,
    digest: sha256,
    trace: { append: (lines) => (interrupted ? Promise.reject(INTERRUPTED) : trace.append(lines)) },
    folder: runFolder,
    workspace: redactedWorkspace(workspace, redaction),
    commands: inFlight.commands(redactedCommands(commands, redaction)),
    store: createFileStore(join(root, OWN_FOLDER, STORE_FOLDER), systemClock),
    flow: calledPort(prepared.called, workersFor),
    worker: workersFor(flow),
    stop: stop.signal,
  };

  // What is shown and written is what is durable, never what is about to be.
  let state = opening.kind === 'resume' ? opening.state : EMPTY_STATE;
  let startedAt = prepared.startedAt;
  let lastAt: string | null = null;
  const debugging = createDebugging({
    hold: spec.hold === true,
    onHeld: (held) => {
      channel.grew();
      watch.onHeld?.(held);
    },
    onLog: (log) => channel.log(log),
  });
  const observe: Observer = (entry, after) => {
    state = after;
    startedAt ??= entry.at;
    lastAt = entry.at;
    passes?.saw(entry);
    debugging.observe(entry, after);
    channel.grew();
    watch.observe?.(entry, after);
  };
  const driving = drive(flow, opening, ports, observe, debugging.holding);
  const act: Carrying['act'] = (said, by) => {
    const what = redactedAct(said, redaction);
    const taken = driving.send(what, by);
    if (taken) debugging.took(what);
    return taken;
  };
  const channel = createChannel({
    run,
    token: lock.record.token,
    flow,
    state: () => state,
    size: trace.size,
    act,
    debugging,
  });
  for (const first of acts) act(first.act, first.by);
  lock.serve(channel.serve);
  watch.onReady?.({
    run,
    folder,
    flow,
    act,
    interrupt: () => {
      interrupted = true;
      stop.stop('now');
      debugging.leave();
    },
    windows: channel.windows,
    onWindows: channel.onWindows,
  });

  const broken = await driving.parked.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (broken !== null) stop.stop('now');
  await inFlight.settled();
  const uncommitted = (await passes?.settled()) ?? null;
  const failure = broken === null || broken === INTERRUPTED ? null : redactedFailure(asFailure(broken), redaction);
  const result = resultOf(state, {
    startedAt: startedAt ?? '',
    endedAt: lastAt,
    trace: TRACE_FILE,
    holding: 'free',
  });
  // Where nothing was recorded the run came to nothing: there is no result, only the reason.
  if (state.head === null) throw failure ?? INTERRUPTED;
  const written = await runFolder.project('result.json', plain(result)).then(
    () => null,
    (thrown: unknown) => asFailure(thrown),
  );
  await channel.end(result);
  const notCommitted = uncommitted === null ? null : new ConvergeError('folder-unwritable', uncommitted);
  const wrong = failure ?? (interrupted ? null : (written ?? notCommitted));
  return { run, folder, root, state, result, ...(wrong === null ? {} : { failure: wrong }) };
}

/** What the trace says to an engine that goes on after an interruption. */
const INTERRUPTED = new ConvergeError('trace-changed', 'The run was interrupted. Resume it to go on.');

const asFailure = (thrown: unknown): ConvergeError =>
  thrown instanceof ConvergeError ? thrown : new ConvergeError('internal', messageOf(thrown), { cause: thrown });
const plain = (value: unknown): Json => JSON.parse(JSON.stringify(value));
