import { readFlowCopy, readRun } from '../runner/runs';
import type { CliCommand } from './command';
import { argument, isOn, text } from './command';
import { EXIT } from './exitCode';
import { findRun } from './findRun';
import { JSON_VALUE, WORKSPACE } from './options';
import { rootToSearch } from './root';
import { showLines } from './showLines';

export const show: CliCommand = {
  name: 'show',
  takes: '<run>',
  summary: 'Shows a run: its passes and steps, latches, notes, questions and spend, from the run folder alone',
  options: { workspace: WORKSPACE, json: JSON_VALUE },
  arguments: [1, 1],
  run: async (given, terminal) => {
    const reading = await readRun(await findRun(argument(given, 0), await rootToSearch(text(given, 'workspace'))));
    if (isOn(given, 'json')) {
      const { folder, result, history, state, holder } = reading;
      terminal.json({ ...result, folder, ledger: state.ledger, asks: state.asks, history, pid: holder?.pid ?? null });
    } else {
      const copy = await readFlowCopy(reading.folder).catch(() => null);
      for (const line of showLines(reading, copy?.flow ?? null)) terminal.print(line);
    }
    return EXIT.complete;
  },
};
