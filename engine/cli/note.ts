import { ACT_OPTIONS, actOnRun } from './actOnRun';
import type { CliCommand } from './command';
import { argument } from './command';

export const note: CliCommand = {
  name: 'note',
  takes: '<run> <loop> <text>',
  summary: "Adds a note for a loop's next pass; where nobody carries the run, goes on with it in the foreground",
  options: ACT_OPTIONS,
  arguments: [3, 3],
  run: (given, terminal) =>
    actOnRun(given, { do: 'note', loop: argument(given, 1), text: argument(given, 2) }, terminal),
};
