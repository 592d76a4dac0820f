import { ConvergeError } from '../failure';
import { refusalOf } from '../runner/acts';
import { connectRun } from '../runner/client';
import { NO_MACHINE } from '../runner/machine';
import { readRun } from '../runner/runs';
import type { Control } from '../trace/control';
import type { CliCommand, Given } from './command';
import { argument, isOn, text, UsageError } from './command';
import { EXIT } from './exitCode';
import { findRun } from './findRun';
import { WORKSPACE } from './options';
import { person } from './person';
import { resumeInForeground } from './resumeRun';
import { rootToSearch } from './root';
import type { Terminal } from './terminal';

export const stop: CliCommand = {
  name: 'stop',
  takes: '<run>',
  summary: 'Stops a run at its next boundary, or now, and waits until it has stopped; a parked one at once',
  options: {
    workspace: WORKSPACE,
    'after-pass': { type: 'boolean', help: 'stop at the end of the running pass' },
    now: { type: 'boolean', help: 'end every process of the run at once (cancelled)' },
    'no-wait': { type: 'boolean', help: 'only tell the process that carries the run' },
  },
  arguments: [1, 1],
  run: async (given, terminal) => {
    const wish = wishOf(given);
    const folder = await findRun(argument(given, 0), await rootToSearch(text(given, 'workspace')));
    const { holder, state } = await readRun(folder);
    if (holder === null) {
      const refusal = refusalOf(wish, state);
      if (refusal) throw new ConvergeError(refusal.code, `There is nothing to stop in ${folder}. ${refusal.message}`);
      return stopParked(folder, wish, terminal);
    }
    const client = await connectRun(holder, 'program');
    try {
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

function wishOf(given: Given): Extract<Control, { do: 'stop' | 'cancel' }> {
  const [now, afterPass] = [isOn(given, 'now'), isOn(given, 'after-pass')];
  if (now && afterPass) throw new UsageError('give --now or --after-pass, not both');
  if (now) return { do: 'cancel' };
  return afterPass ? { do: 'stop', when: 'pass' } : { do: 'stop' };
}

/** A run that nobody carries stands at a boundary: it is ended there, and nothing of it is executed. */
async function stopParked(folder: string, wish: Control, terminal: Terminal): Promise<number> {
  if (wish.do === 'stop' && wish.when === 'pass') {
    const message = `Nobody carries the run in ${folder}, so its pass does not go on. Stop it as it is, without --after-pass.`;
    throw new ConvergeError('not-waiting', message);
  }
  const acts = [{ act: wish, by: person() }];
  const how = { raised: {}, approve: 'any', json: false, wait: false, acts, machine: NO_MACHINE };
  const code = await resumeInForeground(folder, how, terminal);
  return code === EXIT.other || code === EXIT.cancelled ? EXIT.complete : code;
}
