import type { Json } from '../json';
import type { LogRef, TreeId } from '../ports';
import type { RaisedBounds } from './control';
import type { StopReason } from './reasons';

/** One condition of a check or a verdict, held or not, with its reason in words. */
export interface Term {
  readonly term: string;
  readonly ok: boolean;
  readonly reason: string;
}

/** One verification command's end, as the engine read it. */
export interface CommandEvidence {
  /** Program and arguments, or the shell text, for people. */
  readonly command: string;
  readonly status: 'exited' | 'signalled' | 'timed-out' | 'cancelled' | 'not-found';
  readonly exit: number | null;
  readonly clean: boolean;
  /** Why it is clean or not, in words. */
  readonly reason: string;
  readonly tests?: TestCounts;
  readonly failures: readonly TestFailure[];
  /** The last 4,000 characters of the output where it is not clean, without escape sequences. */
  readonly tail?: string;
  readonly log: LogRef | null;
  readonly durationMs: number;
  /** It is run only to confirm a claim, and workers hear nothing of it. */
  readonly holdout?: boolean;
  /** Of several runs that were to confirm a claim: how many there were, and how many of them were clean. */
  readonly runs?: { readonly clean: number; readonly of: number };
}

export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly deselected: number;
}

export interface TestFailure {
  readonly name: string;
  readonly message: string;
  /** As written in the output. */
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
}

export type StepResult =
  | {
      readonly kind: 'work';
      readonly ok: boolean;
      readonly reason?: string;
      readonly output: Json;
      readonly branch?: string;
      /** What its turns changed, at most 200 paths. */
      readonly changed: readonly string[];
      readonly attempts: number;
      /** The last attempt's claim against what was seen, for the latch. */
      readonly claim?: string;
      /** Files that it claimed to have changed and has not, at most 50. */
      readonly unchanged?: readonly string[];
      /** True where a bound kept the turn from starting: nothing was claimed, so no latch opens. */
      readonly withheld?: boolean;
      /** The key of an effect of which nobody knows whether it happened. */
      readonly incomplete?: string;
    }
  | {
      readonly kind: 'verify';
      readonly clean: boolean;
      readonly commands: readonly CommandEvidence[];
      /** Which tests there were, against number 0; null: nothing recognisable ran. */
      readonly tests: TestsSeen | null;
      /** The files as they were when it ended, its own writes included; null: not recorded. */
      readonly tree: TreeId | null;
    }
  | {
      readonly kind: 'judge';
      readonly judgment: Judgment;
      readonly changed: readonly string[];
      /** Why no attempt gave an answer. */
      readonly failed?: string;
    }
  | {
      readonly kind: 'router';
      readonly to: string | null;
      readonly why: string;
      readonly changed: readonly string[];
      /** Other caps that its worker asked for, by loop. */
      readonly reconfigure?: Readonly<Record<string, RaisedBounds>>;
      /** Why its worker gave no usable choice in any attempt. */
      readonly failed?: string;
      readonly withheld?: boolean;
    }
  | { readonly kind: 'ask'; readonly choice: string }
  | (Verdict & {
      readonly kind: 'gate';
      /** What its commands came to, where it has some. */
      readonly commands: readonly CommandEvidence[];
      readonly changed: readonly string[];
      /** Why no attempt gave a verdict. */
      readonly failed?: string;
      readonly withheld?: boolean;
    })
  | {
      readonly kind: 'map';
      readonly ok: boolean;
      readonly reason?: string;
      /** In the order of the items; null for one that failed. */
      readonly output: readonly Json[];
      readonly failures: readonly ItemFailure[];
      readonly changed: readonly string[];
      readonly withheld?: boolean;
    }
  | { readonly kind: 'join' }
  | {
      readonly kind: 'plan';
      /** `more`: another round can run. `idle`: nothing can run, and nothing is in the way. */
      readonly state: 'more' | 'complete' | 'stalled' | 'idle';
      /** What this round's tasks came to. */
      readonly results: readonly TaskResult[];
      /** Where it is stalled: each task that cannot run, with its cause. */
      readonly blocked: readonly BlockedTask[];
      readonly reason: string;
      readonly changed: readonly string[];
      readonly withheld?: boolean;
    }
  | {
      readonly kind: 'watch';
      readonly outcome: 'activity' | 'terminal' | 'failed' | 'deadline';
      readonly payload: Json;
      readonly why: string;
    }
  | {
      readonly kind: 'call';
      readonly outcome: 'complete' | 'stopped' | 'handoff' | 'escalated' | 'failed';
      /** Why it was stopped. */
      readonly reason?: StopReason;
      /** What confirms it, where it is complete. */
      readonly confirmed: 'evidence' | 'opinion' | 'none';
      readonly output: Json;
      readonly why: string;
      readonly withheld?: boolean;
    };

/** What a gate's evaluators came to. Only `passed` passes. */
export interface Verdict {
  readonly read: 'passed' | 'failed' | 'no-verdict' | 'void';
  readonly score: number | null;
  readonly reasons: readonly string[];
  /** For whoever revises. */
  readonly feedback: string;
}

export interface ItemFailure {
  /** The item's place in the list, from 0. */
  readonly index: number;
  readonly reason: string;
}

export interface TaskResult {
  readonly id: string;
  readonly status: 'done' | 'failed';
  readonly output: Json;
  readonly reason?: string;
}

export interface BlockedTask {
  readonly id: string;
  /** The task that is in the way: failed, not in the plan, or in the same cycle. */
  readonly by: string;
  readonly cause: 'failed' | 'unknown' | 'cycle' | 'blocked' | 'refused';
  readonly why: string;
}

/** What was read at `goalMet`. Only `met` proposes success. */
export interface Judgment {
  readonly read: 'met' | 'not-met' | 'missing' | 'unreadable' | 'wrong-type' | 'void';
  /** What exactly was found, for people. */
  readonly found: string;
  readonly lesson: string;
  /** Canonical JSON of the marker; null: none was readable. */
  readonly marker: string | null;
}

export interface TestInventory {
  /** Passed and failed, not skipped. */
  readonly ran: number;
  /** Names of those, where the report has them. */
  readonly names: readonly string[] | null;
}

/** The tests of a verification, held against number 0. */
export interface TestsSeen {
  /** Passed and failed, not skipped. */
  readonly ran: number;
  /** Names that ran at number 0 and do not run now, at most 200. */
  readonly lost: readonly string[];
  /** Set where none ran at number 0: from now on these are what passes are held against. */
  readonly first?: TestInventory;
}
