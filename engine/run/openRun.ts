import { ConvergeError } from '../failure';
import type { Commit, Entry } from '../trace/entry';
import { fold } from './fold';
import { isWhole } from './snapshots';
import type { RunState } from './state';
import { EMPTY_STATE } from './state';
import { commitDigest } from './writer';

/** An entry with the number of its line in the file, from 1. */
export interface ReadLine {
  readonly line: number;
  readonly entry: Entry;
}

/**
 * The state of a run as its trace says it, ready to be resumed. The lines may begin with a snapshot: what came before it
 * is in it.
 *
 * R1 A missing fact is gone over: the step it told of is done again.
 * R2 A commit that is missing or was edited is gone over only where a whole snapshot follows: what later commits build on
 *    is in it. Else what they build on is unknown. Throws `trace-damaged`, naming the line, for a person to fork the run
 *    from the last good commit.
 * R3 Commits and snapshots of a holder that had lost the run are void and break no chain.
 *
 * `see` sees each entry that counts, with the states around it.
 */
export function stateOf(
  lines: readonly ReadLine[],
  digest: (text: string) => string,
  see: (entry: Entry, before: RunState, after: RunState) => void = () => {},
): RunState {
  let state = EMPTY_STATE;
  let fence = 0;
  let damage: ConvergeError | null = null;
  for (const { line, entry } of lines) {
    if (entry.type === 'run.started' || entry.type === 'run.resumed') fence = Math.max(fence, entry.fence);
    if (entry.type === 'snapshot') {
      if (entry.fence < fence || !isWhole(entry, digest)) continue;
      damage = null;
      fence = entry.fence;
    } else if (damage !== null) {
      continue;
    } else if (entry.type === 'commit' && entry.fence >= fence) {
      damage = damageAt(state, entry, line, digest);
      if (damage !== null) continue;
    }
    const before = state;
    state = fold(state, entry);
    see(entry, before, state);
  }
  if (damage !== null) throw damage;
  if (state.head === null) {
    throw new ConvergeError(
      'trace-damaged',
      'The trace has no readable beginning (run.started): it cannot be resumed.',
    );
  }
  return state;
}

/** Why a commit cannot follow what was read before it; null: it can. */
function damageAt(
  state: RunState,
  commit: Commit,
  line: number,
  digest: (text: string) => string,
): ConvergeError | null {
  const good = `Super-step ${state.superStep} is the last good commit.`;
  const advice = state.superStep > 0 ? `${good} Go on from there with converge fork --at ${state.superStep}.` : good;
  if (commit.prev !== state.prev) {
    return new ConvergeError(
      'trace-damaged',
      `A commit before line ${line} of the trace is missing or cannot be read. ${advice}`,
    );
  }
  if (commitDigest(commit, digest) !== commit.digest) {
    return new ConvergeError(
      'trace-damaged',
      `Line ${line} of the trace was edited: its content does not match its digest. ${advice}`,
    );
  }
  return null;
}
