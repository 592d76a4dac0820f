import { connectRun } from '../runner/client';
import { holderOf } from '../runner/runs';
import type { Control } from '../trace/control';
import type { Given } from './command';
import { argument, isOn, text, texts } from './command';
import { EXIT } from './exitCode';
import { findRun } from './findRun';
import { machineOf } from './machine';
import { APPROVE, JSON_LINES, MACHINE_OPTIONS, NO_WAIT, RAISE, WORKSPACE } from './options';
import { raisedBounds } from './overrides';
import { person } from './person';
import { resumeInForeground } from './resumeRun';
import { rootToSearch } from './root';
import type { Terminal } from './terminal';

/** Options of every command that acts on a run and carries it on where nobody does. */
export const ACT_OPTIONS = {
  workspace: WORKSPACE,
  raise: RAISE,
  approve: APPROVE,
  ...MACHINE_OPTIONS,
  'no-wait': NO_WAIT,
  json: JSON_LINES,
};

/** Hands an act to whoever carries the run; where nobody does, carries it on in the foreground, the act first. */
export async function actOnRun(given: Given, act: Control, terminal: Terminal): Promise<number> {
  const folder = await findRun(argument(given, 0), await rootToSearch(text(given, 'workspace')));
  const by = person();
  const holder = await holderOf(folder);
  if (holder !== null) {
    const client = await connectRun(holder, 'program');
    try {
      await client.act(act, by);
    } finally {
      client.close();
    }
    terminal.print(`Told the process that carries the run (pid ${client.pid}): ${act.do}.`);
    return EXIT.complete;
  }
  const raised = raisedBounds(texts(given, 'raise'));
  const how = { approve: text(given, 'approve'), json: isOn(given, 'json'), wait: !isOn(given, 'no-wait') };
  return resumeInForeground(folder, { raised, ...how, acts: [{ act, by }], machine: await machineOf(given) }, terminal);
}
