import { held } from '../loops/stepMatter';
import type { StepResult } from '../trace/result';
import type { ImproveSpan, Plan } from './plan';
import type { RunState } from './state';

/** Whether the engine's own checks of an improve loop's round held: what its steps came to since the round began. */
export function roundHeld(plan: Plan, state: RunState, span: ImproveSpan, tail: string, result: StepResult): boolean {
  const id = plan.innerOf.get(tail) ?? '';
  const since = state.improves[id]?.since ?? 0;
  return span.body.every((step) => {
    if (step === tail) return held(result) && passed(result);
    const known = state.steps[step];
    return known === undefined || known.at <= since || (held(known.result) && passed(known.result));
  });
}

const passed = (result: StepResult): boolean => result.kind !== 'gate' || result.read === 'passed';
