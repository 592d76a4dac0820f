import type { Action } from '../decide';
import type { HoldPoint } from '../hold';
import type { Plan } from '../plan';
import type { RunState } from '../state';

/** Where a debugger can hold the flow before this action; null: nothing follows. */
export function pointOf(plan: Plan, state: RunState, action: Action): Omit<HoldPoint, 'state' | 'within'> | null {
  const at = { plan, extra: {}, due: [] };
  switch (action.do) {
    case 'nothing':
      return null;
    case 'super-step':
      return { ...at, next: 'visits', due: action.due };
    case 'enter-loop': {
      const due = state.frontier.filter(({ step }) => plan.loops[action.loop]?.loop.head === step);
      return { ...at, next: 'loop', due };
    }
    case 'end-pass':
      return { ...at, next: 'pass-end' };
    case 'ask-budget':
      return { ...at, next: 'park' };
    case 'end':
      return { ...at, next: 'end', end: action.end };
  }
}
