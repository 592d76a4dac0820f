import type { Spend } from '../loops/spend';
import type { FileChange, TreeId, Usage } from '../ports';
import type { Mode } from '../trace/control';
import type { Baseline, Decision, Note } from '../trace/decision';
import type { CommandEvidence, StepResult, Term } from '../trace/result';
import type { Due } from '../trace/scope';

/**
 * What a person wants to see of a run, in order: stretches outside loops and passes, each with its steps, each with its
 * attempts. A fold of the same trace as the state, kept apart because it grows with the run and the state must not.
 */
export interface RunHistory {
  readonly startedAt: string | null;
  readonly lastAt: string | null;
  readonly mode: Mode;
  readonly stretches: readonly Stretch[];
  /** Lines that could not be read, by their number in the file, from 1. */
  readonly damaged: readonly number[];
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
  readonly weighed: Extract<Decision, { type: 'claim.weighed' }> | null;
  readonly ended: Extract<Decision, { type: 'pass.ended' }> | null;
  readonly latches: readonly Extract<Decision, { type: 'latch.opened' | 'latch.cleared' | 'latch.accepted' }>[];
  readonly notes: readonly Note[];
  readonly steers: readonly string[];
  readonly drifted: readonly string[];
  /** The files when it began and when it ended, for the diff of the pass. */
  readonly from: TreeId | null;
  readonly to: TreeId | null;
  readonly spend: Spend;
}

export interface StepRun extends Due {
  readonly kind: string;
  readonly state: 'running' | 'done' | 'failed' | 'interrupted';
  readonly outcome: string | null;
  readonly startedAt: string;
  readonly endedAt: string | null;
  readonly result: StepResult | null;
  readonly attempts: readonly StepAttempt[];
  readonly commands: readonly CommandEvidence[];
  readonly changed: readonly FileChange[];
  readonly from: TreeId | null;
  readonly to: TreeId | null;
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

export const EMPTY_HISTORY: RunHistory = {
  startedAt: null,
  lastAt: null,
  mode: 'supervised',
  stretches: [],
  damaged: [],
};
