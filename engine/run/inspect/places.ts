import type { RecordedLine } from '../../trace/recordedLine';
import type { Due, Within } from '../../trace/scope';
import { isItem } from '../../trace/scope';
import type { Happened } from '../debug/happened';
import { happenedIn } from '../debug/happened';

/**
 * A place of a recording at which a debugger that looks at it can stand.
 *
 * R1 Behind each entry that makes something due or ends something: a commit, the start of the run, of a stretch or of a call.
 *    Before the start of an item of a map or a task of a plan: behind the line before it.
 * R2 What has happened is told at the first place behind the entry that says it.
 */
export interface Place {
  /** The line of the entry that makes it one: places are in this order. */
  readonly entry: number;
  /** The run is shown as it is behind this line. */
  readonly line: number;
  readonly within: Within;
  /** What is due there, perhaps for long, perhaps waiting for another branch. */
  readonly due: readonly Due[];
  readonly happened: readonly Happened[];
}

/** The places of these lines, in order. The lines follow each other; what happened before them is not known. */
export function placesIn(lines: readonly RecordedLine[]): readonly Place[] {
  const places: Place[] = [];
  let happened: readonly Happened[] = [];
  for (const recorded of lines) {
    if ('hidden' in recorded) continue;
    happened = [...happened, ...happenedIn(recorded.entry)];
    const made = placeOf(recorded);
    if (made === null) continue;
    places.push({ entry: recorded.line, ...made, happened });
    happened = [];
  }
  return places;
}

type Recorded = Extract<RecordedLine, { readonly entry: unknown }>;

function placeOf({ entry, line }: Recorded): Omit<Place, 'entry' | 'happened'> | null {
  const first = (steps: readonly string[]) => steps.map((step) => ({ step, visit: 1 }));
  switch (entry.type) {
    case 'run.started':
      return { line, within: '', due: first(entry.start) };
    case 'run.resumed':
    case 'run.forked':
      return { line, within: '', due: [] };
    case 'call.started':
      return { line, within: entry.path, due: first(entry.start) };
    case 'commit':
      return { line, within: entry.within ?? '', due: entry.frontier };
    // Its files may be recorded before it starts; a visit that has begun does not arrive again.
    case 'step.started':
    case 'workspace.snapshot': {
      const { within = '', step, visit } = entry;
      return isItem(within) ? { line: line - 1, within, due: [{ step, visit }] } : null;
    }
    default:
      return null;
  }
}
