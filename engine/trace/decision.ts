import type { Reducer } from '../flow/names';
import type { Json } from '../json';
import type { TreeId } from '../ports';
import type { RaisedBounds } from './control';
import type { ExitReason, StopReason } from './reasons';
import type { Judgment, StepResult, Term, Verdict } from './result';

export type { ExitReason, StopReason };

import type { StepScope } from './scope';

/** One thing that a commit makes true. Numbers are absolute. */
export type Decision =
  | (StepScope & {
      readonly type: 'step.done';
      readonly outcome: string;
      readonly to: readonly string[];
      readonly result: StepResult;
      /** Set where the pass ends with this step. */
      readonly endsPass?: 'judged' | 'ended-early';
      /** What it adds to the channels. */
      readonly writes?: readonly Write[];
      /** The key of its cache entry; `hit`: its result came from there. */
      readonly cache?: { readonly key: string; readonly hit: boolean };
      /** Of a group's tail: why its `exitWhen` could not be told. It counted as false. */
      readonly untold?: string;
    })
  | { readonly type: 'loop.entered'; readonly loop: string; readonly baseline: Baseline }
  | {
      readonly type: 'pass.started';
      readonly loop: string;
      readonly pass: number;
      readonly total: number;
      /** Groups and improve loops of its body: a pass enters them anew. */
      readonly inner?: readonly string[];
    }
  | {
      readonly type: 'claim.weighed';
      readonly loop: string;
      readonly pass: number;
      /** What the judge proposed. */
      readonly proposed: Judgment['read'];
      readonly confirmed: boolean;
      readonly terms: readonly Term[];
    }
  | { readonly type: 'latch.opened'; readonly loop: string | null; readonly pass: number; readonly latch: LatchOpening }
  | {
      readonly type: 'latch.cleared';
      readonly loop: string | null;
      readonly pass: number;
      readonly latch: string;
      readonly evidence: string;
    }
  | {
      readonly type: 'latch.accepted';
      readonly loop: string | null;
      readonly pass: number;
      readonly latch: string;
      readonly by: string;
      readonly why: string;
      /** What the guard measures against from now on; null outside a loop. */
      readonly baseline: Baseline | null;
    }
  | { readonly type: 'frozen.drifted'; readonly loop: string; readonly pass: number; readonly paths: readonly string[] }
  | {
      readonly type: 'note.added';
      readonly loop: string;
      readonly note: Note;
      /** How many notes are kept, this one included. */
      readonly keep: number;
    }
  | {
      readonly type: 'steer.sent';
      readonly loop: string;
      readonly pass: number;
      readonly steer: 'spend-80' | 'try-another-approach';
      readonly text: string;
    }
  | { readonly type: 'spend.warned'; readonly loop: string; readonly pass: number; readonly part: number }
  | {
      readonly type: 'pass.ended';
      readonly loop: string;
      readonly pass: number;
      /** `judged`: it reached its judge. Else why it ended before. */
      readonly how: 'judged' | 'ended-early';
      readonly why?: string;
      readonly stalled: number;
      readonly marker: string | null;
      readonly tree: TreeId | null;
      readonly decision: 'confirmed' | 'again' | ExitReason;
    }
  /** A resume raised the bound that had ended the loop: it goes on with its next pass. */
  | { readonly type: 'loop.reopened'; readonly loop: string; readonly pass: number; readonly raised: RaisedBounds }
  | {
      readonly type: 'loop.exited';
      readonly loop: string;
      readonly pass: number;
      readonly reason: ExitReason | 'confirmed';
      readonly to: readonly string[];
    }
  | {
      readonly type: 'ask.opened';
      readonly ask: string;
      readonly step: string;
      readonly visit: number;
      readonly question: string;
      readonly choices: readonly string[];
      readonly due?: string;
      readonly default?: string;
    }
  | {
      readonly type: 'ask.answered';
      readonly ask: string;
      readonly choice: string;
      readonly by: string;
      /** In a person's own words, where they are the worker. */
      readonly text?: string;
    }
  | (StepScope & {
      readonly type: 'gate.decided';
      /** Visits since it was entered anew. */
      readonly attempt: number;
      readonly decision: 'passed' | 'failed' | 'escalated';
      readonly verdict: Verdict;
    })
  /** A hop to the entry of a group. `hop` is unique in the run. */
  | {
      readonly type: 'workflow.loop.batch.started';
      readonly loop: string;
      readonly batch: number;
      readonly hop: string;
    }
  | {
      readonly type: 'workflow.loop.iteration';
      readonly loop: string;
      readonly batch: number;
      readonly iteration: number;
      readonly total: number;
      readonly hop: string;
    }
  | {
      readonly type: 'workflow.loop.exhausted';
      readonly loop: string;
      readonly batch: number;
      readonly iteration: number;
      readonly total: number;
      readonly to: string;
      readonly hop: string;
    }
  /** A member led out by another route than the tail's: the batch is over and was not used up. */
  | { readonly type: 'workflow.loop.abandoned'; readonly loop: string; readonly batch: number; readonly by: string }
  /** The tail's `exitWhen` was true. */
  | { readonly type: 'workflow.loop.left'; readonly loop: string; readonly batch: number; readonly to: string }
  | { readonly type: 'improve.round'; readonly loop: string; readonly round: number; readonly total: number }
  | {
      readonly type: 'improve.scored';
      readonly loop: string;
      readonly round: number;
      /** Null where no number came. */
      readonly score: number | null;
      readonly improved: boolean;
      /** Rounds in a row without improvement. */
      readonly stale: number;
      readonly why: string;
      /** Set where this round is the best so far. */
      readonly best?: Best;
    }
  | {
      readonly type: 'improve.ended';
      readonly loop: string;
      readonly round: number;
      readonly reason: 'done' | 'optimal' | 'converged' | 'exhausted';
      readonly to: readonly string[];
      /** The files were put back as they were in this round. */
      readonly restored?: number;
    }
  | (StepScope & { readonly type: 'task.finished'; readonly task: string; readonly status: 'done' | 'failed' })
  | {
      readonly type: 'wait.started';
      readonly wait: string;
      readonly step: string;
      readonly visit: number;
      /** Absolute; null: it waits without end. */
      readonly deadline: string | null;
    }
  | {
      readonly type: 'poll';
      readonly wait: string;
      readonly step: string;
      readonly poll: number;
      readonly outcome: 'idle' | 'activity' | 'terminal' | 'failed';
      readonly cursor: Json;
      readonly why?: string;
      /** Failed polls in a row, this one included. */
      readonly failures: number;
      /** When it is polled next, absolute; null: the wait is over. */
      readonly due: string | null;
    }
  | {
      readonly type: 'caps.changed';
      readonly loop: string;
      readonly caps: RaisedBounds;
      readonly by: string;
    }
  | { readonly type: 'caps.refused'; readonly loop: string; readonly by: string; readonly why: string }
  /** Parked at a person's wish, until it is resumed. */
  | { readonly type: 'run.paused'; readonly by: string }
  | {
      readonly type: 'run.ended';
      readonly outcome: Outcome;
      readonly reason: StopReason | null;
      readonly confirmed: Confirmed;
      readonly why?: string;
      readonly failure?: string;
    };

export type Outcome = 'complete' | 'stopped' | 'failed' | 'cancelled' | 'handoff' | 'escalated';

/** `opinion`: a worker's verdict or score was all there was. */
export type Confirmed = 'evidence' | 'opinion' | 'none';

/** What a step adds to a channel, folded by the reducer that it names. */
export interface Write {
  readonly channel: string;
  /** Of a `byKey` channel. */
  readonly field?: string;
  readonly reducer: Exclude<Reducer, 'byKey'>;
  readonly value: Json;
}

/** The best round of an improve loop so far. */
export interface Best {
  readonly round: number;
  readonly score: number;
  readonly output: Json;
  /** The files as they were when the round was scored; null: not recorded. */
  readonly tree: TreeId | null;
}

/** Number 0: what the checks and frozen paths were before any worker ran. */
export interface Baseline {
  readonly tree: TreeId | null;
  readonly frozen: Readonly<Record<string, string>>;
  readonly definitions: Readonly<Record<string, string>>;
  /** By verify step: was it clean, and which tests there were. */
  readonly verifications: Readonly<Record<string, { readonly clean: boolean; readonly inventory: Inventory | null }>>;
}

export interface Inventory {
  /** Passed and failed, not skipped. */
  readonly ran: number;
  /** Names of those, where the report has them. */
  readonly names: readonly string[] | null;
}

/** `claim`: the check did not bear out what was claimed. `failed`: no usable result. `void`: a reader wrote. */
export type LatchCause = 'claim' | 'failed' | 'void' | 'frozen' | 'definition' | 'tests';

export interface LatchOpening {
  /**
   * `step:<step>`, `void:<step>`, `frozen:<loop>`, `definition:<loop>`, `tests:<verify step>`: the same matter is the same
   * latch, opened again. In a called flow names are qualified by the place of the call (`step:review/act`).
   */
  readonly id: string;
  readonly cause: LatchCause;
  /** The step it is about; null where no step can be named. */
  readonly step: string | null;
  readonly claim: string;
  readonly reason: string;
  /** Files it is about, at most 50. */
  readonly paths: readonly string[];
}

export interface Note {
  readonly pass: number;
  readonly from: 'judge' | 'engine' | 'person';
  readonly text: string;
}
