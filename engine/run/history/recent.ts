import type { ChildRun, FlowHistory, RunHistory, StepRun } from '../history';

/** Visits that a history of a run that is followed tells of at most, more or less; then the older half is let go. */
const MOST_VISITS = 2000;

/**
 * The newer part of a history that has become long, for whoever follows a run as long as it goes; null where it is not
 * long. The newest two stretches stay, whatever they hold. Of batches, rounds and acts those stay that are not older, and
 * those that are not over.
 */
export function recentOf(history: RunHistory, most = MOST_VISITS): RunHistory | null {
  const weights = history.stretches.map(({ steps }) => sum(steps.map(visitsOf)));
  if (sum(weights) <= most) return null;
  let first = history.stretches.length;
  for (let left = most / 2; first > 0; first--) {
    left -= weights[first - 1] ?? 0;
    if (left < 0) break;
  }
  first = Math.min(first, history.stretches.length - 2);
  const from = history.stretches[first]?.startedAt;
  if (first <= 0 || from === undefined) return null;
  return {
    ...history,
    stretches: history.stretches.slice(first),
    batches: history.batches.filter(({ endedAt }) => endedAt === null || endedAt >= from),
    rounds: history.rounds.filter(({ endedAt }) => endedAt === null || endedAt >= from),
    acts: history.acts.filter(({ at }) => at >= from),
  };
}

const visitsOf = (run: StepRun): number => 1 + sum(run.children.map(visitsIn));
const visitsIn = ({ stretches }: ChildRun | FlowHistory): number =>
  sum(stretches.flatMap(({ steps }) => steps.map(visitsOf)));
const sum = (numbers: readonly number[]): number => numbers.reduce((so, each) => so + each, 0);
