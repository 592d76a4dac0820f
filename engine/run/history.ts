import type { StepKind } from '../flow/names';
import type { Spend } from '../loops/spend';
import type { FileChange, TreeId, Usage } from '../ports';
import type { Mode } from '../trace/control';
import type { Baseline, Decision, Note } from '../trace/decision';
import type { Fact } from '../trace/entry';
import type { CommandEvidence, StepResult, Term } from '../trace/result';
import type { Due, InnerScope, Within } from '../trace/scope';

type Of<T extends Decision['type']> = Extract<Decision, { type: T }>;
type FactOf<T extends Fact['type']> = Extract<Fact, { type: T }>;

/**
 * What a person wants to see of a run, in order: stretches outside loops and passes, each with its steps, each with its
 * attempts and with what it called. A fold of the same trace as the state, kept apart because it grows with the run and
 * the state must not.
 */
export interface RunHistory extends FlowHistory {
  readonly startedAt: string | null;
  readonly lastAt: string | null;
  readonly mode: Mode;
  /** What was done to the run from outside, in order. */
  readonly acts: readonly Act[];
  /** Lines that could not be read, by their number in the file, from 1. */
  readonly damaged: readonly number[];
}

/** What happened in a flow: the run's own, or a called one. */
export interface FlowHistory {
  readonly stretches: readonly Stretch[];
  readonly batches: readonly Batch[];
  readonly rounds: readonly Round[];
  /** What the last commit made due: a step that starts takes its hand-off from here. */
  readonly due: readonly Due[];
}

/** One pass of a loop, or what ran between loops (`pass` 0). Number 0 of a loop is its baseline. */
export interface Stretch {
  readonly key: string;
  readonly loop: string | null;
  readonly pass: number;
  readonly startedAt: string;
  readonly endedAt: string | null;
  readonly steps: readonly StepRun[];
  readonly baseline: Baseline | null;
  readonly weighed: Of<'claim.weighed'> | null;
  readonly ended: Of<'pass.ended'> | null;
  readonly latches: readonly Of<'latch.opened' | 'latch.cleared' | 'latch.accepted'>[];
  readonly notes: readonly Note[];
  readonly steers: readonly string[];
  readonly drifted: readonly string[];
  /** The files when it began and when it ended, for the diff of the pass. */
  readonly from: TreeId | null;
  readonly to: TreeId | null;
  /** Of its steps, with all that they called. */
  readonly spend: Spend;
}

/**
 * One batch of a group. Its steps stand in their stretch and say where they belong by `inner`; totals never start anew,
 * so that each total belongs to one batch.
 */
export interface Batch {
  readonly loop: string;
  readonly batch: number;
  /** Started in this batch; 0 until the first has. */
  readonly iteration: number;
  /** The totals of its first and of its last iteration. */
  readonly firstTotal: number;
  readonly lastTotal: number;
  readonly startedAt: string;
  readonly endedAt: string | null;
  /** How it ended; null: it runs, or another one began without it being used up. */
  readonly ended: Of<'workflow.loop.exhausted' | 'workflow.loop.abandoned' | 'workflow.loop.left'> | null;
}

/** One round of an improve loop; its steps stand in their stretch. */
export interface Round {
  readonly loop: string;
  readonly round: number;
  /** Over all entries of the loop; unique in it. */
  readonly total: number;
  readonly startedAt: string;
  readonly endedAt: string | null;
  readonly scored: Of<'improve.scored'> | null;
  /** The best score up to and with this round; null: none yet. */
  readonly best: number | null;
  /** Set where the loop ended with this round. */
  readonly ended: Of<'improve.ended'> | null;
}

/** `waiting`: for a person, or for the next poll. */
export type StepRunState = 'running' | 'waiting' | 'done' | 'failed' | 'interrupted';

export interface StepRun extends Due {
  readonly kind: StepKind | '';
  readonly state: StepRunState;
  readonly outcome: string | null;
  /** Why the `exitWhen` of the group that it is the tail of could not be told, so that it counted as false. */
  readonly untold?: string;
  readonly startedAt: string;
  readonly endedAt: string | null;
  readonly inner: InnerScope | null;
  readonly result: StepResult | null;
  readonly attempts: readonly StepAttempt[];
  readonly commands: readonly CommandEvidence[];
  readonly changed: readonly FileChange[];
  readonly from: TreeId | null;
  readonly to: TreeId | null;
  /** The called flow, the items of a map, the tasks of a plan's round, in the order in which they began. */
  readonly children: readonly ChildRun[];
  readonly decided: Of<'gate.decided'> | null;
  /** Tasks of a plan that are finished. */
  readonly tasks: readonly Of<'task.finished'>[];
  readonly asked: Of<'ask.opened'> | null;
  readonly answered: Of<'ask.answered'> | null;
  readonly wait: WaitRun | null;
  /** Its result came from the cache: the key, and where it was made, if that is known. */
  readonly cached: { readonly key: string; readonly from: string | null } | null;
  readonly effect: EffectRun | null;
  /** Of turns that were taken again under the same number: after a crash, a stop or a failure of the run. */
  readonly earlier: Spend;
  /** Its own turns, and those of all that it called. */
  readonly spend: Spend;
}

/** A called flow, an item of a map or a task of a plan. */
export interface ChildRun extends FlowHistory {
  readonly within: Within;
  /** The place in the list of items or tasks, from 0; null: a called flow. */
  readonly index: number | null;
  /** Of a plan, the task's id, once the round has ended. */
  readonly task: string | null;
  readonly flow: { readonly id: string; readonly hash: string } | null;
  readonly startedAt: string;
  readonly endedAt: string | null;
  readonly ended: Of<'run.ended'> | null;
  readonly spend: Spend;
}

export interface WaitRun {
  readonly wait: string;
  /** Absolute; null: it waits without end. */
  readonly deadline: string | null;
  readonly polls: number;
  readonly last: Of<'poll'> | null;
}

export interface EffectRun {
  readonly key: string;
  readonly owner: string | null;
  /** `in-doubt`: it may have happened, and nobody knows. */
  readonly state: 'claimed' | 'committed' | 'in-doubt';
  /** What the flow says is to be done with one in doubt. */
  readonly policy: 'error' | 'rerun' | 'skip' | null;
}

export interface StepAttempt {
  readonly attempt: number;
  readonly startedAt: string;
  readonly endedAt: string | null;
  readonly worker: string | null;
  readonly status: string | null;
  readonly usage: Usage | null;
  readonly text: string;
  readonly terms: readonly Term[];
  readonly failed: string | null;
  readonly log: string | null;
}

/** Something done to the run from outside, or to how it is carried. */
export type Act = { readonly at: string } & (
  | { readonly what: Of<'caps.changed' | 'caps.refused' | 'run.paused'> }
  | { readonly what: FactOf<'run.resumed' | 'run.forked'> }
);

export const EMPTY_FLOW_HISTORY: FlowHistory = { stretches: [], batches: [], rounds: [], due: [] };

export const EMPTY_HISTORY: RunHistory = {
  ...EMPTY_FLOW_HISTORY,
  startedAt: null,
  lastAt: null,
  mode: 'supervised',
  acts: [],
  damaged: [],
};
