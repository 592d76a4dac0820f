import { evaluate } from '../../flow/expression';
import type { Saying } from '../../say';
import { toSay } from '../../say';
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
  /** For people, one thing after the other. */
  readonly said: readonly Saying[];
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
    return [{ id, step, text: logText(log, envOf(point, due)), ...(fault !== null && { fault }) }];
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
  readonly fault: Saying | null;
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
function faultOf(condition: string | undefined, point: HoldPoint, due: Due): Saying | null | false {
  if (condition === undefined) return null;
  const value = evaluate(condition, envOf(point, due));
  if (!value.ok) return toSay('its condition cannot be told: {0}', value.why);
  if (typeof value.value !== 'boolean') return toSay('its condition gives neither true nor false');
  return value.value ? null : false;
}

const envOf = ({ plan, state, extra }: HoldPoint, due: Due) =>
  expressionEnv(plan, viewOf(state, plan.within), due, extra);

function stopOf(mode: Mode, events: readonly Happened[], met: readonly Met[], point: HoldPoint): Stop | null {
  const hit = met.map(({ breakpoint }) => breakpoint.id);
  const first = [...events.map((event) => event.said), ...met.flatMap(metSaid)];
  const stop = (why: Stop['why'], ...last: readonly Saying[]): Stop => ({ why, said: [...first, ...last], hit });
  const [event] = events;
  if (event !== undefined) return stop(event.event);
  if (met.length > 0) return stop('breakpoint');
  switch (mode.do) {
    case 'continue':
      return null;
    case 'entry':
      return stop('entry', toSay('before its first action'));
    case 'hold':
      return stop('pause', toSay('held at your wish'));
    case 'over':
    case 'into':
    case 'out': {
      const over = endsStep(mode.do, mode.from, point.within) ? stepEnd(point) : null;
      return over === null ? null : stop('step', over);
    }
  }
}

const metSaid = ({ due: { step }, count, fault }: Met): readonly Saying[] => [
  count === 1 ? toSay('breakpoint at "{0}"', step) : toSay('breakpoint at "{0}", hit {1} times', step, count),
  ...(fault === null ? [] : [fault]),
];

function stepEnd({ next, end }: HoldPoint): Saying | null {
  const [failing] = aboutToFail(end);
  if (failing !== undefined) return failing.said;
  return next === 'visits' ? toSay('after a step') : null;
}
