import type { RecordedLine } from '../../trace/recordedLine';
import type { Due, Within } from '../../trace/scope';
import { isItem } from '../../trace/scope';
import type { Happened } from '../debug/happened';
import { happenedIn } from '../debug/happened';
import type { FlowState, RunState } from '../state';

/**
 * The places of a recording at which a debugger that looks at it can stand: those at which it could have held the run.
 *
 * R1 Behind each entry that makes something due or ends something: a commit, the start of the run, of a stretch or of a call.
 *    Before the start of an item of a map or a task of a plan: behind the line before it.
 * R2 What has happened is told at the first place behind the entry that says it.
 * R3 A visit arrives once; where its loop is entered first, it arrives again behind that.
 */
export interface Place {
  /** Behind this line of the trace. */
  readonly line: number;
  readonly within: Within;
  /** The visits that arrive here. */
  readonly fresh: readonly Due[];
  readonly happened: readonly Happened[];
}

/** The last visit of each step that has arrived, by its path. */
export type Arrived = ReadonlyMap<string, number>;

const keyOf = (within: Within, step: string): string => `${within}/${step}`;

/** What has arrived in a state. */
export function arrivedIn(state: RunState): Arrived {
  const arrived = new Map<string, number>();
  const add = (within: Within, flow: FlowState) => {
    for (const [step, { visits }] of Object.entries(flow.steps)) arrived.set(keyOf(within, step), visits);
    for (const [step, { visit }] of Object.entries(flow.doing)) arrived.set(keyOf(within, step), visit);
    for (const { step, visit } of flow.frontier) arrived.set(keyOf(within, step), visit);
  };
  add('', state);
  for (const [within, child] of Object.entries(state.children)) add(within, child);
  return arrived;
}

/** The places behind these lines, in order; the lines follow each other. */
export function placesIn(
  lines: readonly RecordedLine[],
  before: Arrived,
): { readonly places: readonly Place[]; readonly arrived: Arrived } {
  const arrived = new Map(before);
  const places: Place[] = [];
  let happened: readonly Happened[] = [];
  for (const recorded of lines) {
    if ('hidden' in recorded) continue;
    const { entry, line } = recorded;
    happened = [...happened, ...happenedIn(entry)];
    const at = arrivalsOf(recorded);
    if (at === null) continue;
    const anew = entry.type === 'commit' && entry.events.some(({ type }) => type === 'loop.entered');
    const fresh = at.due.filter(({ step, visit }) => anew || visit > (arrived.get(keyOf(at.within, step)) ?? 0));
    if (entry.type === 'step.started' && fresh.length === 0) continue;
    for (const { step, visit } of at.due) arrived.set(keyOf(at.within, step), visit);
    const told = entry.type === 'step.started' ? line - 1 : line;
    places.push({ line: told, within: at.within, fresh, happened });
    happened = [];
  }
  return { places, arrived };
}

type Recorded = Extract<RecordedLine, { readonly entry: unknown }>;

function arrivalsOf({ entry }: Recorded): { readonly within: Within; readonly due: readonly Due[] } | null {
  const first = (steps: readonly string[]) => steps.map((step) => ({ step, visit: 1 }));
  switch (entry.type) {
    case 'run.started':
      return { within: '', due: first(entry.start) };
    case 'run.resumed':
    case 'run.forked':
      return { within: '', due: [] };
    case 'call.started':
      return { within: entry.path, due: first(entry.start) };
    case 'commit':
      return { within: entry.within ?? '', due: entry.frontier };
    case 'step.started': {
      const { within = '', step, visit } = entry;
      return isItem(within) ? { within, due: [{ step, visit }] } : null;
    }
    default:
      return null;
  }
}
