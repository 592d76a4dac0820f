/**
 * What can break outside the engine. Closed on purpose: each code has one meaning, one exit code of the program and one
 * sentence of advice. Authors' mistakes are `Issue`s and ends of runs are `Outcome`s; neither is ever thrown.
 */
export type FailureCode =
  | 'flow-unreadable' // the flow file cannot be read, does not parse or has errors
  | 'flow-newer' // a format version above ours
  | 'not-approved' // nobody approved what the flow would execute
  | 'untrusted' // the workspace is not trusted
  | 'git-missing' // no git program: snapshots are impossible
  | 'program-missing' // a worker's or command's program was not found
  | 'secret-missing' // a command names a secret that nobody has stored, or the flow holds the value of one
  | 'worker-unknown' // a step names a worker that neither flow nor settings know
  | 'folder-unwritable' // read-only, no permission
  | 'disk-full'
  | 'trace-damaged' // a commit that later ones build on cannot be read
  | 'trace-changed' // somebody else wrote the trace under the runner
  | 'run-held' // another runner carries this run
  | 'workspace-held' // another run writes to this workspace
  | 'run-unknown'
  | 'run-final' // complete, handed off or escalated: nothing to resume
  | 'bound-not-raised' // stopped by a bound that still stands
  | 'store-unreachable' // cache entries and effect markers cannot be read or written
  | 'handler-failed' // a handler in code threw
  | 'not-waiting' // an answer to a question that is not open
  | 'runner-unreachable'
  | 'internal'; // our own fault

/** The one thing that is thrown. `message` says what, where and what to do. */
export class ConvergeError extends Error {
  override readonly name = 'ConvergeError';
  constructor(
    readonly code: FailureCode,
    message: string,
    options?: { readonly cause?: unknown },
  ) {
    super(message, options);
  }
}

/** The text of anything that was thrown. */
export const messageOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown));
