import type { Entry } from '../../trace/entry';
import type { RecordedLine } from '../../trace/recordedLine';
import type { Due, Within } from '../../trace/scope';
import { isItem } from '../../trace/scope';
import type { Happened } from '../debug/happened';
import { happenedIn } from '../debug/happened';
import type { RunEnd } from '../state';

/**
 * A place of a recording at which a debugger that looks at it can stand.
 *
 * R1 Behind each entry that makes something due or ends something: a commit, the start of the run, of a stretch or of a call.
 *    Before the start of an item of a map or a task of a plan: behind the line before it.
 * R2 What has happened is told at the first place behind the entry that says it.
 * R3 Before an end that failed, where no step is decided with it: behind the line before it, so that one sees what failed as
 *    it was then. That it failed is told there, not once more at the end. A place of another flow may stand there already:
 *    then it is told at the end.
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
  /** How the flow is about to fail there. */
  readonly end?: RunEnd;
}

/**
 * The places of these lines, in order. The lines follow each other; what happened before them is not known.
 * @param told the end that the first of them may be was told of before them
 */
export function placesIn(lines: readonly RecordedLine[], told = false): readonly Place[] {
  const places: Place[] = [];
  let happened: readonly Happened[] = [];
  for (const recorded of lines) {
    if ('hidden' in recorded) continue;
    const { entry, line } = recorded;
    const end = failedEndIn(entry);
    const before = places.at(-1);
    let foretold = told && recorded === lines[0];
    if (end !== null && recorded !== lines[0]) {
      const within = entry.within ?? '';
      const there = before?.entry === line - 1;
      if (there && before.within === within) places.splice(-1, 1, { ...before, end });
      if (!there) places.push({ entry: line - 1, line: line - 1, within, due: [], happened, end });
      if (!there) happened = [];
      foretold = !there || before.within === within;
    }
    if (end === null || !foretold) happened = [...happened, ...happenedIn(entry)];
    const made = placeOf(recorded);
    if (made === null) continue;
    places.push({ entry: recorded.line, ...made, happened });
    happened = [];
  }
  return places;
}

/** How a flow ended that failed, in a commit that says nothing else. */
function failedEndIn(entry: Entry): RunEnd | null {
  if (entry.type !== 'commit' || entry.events.length !== 1) return null;
  const [event] = entry.events;
  if (event?.type !== 'run.ended' || event.outcome !== 'failed') return null;
  const { outcome, reason, confirmed, why = '', failure = null } = event;
  return { outcome, reason, confirmed, why, failure };
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
