import type { Spend } from '../../loops/spend';
import { addTurn, EMPTY_SPEND } from '../../loops/spend';
import type { StepRun } from '../history';

/**
 * What the attempts of these visits spent, by worker, in the order in which the workers began; what they called counts too.
 * Turns that were taken again under the same number are not among them: nobody knows any more whose they were.
 */
export function spendByWorker(steps: readonly StepRun[]): ReadonlyMap<string, Spend> {
  const spent = new Map<string, Spend>();
  const see = (run: StepRun): void => {
    for (const { worker, usage } of run.attempts) {
      if (worker === null || usage === null) continue;
      spent.set(worker, addTurn(spent.get(worker) ?? EMPTY_SPEND, run.step, usage));
    }
    for (const child of run.children) for (const stretch of child.stretches) stretch.steps.forEach(see);
  };
  steps.forEach(see);
  return spent;
}
