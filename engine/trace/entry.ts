import type { StepKind } from '../flow/names';
import type { Json, JsonObject } from '../json';
import type { FileChange, LogRef, TreeId, TurnStatus, Usage } from '../ports';
import type { Control, Mode, RaisedBounds } from './control';
import type { Decision } from './decision';
import type { RunPlace } from './place';
import type { CommandEvidence, StepResult, Term } from './result';
import type { Due, StepScope, Within } from './scope';

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

/** Another version of a run's flow: its digest, its file, and the file of the flows that it calls, where it calls any. */
export interface ChangedFlow {
  readonly hash: string;
  readonly file: string;
  readonly called?: string;
}

export interface EntryHead {
  readonly seq: number;
  /** ISO 8601, UTC. For people; nothing is decided from it. */
  readonly at: string;
  /** The called flow, item or task it belongs to; absent: the flow itself. */
  readonly within?: Within;
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
        readonly inputs: JsonObject;
        /** What the channels hold before any step. */
        readonly channels: JsonObject;
        readonly fence: number;
        readonly program: string;
        /** Absent: in the workspace itself, and no sandbox was asked for. */
        readonly place?: RunPlace;
      }
    /** This trace begins as another run's, up to one of its commits; from here on it is a run of its own. */
    | {
        readonly type: 'run.forked';
        readonly run: string;
        readonly from: string;
        readonly superStep: number;
        /** Channels as a person set them. */
        readonly set: JsonObject;
      }
    /** `raised`: bounds that were raised for this stretch. Turns that had started and not finished are dead now. */
    | {
        readonly type: 'run.resumed';
        readonly fence: number;
        readonly program: string;
        readonly raised?: Readonly<Record<string, RaisedBounds>>;
        /** The flow, or one that it calls, was changed since: the run goes on with these. Files are in the run folder. */
        readonly flow?: ChangedFlow;
        readonly place?: RunPlace;
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
    | (StepScope & {
        readonly type: 'step.finished';
        readonly result: StepResult;
        /** What follows has begun to change what the step was given: it is not run again, whatever it would be given now. */
        readonly settled?: true;
      })
    /** A called flow begins; its entries carry `path` as their `within`. */
    | (StepScope & {
        readonly type: 'call.started';
        readonly path: Within;
        readonly flow: { readonly id: string; readonly hash: string };
        readonly goal: string;
        readonly start: readonly string[];
        readonly inputs: JsonObject;
        readonly channels: JsonObject;
      })
    | (StepScope & { readonly type: 'cache.hit'; readonly key: string; readonly from: string })
    | (StepScope & { readonly type: 'effect.claimed'; readonly key: string; readonly owner: string })
    | (StepScope & { readonly type: 'effect.committed'; readonly key: string })
    | (StepScope & {
        readonly type: 'effect.incomplete';
        readonly key: string;
        readonly owner: string;
        readonly policy: 'error' | 'rerun' | 'skip';
      })
    /**
     * The whole state behind the entry before it, so that a resume need not read what came earlier. It decides nothing: a
     * fold of everything comes to the same.
     */
    | {
        readonly type: 'snapshot';
        readonly fence: number;
        /** `digest` of the last commit before it. */
        readonly prev: string;
        readonly state: JsonObject;
        /** SHA-256 of the canonical JSON of `fence`, `prev` and `state`. */
        readonly digest: string;
      }
    /** A person's or the system's act from outside, as it arrived. What it leads to stands in the next commit. */
    | { readonly type: 'control'; readonly act: Control; readonly by: string }
  );

type WithoutHead<T> = T extends EntryHead ? Omit<T, 'seq' | 'at'> : never;

/** A fact as it is made, before it has its place in the trace. */
export type FactBody = WithoutHead<Fact>;

export type Snapshot = Extract<Fact, { type: 'snapshot' }>;

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
