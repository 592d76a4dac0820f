import type { Terminal } from '../flow/names';
import type { JsonObject } from '../json';
import type { GroupState, ImproveState } from '../loops/innerState';
import type { Latch } from '../loops/ledger';
import type { LoopState } from '../loops/loopState';
import type { Meters } from '../loops/meters';
import { EMPTY_METERS } from '../loops/meters';
import type { Spend } from '../loops/spend';
import { EMPTY_SPEND } from '../loops/spend';
import type { Doing } from '../steps/doing';
import type { Mode, RaisedBounds } from '../trace/control';
import type { Confirmed, ExitReason, Outcome, StopReason } from '../trace/decision';
import type { RunPlace } from '../trace/place';
import type { StepResult, Verdict } from '../trace/result';
import type { Due, InnerScope, Within } from '../trace/scope';
import { isItem, parentOf } from '../trace/scope';

/**
 * What is true of a run: a fold of its trace and nothing else. It stays small however long the run gets: the past is in
 * the trace, views read it with `history`.
 */
export interface RunState extends FlowState {
  /** Null until `run.started` was read. */
  readonly head: RunHead | null;
  readonly nextSeq: number;
  /** Digest of the last commit's line; empty before the first. */
  readonly prev: string;
  /** Super-steps that were committed, over all stretches and called flows. */
  readonly superStep: number;
  /** Of the whole run, called flows included. */
  readonly ledger: readonly Latch[];
  readonly spend: Spend;
  /** The same by worker and by loop. */
  readonly meters: Meters;
  /** Questions by their id, of called flows too. */
  readonly asks: Readonly<Record<string, Ask>>;
  /** Watches that wait for their next poll, by id. */
  readonly waits: Readonly<Record<string, Wait>>;
  /** Called flows, items and tasks that have begun and are not decided yet. */
  readonly children: Readonly<Record<Within, ChildState>>;
  /** A person paused it; a resume ends that. */
  readonly paused: boolean;
  /** A person asked it to stop at the end of the pass. */
  readonly stopAfterPass: boolean;
  readonly end: RunEnd | null;
}

/** What is true of a flow that runs: the run's own, or a called one. */
export interface FlowState {
  /** Super-steps that no loop's cap bounds: the budget's `superSteps` does. */
  readonly freeSuperSteps: number;
  readonly frontier: readonly Due[];
  /** Terminals that were reached; the flow ends when nothing is due any more. */
  readonly reached: readonly Terminal[];
  readonly steps: Readonly<Record<string, StepState>>;
  readonly inputs: JsonObject;
  /** What was written; a channel that is not here reads as its reducer's identity. */
  readonly channels: JsonObject;
  readonly gates: Readonly<Record<string, GateState>>;
  readonly loops: Readonly<Record<string, LoopState>>;
  readonly groups: Readonly<Record<string, GroupState>>;
  readonly improves: Readonly<Record<string, ImproveState>>;
  /** Where a watch's next poll goes on, by step. */
  readonly cursors: JsonObject;
  /** Cache keys whose output was folded in this run: `<step>:<key>`. */
  readonly folded: readonly string[];
  /** What happened since the last commit, by step: a resume goes on from here. */
  readonly doing: Readonly<Record<string, Doing>>;
  /** The bound through which it left a loop: `complete` is out of reach from then on. */
  readonly bound: ExitReason | null;
  readonly confirmed: Confirmed;
}

/** A called flow; or an item or a task, which is one step of the flow around it and of which only `doing` is used. */
export interface ChildState extends FlowState {
  /** Null for an item or a task. */
  readonly flow: { readonly id: string; readonly hash: string } | null;
  readonly goal: string;
  readonly startedAt: string;
  /** What the run had spent when it was called: its own budget counts from here. */
  readonly before: Spend;
  /** Qualified names of the loops in which it was called. */
  readonly around?: readonly string[];
  readonly end: RunEnd | null;
}

export interface GateState {
  /** Visits since it was entered anew. */
  readonly attempts: number;
  readonly decision: 'passed' | 'failed' | 'escalated';
  readonly verdict: Verdict;
}

export interface Wait {
  readonly within: Within;
  readonly step: string;
  readonly visit: number;
  readonly polls: number;
  /** Failed polls in a row. */
  readonly failures: number;
  /** Absolute instant of the next poll; null: now. */
  readonly due: string | null;
  readonly deadline: string | null;
}

export interface RunHead {
  readonly run: string;
  readonly flow: {
    readonly id: string;
    readonly hash: string;
    readonly path: string;
    /** The file of the flows that it calls, where a resume changed them. */
    readonly called?: string;
  };
  readonly mode: Mode;
  readonly goal: string;
  /** When it began, for the budget's minutes. */
  readonly startedAt: string;
  /** The number of the holder: each resume has a higher one; commits of a lower one are void. */
  readonly fence: number;
  /** Bounds as resumes raised them and people changed them, by loop (qualified by place), `budget` for the run's own. */
  readonly raised: Readonly<Record<string, RaisedBounds>>;
  /** Of the stretch that is the last one. */
  readonly place?: RunPlace;
}

export interface StepState {
  /** Visits that were decided. */
  readonly visits: number;
  /** The until loop that its last visit was in the body of. */
  readonly loop?: string;
  /** The pass of its last visit; 0 outside a loop. */
  readonly pass: number;
  /** Where the group or improve loop that it stands in was. */
  readonly inner?: InnerScope;
  /** The commit that decided it: what ran in a pass is what was decided since the pass started. */
  readonly at: number;
  readonly outcome: string;
  readonly result: StepResult;
}

export interface Ask {
  readonly within: Within;
  readonly step: string;
  readonly visit: number;
  readonly question: string;
  readonly choices: readonly string[];
  readonly due: string | null;
  readonly default: string | null;
  readonly answer: string | null;
  /** What was said with it. */
  readonly text?: string;
}

export interface RunEnd {
  readonly outcome: Outcome;
  readonly reason: StopReason | null;
  readonly confirmed: Confirmed;
  readonly why: string;
  /** A `FailureCode` where the outcome is `failed` and one is known. */
  readonly failure: string | null;
}

const EMPTY_FLOW_STATE: FlowState = {
  freeSuperSteps: 0,
  frontier: [],
  reached: [],
  steps: {},
  inputs: {},
  channels: {},
  gates: {},
  loops: {},
  groups: {},
  improves: {},
  cursors: {},
  folded: [],
  doing: {},
  bound: null,
  confirmed: 'none',
};

export const EMPTY_STATE: RunState = {
  ...EMPTY_FLOW_STATE,
  head: null,
  nextSeq: 0,
  prev: '',
  superStep: 0,
  ledger: [],
  spend: EMPTY_SPEND,
  meters: EMPTY_METERS,
  asks: {},
  waits: {},
  children: {},
  paused: false,
  stopAfterPass: false,
  end: null,
};

export const EMPTY_CHILD: ChildState = {
  ...EMPTY_FLOW_STATE,
  flow: null,
  goal: '',
  startedAt: '',
  before: EMPTY_SPEND,
  end: null,
};

/**
 * The state as a called flow, an item or a task sees it: its own steps and loops, and of the run what all share. The run
 * itself where `within` is empty; an empty flow where nothing of it is known yet.
 */
export function viewOf(state: RunState, within: Within): RunState {
  if (within === '') return state;
  const child = state.children[within];
  if (isItem(within)) return { ...viewOf(state, parentOf(within)), doing: child?.doing ?? {} };
  if (child === undefined) return { ...state, ...EMPTY_FLOW_STATE, end: null };
  const { flow: _, goal, before: __, startedAt: ___, around: ____, ...own } = child;
  return { ...state, ...own, head: state.head === null ? null : { ...state.head, goal } };
}

/** The id of a question or a wait: a step's visit has one at most. */
export const askId = (within: Within, step: string, visit: number): string =>
  `${within === '' ? '' : `${within}/`}${step}.${visit}`;

export const openLatches = (state: RunState): readonly Latch[] =>
  state.ledger.filter((latch) => latch.state === 'open');
export const openAsks = (state: RunState): readonly (Ask & { readonly id: string })[] =>
  Object.entries(state.asks).flatMap(([id, ask]) => (ask.answer === null ? [{ id, ...ask }] : []));

/** `result.json`: how a run ended, for people and programs. */
export interface RunResult {
  readonly run: string;
  readonly outcome: Outcome | 'waiting' | 'paused' | 'interrupted' | 'running';
  readonly reason: StopReason | null;
  readonly confirmed: Confirmed;
  readonly why: string;
  readonly openLatches: readonly { readonly id: string; readonly step: string | null; readonly reason: string }[];
  readonly counters: Readonly<
    Record<string, { readonly pass: number; readonly total: number; readonly stalled: number }>
  >;
  readonly loopIterations: Readonly<Record<string, number>>;
  readonly loopBatches: Readonly<Record<string, number>>;
  readonly loopTotalIterations: Readonly<Record<string, number>>;
  readonly spend: Spend;
  readonly flow: { readonly id: string; readonly hash: string; readonly path: string };
  readonly startedAt: string;
  readonly endedAt: string | null;
  readonly trace: string;
}
