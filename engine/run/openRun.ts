import { ConvergeError } from '../failure';
import type { Commit, Entry } from '../trace/entry';
import { fold } from './fold';
import type { RunState } from './state';
import { EMPTY_STATE } from './state';
import { commitDigest } from './writer';

/** An entry with the number of its line in the file, from 1. */
export interface ReadLine {
  readonly line: number;
  readonly entry: Entry;
}

/**
 * The state of a run as its trace says it, ready to be resumed.
 *
 * R1 A missing fact is gone over: the step it told of is done again.
 * R2 A commit that is missing or was edited is not: what later ones build on is unknown. Throws `trace-damaged`, naming
 *    the line, for a person to fork the run from the last good commit.
 * R3 Commits of a holder that had lost the run are void and break no chain.
 */
export function stateOf(lines: readonly ReadLine[], digest: (text: string) => string): RunState {
  let state = EMPTY_STATE;
  for (const { line, entry } of lines) {
    if (entry.type === 'commit' && entry.fence >= (state.head?.fence ?? 0)) assertLinked(state, entry, line, digest);
    state = fold(state, entry);
  }
  if (state.head === null) {
    throw new ConvergeError(
      'trace-damaged',
      'The trace has no readable beginning (run.started): it cannot be resumed.',
    );
  }
  return state;
}

function assertLinked(state: RunState, commit: Commit, line: number, digest: (text: string) => string): void {
  const advice = `Super-step ${state.superStep} is the last good commit.`;
  if (commit.prev !== state.prev) {
    throw new ConvergeError(
      'trace-damaged',
      `A commit before line ${line} of the trace is missing or cannot be read. ${advice}`,
    );
  }
  if (commitDigest(commit, digest) !== commit.digest) {
    throw new ConvergeError(
      'trace-damaged',
      `Line ${line} of the trace was edited: its content does not match its digest. ${advice}`,
    );
  }
}
