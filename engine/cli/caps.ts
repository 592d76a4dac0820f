import { ACT_OPTIONS, actOnRun } from './actOnRun';
import type { CliCommand } from './command';
import { argument, UsageError } from './command';
import { raisedBounds } from './overrides';

export const caps: CliCommand = {
  name: 'caps',
  takes: '<run> <loop.bound=n>',
  summary: 'Sets other caps on a run, higher or lower; counters stay. Goes on with it where nobody carries it',
  options: ACT_OPTIONS,
  more: ['As in: converge caps 20261130-130512-4f2a fix.maxPasses=8, or budget.usd=5 for the run’s own budget.'],
  arguments: [2, 2],
  run: (given, terminal) => {
    const [first, ...others] = Object.entries(raisedBounds([argument(given, 1)]));
    if (first === undefined || others.length > 0) throw new UsageError('give one loop and its bound');
    const [loop, bounds] = first;
    return actOnRun(given, { do: 'caps', loop, caps: bounds }, terminal);
  },
};
