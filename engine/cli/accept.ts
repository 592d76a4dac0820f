import { ACT_OPTIONS, actOnRun } from './actOnRun';
import type { CliCommand } from './command';
import { argument, text, UsageError } from './command';

export const accept: CliCommand = {
  name: 'accept',
  takes: '<run> <latch> --why <reason>',
  summary: 'Accepts the change that a latch is about; where nobody carries the run, goes on with it in the foreground',
  options: {
    why: { type: 'string', value: 'reason', help: 'why the change is right; kept in the ledger' },
    ...ACT_OPTIONS,
  },
  arguments: [2, 2],
  run: (given, terminal) => {
    const why = text(given, 'why')?.trim();
    if (!why) throw new UsageError('--why is missing: an accepted change needs its reason');
    return actOnRun(given, { do: 'accept', latch: argument(given, 1), why }, terminal);
  },
};
