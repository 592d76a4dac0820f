import type { Due, Within } from '../../trace/scope';
import { isItem } from '../../trace/scope';
import { aboutToFail } from '../debug/happened';
import { endsStep } from '../debug/stepping';
import type { Decided, Hits, Mode, Wishes } from '../debug/stops';
import { decideStop } from '../debug/stops';
import type { RunState } from '../state';
import { EMPTY_CHILD } from '../state';
import type { FlowsInForce } from './levels';
import type { Place } from './places';
import { pointAt } from './pointAt';

/**
 * Whether a debugger that looks at a recording stops at a place: where it would have held the run, by the same rules. A visit
 * counts once, at the first place where nothing else is in its way.
 */
export function decideReplayed(
  wishes: Wishes,
  so: { readonly hits: Hits; readonly visited: Visited },
  place: Place,
  state: RunState,
  flows: FlowsInForce | null,
): Decided & { readonly visited: Visited; readonly fresh: readonly Due[] } {
  const point = flows === null ? null : pointAt(state, flows, place.within);
  if (point === null) {
    const event = place.happened.find((each) => wishes.events.includes(each.event));
    const stop = event === undefined ? null : { why: event.event, said: [event.said], hit: [] };
    return { stop, logs: [], hits: so.hits, visited: so.visited, fresh: [] };
  }
  const fresh =
    point.next === 'visits'
      ? point.due.filter(({ step, visit }) => visit > (so.visited.get(keyOf(place.within, step)) ?? 0))
      : [];
  const idle = place.end === undefined ? 'park' : 'end';
  const next = point.next === 'visits' && fresh.length === 0 ? idle : point.next;
  const end = place.end === undefined ? {} : { end: place.end };
  const decided = decideStop(wishes, so.hits, place.happened, { ...point, next, due: fresh, ...end });
  return { ...decided, visited: after(so.visited, place.within, fresh), fresh };
}

/** Whether it could stop there at all: what can be known without the state. */
export function couldStop({ steps, events, mode }: Wishes, { within, due, happened, end }: Place): boolean {
  if ([...happened, ...aboutToFail(end)].some(({ event }) => events.includes(event))) return true;
  if (due.some((each) => steps.some(({ step }) => step === each.step))) return true;
  return isStep(mode) && (due.length > 0 || end !== undefined) && endsStep(mode.do, mode.from, within);
}

const isStep = (mode: Mode): mode is Extract<Mode, { readonly from: Within }> => 'from' in mode;

/** The last visit of each step that has begun, by its path. */
export type Visited = ReadonlyMap<string, number>;

const keyOf = (within: Within, step: string): string => `${within}/${step}`;

/** What has begun in a state, what is about to begin included, also in the item that is looked at. */
export function visitedIn(state: RunState, flows: FlowsInForce | null, within: Within): Visited {
  let visited: Visited = new Map();
  const children = Object.entries(state.children);
  const looked = isItem(within) && state.children[within] === undefined ? [[within, EMPTY_CHILD] as const] : [];
  for (const [path, flow] of [['', state] as const, ...children, ...looked]) {
    const begun = [
      ...Object.entries(flow.steps).map(([step, { visits: visit }]) => ({ step, visit })),
      ...Object.entries(flow.doing).map(([step, { visit }]) => ({ step, visit })),
    ];
    const point = flows === null ? null : pointAt(state, flows, path);
    visited = after(visited, path, [...begun, ...(point?.next === 'visits' ? point.due : [])]);
  }
  return visited;
}

const after = (visited: Visited, within: Within, dues: readonly Due[]): Visited =>
  dues.length === 0
    ? visited
    : new Map([...visited, ...dues.map(({ step, visit }) => [keyOf(within, step), visit] as const)]);
