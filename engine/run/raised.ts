import type { GroupLoop, ImproveLoop, UntilLoop } from '../flow/schema';
import type { Caps } from '../loops/bounds';
import type { RaisedBounds } from '../trace/control';
import { BUDGET } from '../trace/control';
import { qualified } from '../trace/scope';
import type { Plan } from './plan';
import type { RunState } from './state';

/** The loop as it is in force: as the flow says, with what resumes have raised and people have changed. */
export function loopInForce(plan: Plan, state: RunState, id: string): UntilLoop | undefined {
  const loop = plan.loops[id]?.loop;
  const raised = changed(plan, state, id);
  if (loop === undefined || raised === undefined) return loop;
  const usd = raised.usd ?? loop.spendCap?.usd;
  const tokens = raised.tokens ?? loop.spendCap?.tokens;
  return {
    ...loop,
    maxPasses: raised.maxPasses ?? loop.maxPasses,
    ...(usd === undefined && tokens === undefined
      ? {}
      : { spendCap: { ...(usd === undefined ? {} : { usd }), ...(tokens === undefined ? {} : { tokens }) } }),
    ...(raised.noProgressCeiling === undefined ? {} : { noProgressCeiling: raised.noProgressCeiling }),
  };
}

/** A group or an improve loop as it is in force. */
export function spanInForce<L extends GroupLoop | ImproveLoop>(plan: Plan, state: RunState, id: string, loop: L): L {
  const most = changed(plan, state, id)?.maxIterations;
  return most === undefined ? loop : { ...loop, maxIterations: most };
}

/** The spend bounds over a step: those of its loop and of the loops and budgets around a call, and the run's budget. */
export function caps(
  plan: Plan,
  state: RunState,
  loop: string | undefined,
): { readonly spendCap: Caps; readonly budget: Caps } {
  const own = loop === undefined ? {} : (loopInForce(plan, state, loop)?.spendCap ?? {});
  return { spendCap: tighter(own, plan.around), budget: budgetOf(plan, state) };
}

/** The budget of the plan's own flow in absolute terms: that of a called flow counts from its call. */
function budgetOf(plan: Plan, state: RunState): Caps {
  const { usd, tokens } = { ...plan.flow.budget, ...changed(plan, state, BUDGET) };
  const before = state.children[plan.within]?.before;
  return {
    usd: usd === undefined ? undefined : usd + (before?.usd ?? 0),
    tokens: tokens === undefined ? undefined : tokens + (before?.tokens ?? 0),
  };
}

/** When the flow's time is over, in milliseconds since 1970: its own minutes, or those around the call. */
export function deadlineOf(plan: Plan, state: RunState): number | undefined {
  const minutes = changed(plan, state, BUDGET)?.minutes ?? plan.flow.budget?.minutes;
  const startedAt = plan.within === '' ? state.head?.startedAt : state.children[plan.within]?.startedAt;
  const own = minutes === undefined ? undefined : Date.parse(startedAt ?? '') + minutes * 60_000;
  return least(own, plan.around.deadline);
}

const DEFAULT_SUPER_STEPS = 1000;

/** How many super-steps outside every loop the flow may take. */
export const superStepLimit = (plan: Plan, state: RunState): number =>
  changed(plan, state, BUDGET)?.superSteps ?? plan.flow.budget?.superSteps ?? DEFAULT_SUPER_STEPS;

const changed = (plan: Plan, state: RunState, id: string): RaisedBounds | undefined =>
  state.head?.raised[qualified(plan.place, id)];

const tighter = (a: Caps, b: Caps): Caps => ({ usd: least(a.usd, b.usd), tokens: least(a.tokens, b.tokens) });

function least(a: number | undefined, b: number | undefined): number | undefined {
  if (a === undefined) return b;
  return b === undefined ? a : Math.min(a, b);
}
