import { ConvergeError } from '../failure';
import { connectRun } from '../runner/client';
import { holderOf } from '../runner/runs';
import type { Control } from '../trace/control';
import type { CliCommand } from './command';
import { argument, isOn, text } from './command';
import { EXIT } from './exitCode';
import { findRun } from './findRun';
import { WORKSPACE } from './options';
import { person } from './person';
import { rootToSearch } from './root';

export const stop: CliCommand = {
  name: 'stop',
  takes: '<run>',
  summary: 'Stops a run at its next boundary, or now, and waits until it has stopped',
  options: {
    workspace: WORKSPACE,
    'after-pass': { type: 'boolean', help: 'stop at the end of the running pass' },
    now: { type: 'boolean', help: 'end every process of the run at once (cancelled)' },
    'no-wait': { type: 'boolean', help: 'only tell the process that carries the run' },
  },
  arguments: [1, 1],
  run: async (given, terminal) => {
    const folder = await findRun(argument(given, 0), await rootToSearch(text(given, 'workspace')));
    const holder = await holderOf(folder);
    if (holder === null) {
      throw new ConvergeError('not-waiting', `Nobody carries the run in ${folder}, so there is nothing to stop.`);
    }
    const client = await connectRun(holder, 'program');
    try {
      const wish: Control = isOn(given, 'now')
        ? { do: 'cancel' }
        : isOn(given, 'after-pass')
          ? { do: 'stop', when: 'pass' }
          : { do: 'stop' };
      await client.act(wish, person());
      terminal.print(`Told the process that carries the run (pid ${client.pid}) to stop.`);
      if (isOn(given, 'no-wait')) return EXIT.complete;
      const result = await client.over;
      terminal.print(result === null ? 'It has ended.' : `It has ended: ${result.outcome}.`);
      return EXIT.complete;
    } finally {
      client.close();
    }
  },
};
