import type { UntilLoop } from '../flow/schema';
import type { Caps } from '../loops/bounds';
import type { Plan } from './decide';
import type { RunState } from './state';

/** The loop as it is in force: as the flow says, with what resumes have raised. */
export function loopInForce(plan: Plan, state: RunState, id: string): UntilLoop | undefined {
  const loop = plan.loops[id]?.loop;
  const raised = state.head?.raised[id];
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

/** The spend bounds over a step: those of its loop, and the run's budget. */
export function caps(
  plan: Plan,
  state: RunState,
  loop: string | undefined,
): { readonly spendCap: Caps; readonly budget: Caps } {
  const { usd, tokens } = plan.flow.budget ?? {};
  return {
    spendCap: loop === undefined ? {} : (loopInForce(plan, state, loop)?.spendCap ?? {}),
    budget: { usd, tokens },
  };
}
