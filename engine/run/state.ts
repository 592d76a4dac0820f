import type { Terminal } from '../flow/names';
import type { Latch } from '../loops/ledger';
import type { LoopState } from '../loops/loopState';
import type { Spend } from '../loops/spend';
import { EMPTY_SPEND } from '../loops/spend';
import type { Doing } from '../steps/doing';
import type { Mode, RaisedBounds } from '../trace/control';
import type { Confirmed, ExitReason, Outcome, StopReason } from '../trace/decision';
import type { StepResult } from '../trace/result';
import type { Due } from '../trace/scope';

/**
 * What is true of a run: a fold of its trace and nothing else. It stays small however long the run gets: the past is in
 * the trace, views read it with `history`.
 */
export interface RunState {
  /** Null until `run.started` was read. */
  readonly head: RunHead | null;
  readonly nextSeq: number;
  /** Digest of the last commit's line; empty before the first. */
  readonly prev: string;
  /** Super-steps that were committed, over all stretches. */
  readonly superStep: number;
  /** Of these, the ones outside every loop: the budget's `superSteps` bounds them, a loop's cap bounds the others. */
  readonly freeSuperSteps: number;
  readonly frontier: readonly Due[];
  /** Terminals that were reached; the run ends when nothing is due any more. */
  readonly reached: readonly Terminal[];
  readonly steps: Readonly<Record<string, StepState>>;
  readonly loops: Readonly<Record<string, LoopState>>;
  readonly ledger: readonly Latch[];
  readonly spend: Spend;
  /** What happened since the last commit, by step: a resume goes on from here. */
  readonly doing: Readonly<Record<string, Doing>>;
  readonly asks: Readonly<Record<string, Ask>>;
  /** The bound through which the run left a loop: `complete` is out of reach from then on. */
  readonly bound: ExitReason | null;
  readonly confirmed: Confirmed;
  readonly end: RunEnd | null;
}

export interface RunHead {
  readonly run: string;
  readonly flow: { readonly id: string; readonly hash: string; readonly path: string };
  readonly mode: Mode;
  readonly goal: string;
  /** The number of the holder: each resume has a higher one; commits of a lower one are void. */
  readonly fence: number;
  /** Bounds raised by resumes; each the highest so far. */
  readonly raised: Readonly<Record<string, RaisedBounds>>;
}

export interface StepState {
  /** Visits that were decided. */
  readonly visits: number;
  /** The pass of its last visit; 0 outside a loop. */
  readonly pass: number;
  /** The commit that decided it: what ran in a pass is what was decided since the pass started. */
  readonly at: number;
  readonly outcome: string;
  readonly result: StepResult;
}

export interface Ask {
  readonly step: string;
  readonly visit: number;
  readonly question: string;
  readonly choices: readonly string[];
  readonly due: string | null;
  readonly default: string | null;
  readonly answer: string | null;
}

export interface RunEnd {
  readonly outcome: Outcome;
  readonly reason: StopReason | null;
  readonly confirmed: Confirmed;
  readonly why: string;
  /** A `FailureCode` where the outcome is `failed` and one is known. */
  readonly failure: string | null;
}

export const EMPTY_STATE: RunState = {
  head: null,
  nextSeq: 0,
  prev: '',
  superStep: 0,
  freeSuperSteps: 0,
  frontier: [],
  reached: [],
  steps: {},
  loops: {},
  ledger: [],
  spend: EMPTY_SPEND,
  doing: {},
  asks: {},
  bound: null,
  confirmed: 'none',
  end: null,
};

export const openLatches = (state: RunState): readonly Latch[] =>
  state.ledger.filter((latch) => latch.state === 'open');
export const openAsks = (state: RunState): readonly (Ask & { readonly id: string })[] =>
  Object.entries(state.asks).flatMap(([id, ask]) => (ask.answer === null ? [{ id, ...ask }] : []));

/** `result.json`: how a run ended, for people and programs. */
export interface RunResult {
  readonly run: string;
  readonly outcome: Outcome | 'waiting' | 'interrupted' | 'running';
  readonly reason: StopReason | null;
  readonly confirmed: Confirmed;
  readonly why: string;
  readonly openLatches: readonly { readonly id: string; readonly step: string | null; readonly reason: string }[];
  readonly counters: Readonly<
    Record<string, { readonly pass: number; readonly total: number; readonly stalled: number }>
  >;
  readonly spend: Spend;
  readonly flow: { readonly id: string; readonly hash: string; readonly path: string };
  readonly startedAt: string;
  readonly endedAt: string | null;
  readonly trace: string;
}
