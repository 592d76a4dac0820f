import type { Meters } from '../../engine/loops/meters';
import type { Spend } from '../../engine/loops/spend';
import type { StepRun } from '../../engine/run/history';
import { spendByWorker } from '../../engine/run/history/byWorker';
import { say } from './say';
import { count, joined, spendText } from './words';

/** Each worker and each loop of a run with what it spent, a line each. Unknown is said as unknown, with its first reason. */
export const meterLines = ({ workers, loops }: Meters): readonly string[] => [
  ...workerMeterLines({ workers }),
  ...Object.entries(loops).map(([loop, spend]) => say('In loop {0}: {1}', loop, meterText(spend))),
];

/** Of the workers alone. */
export const workerMeterLines = ({ workers }: Pick<Meters, 'workers'>): readonly string[] =>
  workerLines(Object.entries(workers));

/** The same for the workers of some steps, such as those of a pass. */
export const stepsMeterLines = (steps: readonly StepRun[]): readonly string[] => workerLines([...spendByWorker(steps)]);

const workerLines = (spent: readonly (readonly [string, Spend])[]): readonly string[] =>
  spent.map(([worker, spend]) => say('{0}: {1}', worker, meterText(spend)));

function meterText(spend: Spend): string {
  const { firstUnknown } = spend;
  const said = joined(count(spend.turns, 'turn'), spendText(spend));
  return firstUnknown === null ? said : say('{0} ({1})', said, firstUnknown);
}
