import { evaluate } from '../flow/expression';
import type { Decision } from '../trace/decision';
import type { Due } from '../trace/scope';
import { foldFlowDecisions } from './foldDecision';
import type { Plan } from './plan';
import { expressionEnv } from './reads';
import type { RunState } from './state';

/** Tails of groups whose condition is true on the state as it is behind these events. */
export function exitsOf(
  plan: Plan,
  before: RunState,
  done: readonly Due[],
  events: readonly Decision[],
): ReadonlySet<string> {
  const tails = Object.values(plan.groups).flatMap(({ loop }) =>
    loop.exitWhen !== undefined && done.some(({ step }) => step === loop.from)
      ? [[loop.from, loop.exitWhen] as const]
      : [],
  );
  if (tails.length === 0) return new Set();
  const flow = foldFlowDecisions(before, events, before.superStep + 1);
  const after: RunState = { ...before, ...flow };
  const env = expressionEnv(plan, after);
  return new Set(
    tails.flatMap(([tail, when]) => {
      const value = evaluate(when, env);
      return value.ok && value.value === true ? [tail] : [];
    }),
  );
}
