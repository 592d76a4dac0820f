import type { Json, JsonObject } from '../json';
import { canonicalJson, isObject } from '../json';
import type { FactBody, Snapshot } from '../trace/entry';
import type { RunState } from './state';
import { EMPTY_STATE } from './state';

/**
 * The whole state in one line of the trace.
 *
 * R1 A snapshot is due once the trace has grown by `SNAPSHOT_BYTES` since the last one, and by four times what that one
 *    took: so many bytes are read at most to open a run, and snapshots are a fifth of a trace at most.
 * R2 Only one whose digest fits counts for a resume; one that was edited or cannot be read is like a missing fact.
 * R3 What a later version adds to the state reads as it is in an empty one.
 */
export const SNAPSHOT_BYTES = 256 * 1024;

export const isSnapshotDue = (bytesSince: number, lastBytes: number): boolean =>
  bytesSince >= Math.max(SNAPSHOT_BYTES, 4 * lastBytes);

/** The state as an entry, behind everything that it is the fold of. */
export function snapshotOf(state: RunState, digest: (text: string) => string): FactBody {
  const plain: JsonObject = JSON.parse(JSON.stringify(state));
  const content = { fence: state.head?.fence ?? 0, prev: state.prev, state: plain };
  return { type: 'snapshot', ...content, digest: digest(canonicalJson(content)) };
}

/** Whether it stands as it was written. */
export const isWhole = ({ fence, prev, state, digest: said }: Snapshot, digest: (text: string) => string): boolean =>
  digest(canonicalJson({ fence, prev, state })) === said && stateIn(state) !== null;

/** The state that a snapshot carries; null where it is none. */
export function stateIn(state: JsonObject): RunState | null {
  const known: JsonObject & Partial<RunState> = state;
  if (!isObject(known.head)) return null;
  const wrong = Object.entries(EMPTY_STATE).some(([key, empty]) => {
    const value = state[key];
    return value !== undefined && empty !== null && kindOf(value) !== kindOf(empty);
  });
  return wrong ? null : { ...EMPTY_STATE, ...known };
}

const kindOf = (value: Json | object): string =>
  Array.isArray(value) ? 'list' : value === null ? 'null' : typeof value;
