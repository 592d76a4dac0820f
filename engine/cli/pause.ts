import { ConvergeError } from '../failure';
import { refusalOf } from '../runner/acts';
import { connectRun } from '../runner/client';
import { readRun } from '../runner/runs';
import type { CliCommand } from './command';
import { argument, text } from './command';
import { EXIT } from './exitCode';
import { findRun } from './findRun';
import { WORKSPACE } from './options';
import { person } from './person';
import { rootToSearch } from './root';

export const pause: CliCommand = {
  name: 'pause',
  takes: '<run>',
  summary: 'Parks a run at its next boundary, until it is resumed',
  options: { workspace: WORKSPACE },
  arguments: [1, 1],
  run: async (given, terminal) => {
    const folder = await findRun(argument(given, 0), await rootToSearch(text(given, 'workspace')));
    const { holder, state } = await readRun(folder);
    if (holder === null) {
      const refusal = refusalOf({ do: 'pause' }, state);
      const why = refusal?.message ?? 'Nobody carries it, so it does nothing until it is resumed.';
      throw new ConvergeError(refusal?.code ?? 'not-waiting', `There is nothing to pause in ${folder}. ${why}`);
    }
    const client = await connectRun(holder, 'program');
    try {
      await client.act({ do: 'pause' }, person());
    } finally {
      client.close();
    }
    terminal.print(`Told the process that carries the run (pid ${client.pid}) to pause. Go on with: converge resume.`);
    return EXIT.complete;
  },
};
