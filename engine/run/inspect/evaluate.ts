import type { Evaluated } from '../../flow/expression';
import { evaluate } from '../../flow/expression';
import type { Say } from '../../say';
import { english } from '../../say';
import { expressionEnv } from '../reads';
import type { RunState } from '../state';
import { viewOf } from '../state';
import { extraAt } from './extra';
import type { Frame } from './frame';
import type { FlowsInForce } from './levels';
import { placedAt } from './levels';

/** The value of CEL as a `when` at this place would see it. Never throws. */
export function evaluateIn(
  state: RunState,
  flows: FlowsInForce | null,
  { within, due }: Pick<Frame, 'within' | 'due'>,
  expression: string,
  say: Say = english,
): Evaluated {
  const placed = flows === null ? null : placedAt(flows, state, within);
  if (placed === null)
    return { ok: false, why: say('the flow of this place is not known: the run folder has no copy of it') };
  const view = viewOf(state, within);
  return evaluate(expression, expressionEnv(placed.plan, view, due ?? undefined, extraAt(placed.plan, state, within)));
}
