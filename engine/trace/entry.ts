import type { StepKind } from '../flow/names';
import type { Json } from '../json';
import type { FileChange, LogRef, TreeId, TurnStatus, Usage } from '../ports';

/**
 * One line of `trace.ndjson`. Facts are appended as they happen; what they led to becomes true with a commit, which is
 * one line and so all or nothing at any byte. State, views and resume are folds of these.
 *
 * R1 `seq` starts at 0 and has no gaps in an undamaged trace.
 * R2 An entry is durable before anything outside follows from it.
 * R3 Only what a commit's events say is decided; facts after the last commit may be repeated by a resume.
 * R4 Numbers in events are absolute, never increments.
 */
export type Entry = Fact | Commit;

export interface EntryHead {
  readonly seq: number;
  /** ISO 8601, UTC. For people; nothing is decided from it. */
  readonly at: string;
}

/** The turn of a step: `visit` is the step's own count (1, 2, …), `pass` that of the loop it stands in (0: none). */
export interface StepScope {
  readonly step: string;
  readonly visit: number;
  readonly loop?: string;
  readonly pass: number;
}

export type Fact = EntryHead &
  (
    | {
        readonly type: 'run.started';
        readonly format: 1;
        readonly run: string;
        readonly flow: { readonly id: string; readonly hash: string; readonly path: string };
        readonly mode: Mode;
        readonly goal: string;
        readonly start: readonly string[];
        readonly fence: number;
        readonly program: string;
      }
    /** `raised`: bounds that were raised for this stretch. Turns that had started and not finished are dead now. */
    | {
        readonly type: 'run.resumed';
        readonly fence: number;
        readonly program: string;
        readonly raised?: Readonly<Record<string, RaisedBounds>>;
      }
    /** Names an earlier run of these lines could not be read: they were left where they are and skipped. */
    | { readonly type: 'trace.repaired'; readonly lines: readonly number[]; readonly tornBytes: number }
    | (StepScope & {
        readonly type: 'step.started';
        readonly kind: StepKind;
        readonly attempt: number;
        /** Digest of what the step was given: the same inputs after a crash are not run again. */
        readonly inputs: string;
        readonly worker?: string;
        /** The most this turn can cost, where its worker holds such a limit. */
        readonly reserved?: { readonly usd?: number; readonly tokens?: number };
      })
    | (StepScope & {
        readonly type: 'worker.turn';
        readonly attempt: number;
        readonly worker: string;
        readonly use: string;
        readonly model?: string;
        readonly status: TurnStatus;
        readonly why?: string;
        readonly usage: Usage;
        readonly claims?: { readonly changedFiles?: readonly string[] };
        readonly denials: readonly string[];
        /** The first 2,000 characters; all of it is in the log. */
        readonly text: string;
        readonly structured?: Json;
        readonly branch?: string;
        readonly exit: number | null;
        readonly session?: string;
        readonly log: LogRef | null;
        readonly durationMs: number;
      })
    | (StepScope & {
        readonly type: 'check.evaluated';
        readonly attempt: number;
        readonly ok: boolean;
        readonly terms: readonly Term[];
      })
    | (StepScope & { readonly type: 'verify.command'; readonly index: number; readonly result: CommandEvidence })
    | (StepScope & {
        readonly type: 'workspace.snapshot';
        readonly when: 'step-start' | 'step-end';
        /** Null where it could not be taken; `why` says so, and nothing can be confirmed on it. */
        readonly tree: TreeId | null;
        readonly why?: string;
        /** What changed since the snapshot before it in this step, at most 200 paths. */
        readonly changed?: readonly FileChange[];
      })
    /** One attempt that did not do; another follows, or the step has failed. */
    | (StepScope & { readonly type: 'step.failed'; readonly attempt: number; readonly reason: string })
    /** The step is done, whatever came out; routed by the commit that follows. */
    | (StepScope & { readonly type: 'step.finished'; readonly result: StepResult })
    /** A person's or the system's act from outside, as it arrived. What it leads to stands in the next commit. */
    | { readonly type: 'control'; readonly act: Control; readonly by: string }
  );

type WithoutHead<T> = T extends EntryHead ? Omit<T, 'seq' | 'at'> : never;
/** A fact as it is made, before it has its place in the trace. */
export type FactBody = WithoutHead<Fact>;

export type Mode = 'autonomous' | 'supervised';

export interface RaisedBounds {
  readonly maxPasses?: number;
  readonly usd?: number;
  readonly tokens?: number;
  readonly noProgressCeiling?: number;
}

export type Control =
  | { readonly do: 'stop' }
  | { readonly do: 'cancel' }
  | { readonly do: 'answer'; readonly ask: string; readonly choice: string }
  | { readonly do: 'note'; readonly loop: string; readonly text: string }
  | { readonly do: 'accept'; readonly latch: string; readonly why: string };

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
      /** True where a bound kept the turn from starting: nothing was claimed, so no latch opens. */
      readonly withheld?: boolean;
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
      readonly changed: readonly string[] /** Why no attempt gave an answer. */;
      readonly failed?: string;
    }
  | {
      readonly kind: 'router';
      readonly to: string | null;
      readonly why: string;
      readonly changed: readonly string[];
      /** Why its worker gave no usable choice in any attempt. */
      readonly failed?: string;
      readonly withheld?: boolean;
    }
  | { readonly kind: 'ask'; readonly choice: string };

/** What was read at `goalMet`. Only `met` proposes success. */
export interface Judgment {
  readonly read: 'met' | 'not-met' | 'missing' | 'unreadable' | 'wrong-type' | 'void';
  /** What exactly was found, for people. */
  readonly found: string;
  readonly lesson: string;
  /** Canonical JSON of the marker; null: none was readable. */
  readonly marker: string | null;
}

export interface Due {
  readonly step: string;
  readonly visit: number;
}

/** The one line that makes decisions true. */
export interface Commit extends EntryHead {
  readonly type: 'commit';
  readonly superStep: number;
  readonly fence: number;
  /** `digest` of the commit before; empty for the first. */
  readonly prev: string;
  /** SHA-256 of the canonical JSON of everything else in this commit but `seq` and `at`: an edited commit shows. */
  readonly digest: string;
  readonly events: readonly Decision[];
  /** What is due next, in the order of the flow file. */
  readonly frontier: readonly Due[];
}

export type Decision =
  | (StepScope & {
      readonly type: 'step.done';
      readonly outcome: string;
      readonly to: readonly string[];
      readonly result: StepResult /** Set where the pass ends with this step. */;
      readonly endsPass?: 'judged' | 'ended-early';
    })
  | { readonly type: 'loop.entered'; readonly loop: string; readonly baseline: Baseline }
  | { readonly type: 'pass.started'; readonly loop: string; readonly pass: number; readonly total: number }
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
      /** What the guard measures against from now on; null outside a loop. */ readonly baseline: Baseline | null;
    }
  | { readonly type: 'frozen.drifted'; readonly loop: string; readonly pass: number; readonly paths: readonly string[] }
  | {
      readonly type: 'note.added';
      readonly loop: string;
      readonly note: Note /** How many notes are kept, this one included. */;
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
  | { readonly type: 'ask.answered'; readonly ask: string; readonly choice: string; readonly by: string }
  | {
      readonly type: 'run.ended';
      readonly outcome: Outcome;
      readonly reason: StopReason | null;
      readonly confirmed: Confirmed;
      readonly why?: string;
      readonly failure?: string;
    };

export type Outcome = 'complete' | 'stopped' | 'failed' | 'cancelled' | 'handoff' | 'escalated';
export type ExitReason = 'pass-cap' | 'spend-cap' | 'spend-unproven' | 'budget' | 'no-progress' | 'not-met';
export type StopReason = ExitReason | 'open-latches' | 'super-step-limit' | 'by-person' | 'route';
export type Confirmed = 'evidence' | 'none';

/** Number 0: what the checks and frozen paths were before any worker ran. */
export interface Baseline {
  readonly tree: TreeId | null;
  readonly frozen: Readonly<Record<string, string>>;
  readonly definitions: Readonly<Record<string, string>>;
  /** By verify step: was it clean, and which tests there were. */
  readonly verifications: Readonly<Record<string, { readonly clean: boolean; readonly inventory: Inventory | null }>>;
}

/** The tests of a verification, held against number 0. */
export interface TestsSeen {
  /** Passed and failed, not skipped. */
  readonly ran: number;
  /** Names that ran at number 0 and do not run now, at most 200. */
  readonly lost: readonly string[];
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
  /** `step:<step>`, `void:<step>`, `frozen:<loop>`, `definition:<loop>`, `tests:<verify step>`: the same matter is the same latch, opened again. */
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
