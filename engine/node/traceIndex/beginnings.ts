import { fold } from '../../run/fold';
import { isWhole } from '../../run/snapshots';
import type { RunState } from '../../run/state';
import { EMPTY_STATE } from '../../run/state';
import type { Entry } from '../../trace/entry';
import { sha256 } from '../digest';
import type { IndexedTrace } from './indexedTrace';
import type { Place } from './lineIndex';
import { recordedLines } from './recordedLines';

/** A line that a fold may begin behind, and the state there. */
export interface Beginning {
  readonly line: number;
  /** When that was (ISO 8601, UTC); empty before anything happened. */
  readonly at: string;
  readonly state: RunState;
}

/**
 * Where a fold of one file may begin.
 *
 * R1 A snapshot counts that stands as it was written and is of no holder that had lost the run by then: what a fold of
 *    everything before it would come to.
 */
export interface Beginnings {
  /** The last of those snapshots whose line is not behind this one and begins at this byte or before. */
  readonly before: (line: number, offset?: number) => Promise<Beginning | null>;
}

export const START: Beginning = { line: 0, at: '', state: EMPTY_STATE };

export function createBeginnings(trace: IndexedTrace): Beginnings {
  const fences = new Map<number, number>();
  const refused = new Set<number>();
  const known = new Map<number, Beginning>();

  const entryAt = async (line: number): Promise<Entry | null> => {
    const [read] = recordedLines(await trace.bytesOf(line, line), line);
    return read !== undefined && 'entry' in read ? read.entry : null;
  };
  const fenceOf = async (line: number): Promise<number> => {
    const known = fences.get(line);
    if (known !== undefined) return known;
    const entry = await entryAt(line);
    const fence = entry?.type === 'run.started' || entry?.type === 'run.resumed' ? entry.fence : 0;
    fences.set(line, fence);
    return fence;
  };
  const fenceBefore = async (line: number): Promise<number> => {
    let fence = 0;
    for (const holder of trace.index().holders) {
      if (holder.line >= line) break;
      fence = Math.max(fence, await fenceOf(holder.line + 1));
    }
    return fence;
  };
  const behind = async (line: number): Promise<Beginning | null> => {
    const before = known.get(line);
    if (before !== undefined || refused.has(line)) return before ?? null;
    const entry = await entryAt(line);
    if (entry?.type !== 'snapshot' || !isWhole(entry, sha256) || entry.fence < (await fenceBefore(line))) {
      refused.add(line);
      return null;
    }
    const found = { line, at: entry.at, state: fold(EMPTY_STATE, entry) };
    known.set(line, found);
    const [oldest] = known.keys();
    if (known.size > MOST_KNOWN && oldest !== undefined) known.delete(oldest);
    return found;
  };
  return {
    before: async (line, offset = Number.POSITIVE_INFINITY) => {
      const { snapshots } = trace.index();
      for (let at = countBefore(snapshots, line, offset) - 1; at >= 0; at--) {
        const found = await behind((snapshots[at]?.line ?? 0) + 1);
        if (found !== null) return found;
      }
      return null;
    },
  };
}

const MOST_KNOWN = 8;

/** How many of the places are of a line up to this one that begins at this byte or before. */
function countBefore(places: readonly Place[], line: number, offset: number): number {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const place = places[middle];
    if (place !== undefined && place.line < line && place.offset <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
