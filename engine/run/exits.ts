import { evaluate } from '../flow/expression';
import type { Decision } from '../trace/decision';
import type { Due } from '../trace/scope';
import { foldFlowDecisions } from './foldDecision';
import type { Plan } from './plan';
import { expressionEnv } from './reads';
import type { RunState } from './state';

/** Which tails of groups lead out, on the state as it is behind these events. */
export interface Exits {
  /** Those whose condition is true. */
  readonly exits: ReadonlySet<string>;
  /** By step, why its condition could not be told: it counts as false. */
  readonly untold: ReadonlyMap<string, string>;
}

export function exitsOf(plan: Plan, before: RunState, done: readonly Due[], events: readonly Decision[]): Exits {
  const exits = new Set<string>();
  const untold = new Map<string, string>();
  const tails = Object.values(plan.groups).flatMap(({ loop }) =>
    loop.exitWhen !== undefined && done.some(({ step }) => step === loop.from)
      ? [[loop.from, loop.exitWhen] as const]
      : [],
  );
  if (tails.length === 0) return { exits, untold };
  const flow = foldFlowDecisions(before, events, before.superStep + 1);
  const after: RunState = { ...before, ...flow };
  const env = expressionEnv(plan, after);
  for (const [tail, when] of tails) {
    const value = evaluate(when, env);
    if (!value.ok) untold.set(tail, value.why);
    else if (typeof value.value !== 'boolean') untold.set(tail, 'it gives neither true nor false');
    else if (value.value) exits.add(tail);
  }
  return { exits, untold };
}
