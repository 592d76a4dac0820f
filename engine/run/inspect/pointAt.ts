import type { Within } from '../../trace/scope';
import { isItem } from '../../trace/scope';
import { pointOf } from '../debug/pointOf';
import { decide } from '../decide';
import type { HoldPoint } from '../hold';
import type { RunState } from '../state';
import { viewOf } from '../state';
import { calledStep, extraAt } from './extra';
import type { FlowsInForce } from './levels';
import { levelsOf, placedAt } from './levels';

/** The place at which a debugger would have held the run in this state; null where the flow there is not known. */
export function pointAt(state: RunState, flows: FlowsInForce, within: Within): HoldPoint | null {
  const placed = placedAt(flows, state, within);
  if (placed === null) return null;
  const { plan } = placed;
  const base = { within, plan, state, extra: extraAt(plan, state, within), due: [] };
  if (isItem(within)) {
    const step = calledStep(plan.flow, levelsOf(within).at(-1)?.step ?? '', base.extra);
    return step === null ? null : { ...base, next: 'visits', due: [{ step, visit: 1 }] };
  }
  const view = viewOf(state, within);
  const point = pointOf(plan, view, decide(plan, view)) ?? { next: 'end' as const, due: [] };
  // How it ends is said by the entry behind; what is about to happen is not told twice.
  const { end: _, ...rest } = { end: null, ...point };
  return { ...base, ...rest, plan, extra: base.extra };
}
