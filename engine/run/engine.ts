import { ConvergeError } from '../failure';
import type { Flow } from '../flow/schema';
import type { Json, JsonObject } from '../json';
import { canonicalJson } from '../json';
import { initialChannels } from '../loops/channels';
import type { CalledFlow, Ports, Worker } from '../ports';
import type { Control, Mode, RaisedBounds } from '../trace/control';
import type { Entry } from '../trace/entry';
import { readLine } from '../trace/read';
import { assertRunnable, calledFlows } from './callable';
import type { Opening } from './driving';
import type { Handlers } from './handlers';
import { handlerWorkers } from './handlers';
import { inputsOf } from './inputs';
import type { ReadLine } from './openRun';
import { stateOf } from './openRun';
import { assertRaises } from './raises';
import type { Running } from './running';
import { running } from './running';
import type { RunState } from './state';
import type { Visit } from './visits';
import { recentVisits } from './visits';

export interface EngineOptions {
  /** The doors to the world, for one run: `memoryPorts`, `nodePorts`, or one's own. */
  readonly ports: EnginePorts;
  /** Functions that do steps, by the name that steps give as their `worker`. Looked up first. */
  readonly handlers?: Handlers;
  /** Ready workers by name, looked up next; then the ports are asked. */
  readonly workers?: Readonly<Record<string, Worker>>;
  /** Flows that may be called, by the name that `call` steps give. What is not here, the ports are asked for. */
  readonly flows?: Readonly<Record<string, Flow>>;
  /** Each sees every entry, once it is durable, as a copy of its own. None can stop, change or break a run. */
  readonly observers?: readonly RunObserver[];
  /** Hears of each error of an observer, thrown at once or later. What it throws itself is not heard by anybody. */
  readonly onObserverError?: (error: unknown) => void;
  /** What the trace says carried the run, for people; default `library`. */
  readonly program?: string;
}

/** Ports, and what the place where a run is kept knows of it. */
export interface EnginePorts extends Ports {
  /** The run's id, where it has one before it starts. */
  readonly run?: string;
  /** The number of who holds the run; default: one more than the last holder's. */
  readonly fence?: number;
  /** The digest by which the place knows a flow; default: that of its JSON, whatever the order of keys. */
  readonly flowHash?: (flow: Flow) => string;
}

/** What it throws, or rejects with, is not heard by anybody: it catches what it wants to know of. */
export type RunObserver = (entry: Entry) => void;

export interface StartOptions {
  /** `autonomous`: until loops repeat. `supervised`: their bodies run once, and are weighed once. */
  readonly mode: Mode;
  /** Default: the flow's own. */
  readonly goal?: string;
  readonly inputs?: JsonObject;
  /** Other steps than the flow's own `start`. */
  readonly start?: readonly string[];
  /** Default: the ports', else one made of the time, for which two runs may not start in the same millisecond. */
  readonly run?: string;
}

export interface ResumeOptions {
  /** Absolute bounds by loop, or `budget` for the run's own: each higher than the one in force. */
  readonly raised?: Readonly<Record<string, RaisedBounds>>;
  /** Carried out before anything else, such as the answer to a question that the run waits for. */
  readonly acts?: readonly { readonly act: Control; readonly by: string }[];
}

/** A run as its trace was found. */
export interface FoundRun {
  readonly state: RunState;
  /** Numbers of lines that could not be read. */
  readonly damaged: readonly number[];
  /** Bytes of a last line that a crash cut off. */
  readonly tornBytes: number;
  /** Bytes of the trace from its last snapshot on. */
  readonly sinceSnapshot?: number;
  /** Visits that a killed holder may not have written an artifact of. */
  readonly unwritten?: readonly Visit[];
}

/** Carries one run at a time: a trace is of one run, and an engine's ports have one trace. */
export interface Engine {
  /**
   * Starts a run. Throws before anything is executed: `flow-unreadable` (errors of the flow or of one it calls, inputs that
   * do not fit, a start that is no step), `worker-unknown`, `run-held` while the last one is carried. Where the trace has
   * entries already, `done` rejects with `trace-changed`; nothing was executed or written then.
   */
  readonly run: (flow: Flow, options: StartOptions) => Running;
  /**
   * Goes on with a run, from the lines of its trace or from the state that they fold to. Throws as `run` does, and:
   * `trace-damaged`, `run-final`, `bound-not-raised`, `flow-unreadable` where it was started with another flow. `done`
   * rejects with `trace-changed` where the trace has gone on meanwhile: of two resumes exactly one goes on.
   */
  readonly resume: (flow: Flow, from: readonly string[] | RunState | FoundRun, options?: ResumeOptions) => Running;
}

/**
 * The engine, embedded: the same that the program and the editor run, over ports of one's own and with functions as
 * workers. Throws `worker-unknown` where two handlers have the same name. Nobody is asked to approve what a flow executes:
 * who calls this has.
 */
export function createEngine(options: EngineOptions): Engine {
  const { ports: given, handlers = {}, workers = {}, flows = {}, observers = [], program = 'library' } = options;
  const onObserverError = options.onObserverError ?? (() => undefined);
  const { workers: own, twice } = handlerWorkers(handlers, given.clock);
  const [name] = twice;
  if (name !== undefined) {
    throw new ConvergeError(
      'worker-unknown',
      `Two handlers are named "${name}": nobody knows which is meant. Rename one.`,
    );
  }
  const hashOf = given.flowHash ?? ((flow: Flow): string => given.digest(canonicalJson(plain(flow))));
  const called = (id: string): CalledFlow | undefined => {
    const flow = Object.hasOwn(flows, id) ? flows[id] : undefined;
    return flow === undefined ? given.flow(id) : { flow, hash: hashOf(flow) };
  };
  const ports: Ports = {
    ...given,
    worker: (id, role) =>
      own.get(id) ?? (Object.hasOwn(workers, id) ? workers[id] : undefined) ?? given.worker(id, role),
    flow: called,
  };
  let carried: string | null = null;
  const carry = (flow: Flow, run: string, opening: Opening, acts: ResumeOptions['acts'] = []): Running => {
    const handle = running(flow, opening, {
      ports,
      observers,
      onObserverError,
      acts,
      onDone: () => {
        carried = null;
      },
    });
    carried = run;
    return handle;
  };
  const assertFree = (): void => {
    if (carried === null) return;
    throw new ConvergeError('run-held', `The run ${carried} is still carried by this engine. Wait for its "done".`);
  };
  return {
    run: (flow, { mode, goal, inputs = {}, start, run = given.run ?? runId(given, flow) }) => {
      assertFree();
      assertRunnable(flow, ports);
      const unknown = start?.find((step) => !Object.hasOwn(flow.steps, step));
      if (unknown !== undefined || start?.length === 0) {
        const what =
          unknown === undefined ? 'A run starts at one step at least' : `The flow has no step "${unknown}" to start at`;
        throw new ConvergeError('flow-unreadable', `${what}. Its steps: ${Object.keys(flow.steps).join(', ')}.`);
      }
      const read = inputsOf(flow, inputs);
      if (!read.ok) throw new ConvergeError('flow-unreadable', `The flow cannot be started: ${read.why}.`);
      return carry(flow, run, {
        kind: 'start',
        run,
        flow: { id: flow.id, hash: hashOf(flow), path: '' },
        mode,
        goal: goal ?? flow.goal ?? '',
        ...(start === undefined ? {} : { start }),
        inputs: read.value,
        channels: initialChannels(flow.channels),
        fence: given.fence ?? 1,
        program,
      });
    },
    resume: (flow, from, { raised = {}, acts } = {}) => {
      assertFree();
      assertRunnable(flow, ports);
      const { state, damaged, tornBytes, sinceSnapshot = 0, unwritten = [] } = foundIn(from, given.digest);
      const { head } = state;
      if (head === null) throw new ConvergeError('run-unknown', 'This state is of no run: it has no beginning.');
      if (head.flow.hash !== hashOf(flow)) {
        const message = `The run ${head.run} was started with another flow, or with this one as it was before. Resume it with that one, or start a new run.`;
        throw new ConvergeError('flow-unreadable', message);
      }
      assertRaises(flow, state, raised, calledFlows(flow, called));
      return carry(
        flow,
        head.run,
        {
          kind: 'resume',
          state,
          ...{ damaged, tornBytes, sinceSnapshot, unwritten },
          ...(Object.keys(raised).length === 0 ? {} : { raised }),
          fence: given.fence ?? head.fence + 1,
          program,
        },
        acts,
      );
    },
  };
}

/** A last line that cannot be read was cut off by a crash; another one is damaged. */
function foundIn(from: readonly string[] | RunState | FoundRun, digest: Ports['digest']): FoundRun {
  if ('state' in from) return from;
  if (!isLines(from)) return { state: from, damaged: [], tornBytes: 0 };
  const entries: ReadLine[] = [];
  const damaged: number[] = [];
  let tornBytes = 0;
  for (const [index, text] of from.entries()) {
    const line = readLine(text);
    if (line.kind === 'entry') entries.push({ line: index + 1, entry: line.entry });
    else if (line.kind === 'damaged' && index === from.length - 1) tornBytes = text.length;
    else if (line.kind === 'damaged') damaged.push(index + 1);
  }
  const visits = recentVisits();
  const state = stateOf(entries, digest, visits.see);
  return { state, damaged, tornBytes, unwritten: visits.found() };
}

const isLines = (from: readonly string[] | RunState): from is readonly string[] => Array.isArray(from);

/** Sorts by time, as `20261130-130512-4f2a`. */
function runId({ clock, digest }: Ports, flow: Flow): string {
  const at = new Date(clock.now()).toISOString();
  return `${at.slice(0, 19).replace(/[-:]/g, '').replace('T', '-')}-${digest(`${at} ${flow.id}`).slice(0, 4)}`;
}

const plain = (value: unknown): Json => JSON.parse(JSON.stringify(value));
