import { messageOf } from '../failure';
import type { Json, JsonObject } from '../json';
import { isObject } from '../json';
import type { Clock, StopSignal, Turn, TurnIo, TurnLimits, TurnRequest, TurnResult, Usage, Worker } from '../ports';
import { jsonFault } from './jsonFault';

/**
 * Steps done by functions of one's own, each under the name that steps give as their `worker`.
 *
 * R1 A handler is given data of its own: what it changes of it, nobody sees.
 * R2 What it gives back must be JSON. A member that is undefined is no member; any other value that is not JSON counts as
 *    thrown.
 * R3 One that throws is no failure of its step: the super-step is discarded, the run ends `failed` with `handler-failed`,
 *    and a resume does the step again. For a failure that the flow has a route for, use a `Worker`.
 * R4 A turn is free unless its handler says what it cost.
 * R5 A stop now and the end of the step's time are not waited out: what a handler gives back after that is not taken. It
 *    cannot be ended from outside, so one that takes long looks at `context.stop`.
 */
export interface Handlers {
  /** For every kind of step that has a worker: what it gives back is the step's output. */
  readonly work?: Readonly<Record<string, WorkHandler>>;
  readonly judge?: Readonly<Record<string, JudgeHandler>>;
  readonly gate?: Readonly<Record<string, GateHandler>>;
  /** For the tail of an improve loop. */
  readonly score?: Readonly<Record<string, ScoreHandler>>;
  /** For the steps that a plan calls. */
  readonly tasks?: Readonly<Record<string, TaskHandler>>;
}

export type WorkHandler = (request: TurnRequest, context: HandlerContext) => Given<Json | Worked>;
export type JudgeHandler = (request: TurnRequest, context: HandlerContext) => Given<Judged>;
export type GateHandler = (request: TurnRequest, context: HandlerContext) => Given<Gated>;
export type ScoreHandler = (request: TurnRequest, context: HandlerContext) => Given<Scored>;
export type TaskHandler = (task: PlanTask, context: HandlerContext, request: TurnRequest) => Given<Json | Worked>;

type Given<T> = T | Promise<T>;

export interface HandlerContext {
  /** The whole text that an agent would be given: goal, task, data, notes. */
  readonly prompt: string;
  readonly stop: StopSignal;
  readonly limits: TurnLimits;
}

/**
 * An output with more to say. An object is read as this where it has `output` and nothing but these members.
 */
export interface Worked {
  readonly output: Json;
  /** The name of a branch of the step, or of the router. */
  readonly branch?: string;
  /** Files that it says it changed, relative to the workspace; the engine looks. */
  readonly claims?: { readonly changedFiles?: readonly string[] };
  readonly usage?: Usage;
}

export interface Judged {
  readonly goalMet: boolean;
  readonly lesson?: string;
  /** Changes when progress was made. */
  readonly marker?: Json;
  readonly usage?: Usage;
}

export interface Gated {
  readonly passed: boolean;
  readonly score?: number;
  readonly reasons?: readonly string[];
  readonly feedback?: string;
  readonly usage?: Usage;
}

export interface Scored {
  /** One that is no finite number is no progress. */
  readonly score: number;
  readonly done?: boolean;
  readonly usage?: Usage;
}

export interface PlanTask {
  readonly id: string;
  readonly kind: string;
  readonly prerequisites: readonly string[];
  readonly input: Json;
}

/** The handlers as workers, by name. A name that two of them have is in `twice`. */
export function handlerWorkers(
  handlers: Handlers,
  clock: Clock,
): { readonly workers: ReadonlyMap<string, Worker>; readonly twice: readonly string[] } {
  const all: readonly (readonly [string, Handle])[] = [
    ...of(handlers.work, (handler) => async (turn, context) => worked(await handler(turn.request, context))),
    ...of(handlers.judge, (handler) => async (turn, context) => priced(await handler(turn.request, context))),
    ...of(handlers.gate, (handler) => async (turn, context) => priced(await handler(turn.request, context))),
    ...of(handlers.score, (handler) => async (turn, context) => scored(await handler(turn.request, context))),
    ...of(handlers.tasks, (handler) => async (turn, context) => {
      return worked(await handler(taskOf(turn.request), context, turn.request));
    }),
  ];
  const names = all.map(([name]) => name);
  return {
    workers: new Map(all.map(([name, handle]) => [name, workerOf(name, handle, clock)])),
    twice: names.filter((name, index) => names.indexOf(name) !== index),
  };
}

/** What a handler gave, not looked at yet. */
interface Answer {
  readonly value: unknown;
  readonly more: Omit<Partial<Worked>, 'output'>;
}

type Handle = (turn: Turn, context: HandlerContext) => Promise<Answer>;

const of = <H>(handlers: Readonly<Record<string, H>> | undefined, handle: (handler: H) => Handle) =>
  Object.entries(handlers ?? {}).map(([name, handler]) => [name, handle(handler)] as const);

function worked(given: Json | Worked): Answer {
  if (!isWorked(given)) return { value: given, more: {} };
  const { output, ...more } = given;
  return { value: output, more };
}

const isWorked = (given: Json | Worked): given is Worked =>
  typeof given === 'object' &&
  given !== null &&
  Object.hasOwn(given, 'output') &&
  Object.keys(given).every((key) => MORE.has(key));

const MORE: ReadonlySet<string> = new Set(['output', 'branch', 'claims', 'usage']);

function priced<T extends { readonly usage?: Usage }>(given: T): Answer {
  if (!isObject(given)) return { value: given, more: {} };
  const { usage, ...value } = given;
  return { value, more: usage === undefined ? {} : { usage } };
}

function scored(given: Scored): Answer {
  const { value, more } = priced(given);
  const isNumber = isObject(value) && (typeof value.score !== 'number' || Number.isFinite(value.score));
  return { value: isObject(value) && !isNumber ? { ...value, score: String(value.score) } : value, more };
}

function taskOf({ task, step }: TurnRequest): PlanTask {
  if (!isObject(task)) throw new Error(`it does a plan's tasks, and the step "${step}" is called by no plan`);
  return task as JsonObject & PlanTask;
}

const workerOf = (name: string, handle: Handle, clock: Clock): Worker => ({
  use: 'code',
  probe: async () => ({ available: true, meters: 'free', safeInUntrustedRepo: true }),
  run: async (turn, io) => {
    const began = clock.now();
    const end = await inTime(turn, io, clock, async () => {
      const request: TurnRequest = JSON.parse(JSON.stringify(turn.request));
      return handle({ ...turn, request }, { prompt: turn.prompt, stop: io.stop, limits: turn.limits });
    });
    return turnOf(name, end, clock.now() - began);
  },
});

type End =
  | { readonly end: 'gave'; readonly answer: Answer }
  | { readonly end: 'threw'; readonly thrown: unknown }
  | { readonly end: 'cancelled' | 'timed-out'; readonly why: string };

/** What the handler came to, unless a stop or the end of its time comes first. */
function inTime(turn: Turn, { stop }: TurnIo, clock: Clock, run: () => Promise<Answer>): Promise<End> {
  const { wallMs } = turn.limits;
  if (stop.wanted() === 'now') return Promise.resolve({ end: 'cancelled', why: STOPPED });
  return new Promise((resolve) => {
    const until = clock.now() + wallMs;
    const settle = (end: End): void => {
      forgetStop();
      forgetClock();
      resolve(end);
    };
    const forgetClock = clock.every(Math.max(1, Math.min(wallMs, LOOK_MS)), () => {
      if (clock.now() >= until) settle({ end: 'timed-out', why: `it took longer than ${wallMs} ms` });
    });
    const forgetStop = stop.onNow(() => settle({ end: 'cancelled', why: STOPPED }));
    run().then(
      (answer) => settle({ end: 'gave', answer }),
      (thrown: unknown) => settle({ end: 'threw', thrown }),
    );
  });
}

const LOOK_MS = 1000;
const STOPPED = 'the run was stopped';

function turnOf(name: string, end: End, durationMs: number): TurnResult {
  const silent = { exit: null, text: '', denials: [], usage: { state: 'free' }, log: null, durationMs } as const;
  const broken = (why: string, cause?: unknown): TurnResult => ({
    ...silent,
    status: 'failed',
    why: `the handler "${name}" ${why}`,
    broken: { cause },
  });
  switch (end.end) {
    case 'threw':
      return broken(`threw: ${messageOf(end.thrown)}`, end.thrown);
    case 'cancelled':
    case 'timed-out':
      return { ...silent, status: end.end, why: end.why };
    case 'gave': {
      const { value, more } = end.answer;
      const fault = jsonFault(value, 'output') ?? jsonFault(more);
      if (fault !== null) return broken(`gave back what is no JSON: ${fault}`);
      const { structured, branch, claims, usage = silent.usage } = plainly({ structured: value, ...more });
      return {
        ...silent,
        status: 'ok',
        structured,
        ...(branch === undefined ? {} : { branch }),
        ...(claims === undefined ? {} : { claims }),
        usage,
      };
    }
  }
}

const plainly = (answer: object): Omit<Worked, 'output'> & { readonly structured: Json } =>
  JSON.parse(JSON.stringify(answer));
