import type { Spend } from '../../loops/spend';
import { addTurn, EMPTY_SPEND } from '../../loops/spend';
import type { ChildRun, StepRun, Stretch } from '../history';

/** What a visit of a step spent: its own turns, those that died without a record, and all that it called. */
export function spendOfRun(run: StepRun): Spend {
  let spend = run.earlier;
  for (const attempt of run.attempts) {
    if (attempt.usage !== null) spend = addTurn(spend, run.step, attempt.usage);
  }
  return run.children.length === 0 ? spend : run.children.reduce((sum, child) => plus(sum, child.spend), spend);
}

/** `earlier`, once an attempt of this number begins again: what the one before it spent is not forgotten. */
export const earlierWith = (run: StepRun, attempt: number): Spend =>
  run.attempts
    .filter((each) => each.attempt === attempt)
    .reduce((spend, { usage }) => (usage === null ? spend : addTurn(spend, run.step, usage)), run.earlier);

/** What several visits spent together. */
export const spendOf = (runs: readonly StepRun[]): Spend =>
  runs.reduce((sum, run) => plus(sum, run.spend), EMPTY_SPEND);

/** The sum over the parts; the one that was known before where nothing in it has changed. */
export function spendOfSteps(before: Stretch, steps: readonly StepRun[]): Spend {
  const same = steps.every((run, index) => run.spend === (before.steps[index]?.spend ?? EMPTY_SPEND));
  return same ? before.spend : spendOf(steps);
}

export function spendOfStretches(before: ChildRun, stretches: readonly Stretch[]): Spend {
  const same = stretches.every((each, index) => each.spend === (before.stretches[index]?.spend ?? EMPTY_SPEND));
  return same ? before.spend : stretches.reduce((sum, each) => plus(sum, each.spend), EMPTY_SPEND);
}

function plus(a: Spend, b: Spend): Spend {
  if (a === EMPTY_SPEND || b === EMPTY_SPEND) return a === EMPTY_SPEND ? b : a;
  return {
    usd: Math.round((a.usd + b.usd) * 1e9) / 1e9,
    tokens: a.tokens + b.tokens,
    turns: a.turns + b.turns,
    unknownUsd: a.unknownUsd + b.unknownUsd,
    unknownTokens: a.unknownTokens + b.unknownTokens,
    firstUnknown: a.firstUnknown ?? b.firstUnknown,
  };
}
