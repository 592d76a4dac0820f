import { evaluate } from '../../flow/expression';
import type { Due, Within } from '../../trace/scope';
import type { HoldPoint } from '../hold';
import { expressionEnv } from '../reads';
import { viewOf } from '../state';
import type { DebugLog, EventBreakpoint, StepBreakpoint } from './breakpoint';
import type { Happened } from './happened';
import { aboutToFail } from './happened';
import { logText } from './logText';
import { endsStep } from './stepping';

/**
 * Whether a run is held at a place, and what its log points say there.
 *
 * R1 A breakpoint counts a hit for each visit of its step where its condition holds, whether or not the run is held for it.
 *    A condition that cannot be told counts as true, and the reason is said.
 * R2 A log point says its text at each hit from its `hits` on, and holds nothing.
 * R3 Events hold at the first place behind the entry that says them, whatever is due there.
 * R4 A step of a debugger ends only where something is about to be visited or the flow is about to fail; a wish to hold is
 *    granted at any place.
 */
export interface Wishes {
  readonly steps: readonly StepBreakpoint[];
  readonly events: readonly EventBreakpoint[];
  readonly mode: Mode;
}

export type Mode =
  | { readonly do: 'continue' }
  /** Held at the next place: before the first action, or at somebody's wish. */
  | { readonly do: 'entry' | 'hold' }
  | { readonly do: 'over' | 'into' | 'out'; readonly from: Within };

/** By id of the breakpoint. */
export type Hits = Readonly<Record<string, number>>;

export interface Stop {
  readonly why: 'entry' | 'step' | 'pause' | 'breakpoint' | EventBreakpoint;
  readonly text: string;
  readonly hit: readonly string[];
}

export interface Decided {
  /** Null: it goes on. */
  readonly stop: Stop | null;
  readonly logs: readonly DebugLog[];
  readonly hits: Hits;
}

/** @param happened since the last place that was decided */
export function decideStop(wishes: Wishes, hits: Hits, happened: readonly Happened[], point: HoldPoint): Decided {
  const met = point.next === 'visits' ? metAt(wishes.steps, hits, point) : [];
  const now = { ...hits, ...Object.fromEntries(met.map(({ breakpoint, count }) => [breakpoint.id, count])) };
  const enough = met.filter(({ breakpoint, count }) => count >= (breakpoint.hits ?? 1));
  const logs = enough.flatMap(({ breakpoint: { id, step, log }, due, fault }): readonly DebugLog[] => {
    if (log === undefined) return [];
    return [{ id, step, text: `${logText(log, envOf(point, due))}${fault === null ? '' : ` (${fault})`}` }];
  });
  const holding = enough.filter(({ breakpoint }) => breakpoint.log === undefined);
  const events = [...happened, ...aboutToFail(point.end)].filter(({ event }) => wishes.events.includes(event));
  return { stop: stopOf(wishes.mode, events, holding, point), logs, hits: now };
}

interface Met {
  readonly breakpoint: StepBreakpoint;
  readonly due: Due;
  readonly count: number;
  /** Why its condition could not be told. */
  readonly fault: string | null;
}

function metAt(steps: readonly StepBreakpoint[], hits: Hits, point: HoldPoint): readonly Met[] {
  const flow = point.plan.flow.id;
  return point.due.flatMap((due) =>
    steps.flatMap((breakpoint): readonly Met[] => {
      if (breakpoint.flow !== flow || breakpoint.step !== due.step) return [];
      const fault = faultOf(breakpoint.condition, point, due);
      return fault === false ? [] : [{ breakpoint, due, fault, count: (hits[breakpoint.id] ?? 0) + 1 }];
    }),
  );
}

/** False: the condition does not hold. Null: it does. */
function faultOf(condition: string | undefined, point: HoldPoint, due: Due): string | null | false {
  if (condition === undefined) return null;
  const value = evaluate(condition, envOf(point, due));
  if (!value.ok) return `its condition cannot be told: ${value.why}`;
  if (typeof value.value !== 'boolean') return 'its condition gives neither true nor false';
  return value.value ? null : false;
}

const envOf = ({ plan, state, extra }: HoldPoint, due: Due) =>
  expressionEnv(plan, viewOf(state, plan.within), due, extra);

function stopOf(mode: Mode, events: readonly Happened[], met: readonly Met[], point: HoldPoint): Stop | null {
  const hit = met.map(({ breakpoint }) => breakpoint.id);
  const said = [
    ...events.map(({ text }) => text),
    ...met.map(({ due, count, fault }) => {
      const times = count === 1 ? '' : `, hit ${count} times`;
      return `breakpoint at "${due.step}"${times}${fault === null ? '' : `; ${fault}`}`;
    }),
  ];
  const stop = (why: Stop['why'], text: string): Stop => ({ why, text: capital([...said, text]), hit });
  const [event] = events;
  if (event !== undefined) return stop(event.event, '');
  if (met.length > 0) return stop('breakpoint', '');
  switch (mode.do) {
    case 'continue':
      return null;
    case 'entry':
      return stop('entry', 'before its first action');
    case 'hold':
      return stop('pause', 'held at your wish');
    case 'over':
    case 'into':
    case 'out':
      return endsStep(mode.do, mode.from, point.within) ? stepEnd(point, stop) : null;
  }
}

function stepEnd({ next, end }: HoldPoint, stop: (why: 'step', text: string) => Stop): Stop | null {
  const [failing] = aboutToFail(end);
  if (failing !== undefined) return stop('step', failing.text);
  return next === 'visits' ? stop('step', 'after a step') : null;
}

function capital(texts: readonly string[]): string {
  const text = [...new Set(texts)].filter((each) => each !== '').join('; ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`.slice(0, 10_000);
}
