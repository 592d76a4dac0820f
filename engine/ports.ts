import type { Flow } from './flow/schema';
import type { Json, JsonObject } from './json';
import type { Store } from './store';

/**
 * The doors between the pure engine and the world. The Node implementations live in `engine/node`; the fakes for tests
 * pass the same contract tests. Nothing here throws for a worker's or a command's failure: those are results. A port that
 * is itself broken (disk full, lost lock) throws a `ConvergeError`.
 */
export interface Ports {
  readonly clock: Clock;
  /** SHA-256 of the UTF-8 text, 64 hex characters. */
  readonly digest: (text: string) => string;
  readonly trace: TraceSink;
  readonly folder: RunFolderPort;
  readonly workspace: Workspace;
  readonly commands: Commands;
  readonly store: Store;
  /** A flow that the run may call, by the name that a `call` step gives it, as it was when the run started. */
  readonly flow: (name: string) => CalledFlow | undefined;
  /**
   * The worker a step names, made ready from the flow's `workers` and the settings, which may have a default for the role.
   * `undefined`: nobody knows it.
   */
  readonly worker: (name: string, role?: WorkerRole) => Worker | undefined;
  readonly stop: StopSignal;
}

export interface Clock {
  /** Milliseconds since 1970 (UTC). */
  readonly now: () => number;
  /** Calls back again and again, about every `ms`, until the function it returns is called. Keeps no process alive. */
  readonly every: (ms: number, call: () => void) => () => void;
}

/** What a step wants a worker for. */
export type WorkerRole = 'work' | 'judge' | 'gate' | 'router';

export interface CalledFlow {
  readonly flow: Flow;
  readonly hash: string;
  /** The workers that the called flow names; absent: those of the run's own flow. */
  readonly worker?: Ports['worker'];
}

/** A person's or the system's wish to stop, seen by the driver at boundaries and by workers at once. */
export interface StopSignal {
  /** `boundary`: finish the super-step, then stop (`stopped/by-person`). `now`: end every process (`cancelled`). */
  readonly wanted: () => 'no' | 'boundary' | 'now';
  /** Calls back once when `now` is wanted (at once if it is already); returns a function that forgets the callback. */
  readonly onNow: (listener: () => void) => () => void;
}

export interface TraceSink {
  /**
   * Appends whole lines (without their line break) in one write and resolves when they are durable.
   * Throws `trace-changed` when the file or its holder is no longer ours, `disk-full`, `folder-unwritable`.
   */
  readonly append: (lines: readonly string[]) => Promise<void>;
}

/** The run folder's files beside the trace. Names are ours and checked; writing is whole or not at all. */
export interface RunFolderPort {
  /** `honesty-ledger.json`, `notes.json`, `result.json`: derived from the state, not flushed. */
  readonly project: (name: string, value: Json) => Promise<void>;
  /** `artifacts/<step>/<visit>.json`; resolves to the path relative to the run folder. */
  readonly artifact: (step: string, visit: number, value: Json) => Promise<string>;
}

/** A file in `logs/`: everything that was written, beyond what an entry can hold. */
export interface LogRef {
  /** Relative to the run folder, with `/`. */
  readonly path: string;
  readonly bytes: number;
  /** True where the log's own cap cut it. */
  readonly cut: boolean;
}

export type TreeId = string;

export interface FileChange {
  /** Relative to the workspace root, with `/`. */
  readonly path: string;
  readonly change: 'added' | 'modified' | 'deleted';
}

/** The user's files, seen and never touched. */
export interface Workspace {
  /** Absolute path of the workspace root. */
  readonly root: string;
  /** Records the files as they are (ignored ones left out). `why` where it could not be done in its time limit. */
  readonly snapshot: () => Promise<
    { readonly ok: true; readonly tree: TreeId } | { readonly ok: false; readonly why: string }
  >;
  /** What differs between two recorded trees, by path. */
  readonly changes: (from: TreeId, to: TreeId) => Promise<readonly FileChange[]>;
  /**
   * Digests of the files on disk that the globs name now, ignored ones too: path → digest of content, mode and kind.
   * A glob without magic that names a folder means everything below it. `.converge/` and `.git/` are left out.
   */
  readonly digests: (globs: readonly string[]) => Promise<Readonly<Record<string, string>>>;
  /** The text of a file inside the workspace (links out of it are not followed), or `undefined`. At most 1 MiB. */
  readonly readText: (path: string) => Promise<string | undefined>;
  /** Digest of the file's content as it is in a recorded tree, or `undefined` where it is not in it. */
  readonly inTree: (tree: TreeId, path: string) => Promise<string | undefined>;
  /**
   * Puts files back as they are in a recorded tree: those of `paths`, or all that differ. A path that the tree does not have
   * is deleted. `why` where the tree is not known any more or a path cannot be written; then nothing was changed.
   */
  readonly restore: (
    tree: TreeId,
    paths?: readonly string[],
  ) => Promise<{ readonly ok: true } | { readonly ok: false; readonly why: string }>;
}

export interface CommandRequest {
  /** Where it belongs: names its log file. `^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$`. */
  readonly key: string;
  /** Program and arguments, started without a shell; or a text for the system's shell. */
  readonly run: readonly string[] | { readonly shell: string };
  /** Relative to the workspace root. */
  readonly cwd: string;
  /** A secret is named: its value is known to who runs the command, and to nobody else. */
  readonly env: Readonly<Record<string, string | { readonly secret: string }>>;
  readonly timeoutMs: number;
  /** Written to its standard input, which is then closed; absent: the input is empty. */
  readonly stdin?: string;
  /** It is asked something: the result has its standard output apart, and no log is kept. */
  readonly answers?: boolean;
  /** A path or glob, relative to the workspace root, of the files that it is to write. */
  readonly report?: string;
}

export interface CommandResult {
  readonly status: 'exited' | 'signalled' | 'timed-out' | 'cancelled' | 'not-found';
  readonly exit: number | null;
  readonly signal: string | null;
  /** Head and tail of both streams in order of arrival, decoded, at most 256 KiB. */
  readonly output: string;
  /** Standard output alone, decoded, where an answer was asked for; null: it is longer than 64 KiB. */
  readonly stdout?: string | null;
  readonly log: LogRef | null;
  readonly durationMs: number;
  /** For `not-found`: the program and where it was looked for. */
  readonly why?: string;
  /** Where a report was asked for: every file that is there afterwards. Absent: nobody looked. */
  readonly reports?: readonly ReportFile[];
}

/** A file that a command was to write. */
export interface ReportFile {
  /** Relative to the workspace root, with `/`. */
  readonly path: string;
  /** Its text, at most 16 MiB; null where it is no evidence. */
  readonly text: string | null;
  /** Why it is none: older than the run, too large, a link out of the workspace. */
  readonly why?: string;
}

export interface Commands {
  readonly run: (request: CommandRequest, stop: StopSignal) => Promise<CommandResult>;
}

/** Who does a step. Implementations: one file each in `engine/node/workers`. */
export interface Worker {
  readonly use: string;
  readonly model?: string;
  /** The limits of a turn that are passed down to it and that it keeps itself: a turn that dies is charged these. */
  readonly holds?: readonly ('usd' | 'tokens')[];
  /** It is declared to cost nothing: a turn that dies has cost nothing either. */
  readonly free?: boolean;
  /** Why its turn has to wait for a person, as a sentence; null: it can be taken now. Absent: always. */
  readonly ready?: () => Promise<string | null>;
  /** Its turns are a person's: the run waits for the answer, which `run` is then given. */
  readonly person?: boolean;
  readonly probe: () => Promise<WorkerProbe>;
  /** Never throws for the worker's failure. Ends every process it started before it resolves. */
  readonly run: (turn: Turn, io: TurnIo) => Promise<TurnResult>;
}

export interface WorkerProbe {
  readonly available: boolean;
  readonly version?: string;
  /** What is missing and what to do, where it is not available. */
  readonly why?: string;
  readonly meters: 'usd' | 'tokens' | 'sometimes' | 'none' | 'free';
  readonly safeInUntrustedRepo: boolean;
}

export interface Turn {
  /** Stable over a resume: `<run>/<step>/<visit>/<attempt>`. */
  readonly key: string;
  /** The whole text for an agent: goal, task, data, notes. */
  readonly prompt: string;
  /** The same as data, for programs. */
  readonly request: TurnRequest;
  /** Absolute. */
  readonly cwd: string;
  readonly access: 'read' | 'write';
  /** JSON Schema of the structured answer, where one is wanted. */
  readonly outputSchema?: JsonObject;
  /** The flow's verification commands as people read them, but for those that are held out. `io.check` runs them. */
  readonly checks?: readonly string[];
  readonly limits: TurnLimits;
}

export interface TurnRequest {
  readonly goal: string;
  readonly prompt: string;
  readonly reads: JsonObject;
  readonly step: string;
  readonly key: string;
  /** 0 outside an until loop. */
  readonly pass: number;
  readonly attempt: number;
  /** The step's own count of visits, from 1. */
  readonly visit: number;
  readonly notes: readonly string[];
  readonly workspace: string;
  /** The names a router's worker may choose from. */
  readonly branches?: readonly string[];
  /** The item of the map, or the task of the plan, that this turn is for. */
  readonly item?: Json;
  readonly task?: Json;
  /** Of an effect: the same in every try, to be handed on as the idempotency token. */
  readonly effectKey?: string;
  /** Groups: of its own, and of those that hand control over with this turn or could be entered from here. */
  readonly loops?: Readonly<Record<string, LoopInbox>>;
}

/** What a turn hears of a loop group. */
export interface LoopInbox {
  readonly batch: number;
  readonly iteration: number;
  readonly total: number;
  /** Iterations left in the batch. */
  readonly remaining: number;
  readonly members: readonly string[];
  readonly entry: string;
  readonly tail: string;
  readonly exitTo: string;
  readonly maxIterations: number;
  /** Why control was handed over with this turn. */
  readonly reason?: 'loop-limit' | 'condition';
}

export interface TurnLimits {
  readonly wallMs: number;
  readonly idleMs: number;
  readonly outputBytes: number;
  readonly maxTurns?: number;
  readonly maxUsd?: number;
  readonly maxTokens?: number;
}

/** What a person answered where they are the worker. */
export interface PersonAnswer {
  readonly choice: string;
  /** In their own words; may be empty. */
  readonly text: string;
}

export interface TurnIo {
  /** Of a person whose turn it is. */
  readonly answer?: PersonAnswer;
  readonly stop: StopSignal;
  /** A line for a person who watches; not kept. */
  readonly onProgress?: (line: string) => void;
  /**
   * Runs one of the turn's `checks`, by its place in them, as the engine would. For the worker's eyes alone: what it gives is
   * no evidence.
   */
  readonly check?: (index: number, stop: StopSignal) => Promise<CommandResult>;
}

export type TurnStatus =
  | 'ok'
  | 'failed'
  | 'refused' // the worker's own limits, login or policy; nothing was repaired
  | 'timed-out'
  | 'cancelled'
  | 'protocol-error' // no terminal record, or one that cannot be read
  | 'not-started'; // the program was not found

export interface TurnResult {
  readonly status: TurnStatus;
  /** One sentence where the status is not `ok`. */
  readonly why?: string;
  readonly exit: number | null;
  readonly text: string;
  readonly structured?: Json;
  readonly branch?: string;
  /** What the worker says it did. `undefined`: it claimed nothing. */
  readonly claims?: { readonly changedFiles?: readonly string[] };
  readonly denials: readonly string[];
  readonly usage: Usage;
  readonly session?: string;
  readonly log: LogRef | null;
  readonly durationMs: number;
  /** It was a function of the host's that threw: no result of the step, its whole super-step is discarded. */
  readonly broken?: { readonly cause: unknown };
}

export interface Tokens {
  readonly in: number;
  readonly cachedIn: number;
  readonly cacheWrite: number;
  readonly out: number;
  /** Output that was only thought. Never contained in `out`: an adapter whose report counts it there takes it apart. */
  readonly reasoning: number;
}

/** What a turn cost, as far as the worker proves it. Zero tokens with model output is `absent`, never zero. */
export type Usage =
  | {
      readonly state: 'reported';
      /** Null where only a cost was reported. */
      readonly tokens: Tokens | null;
      /** Null where the cost is not known. */
      readonly usd: number | null;
      readonly basis: 'worker-estimate' | 'price-table' | null;
    }
  | { readonly state: 'free' }
  | { readonly state: 'absent'; readonly why: string };
