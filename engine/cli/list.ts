import { counted } from '../counted';
import { outcomeText } from '../run/outcomeText';
import type { Reading } from '../runner/runs';
import { readRun, runFoldersOf } from '../runner/runs';
import type { CliCommand } from './command';
import { isOn, text } from './command';
import { toneOf } from './endLines';
import { EXIT } from './exitCode';
import { JSON_VALUE, WORKSPACE } from './options';
import { rootToSearch } from './root';
import type { Line } from './terminal';

export const list: CliCommand = {
  name: 'list',
  takes: '',
  summary: 'Lists the runs of the workspace, newest first',
  options: { workspace: WORKSPACE, json: JSON_VALUE },
  arguments: [0, 0],
  run: async (given, terminal) => {
    const root = await rootToSearch(text(given, 'workspace'));
    const runs = await Promise.all((await runFoldersOf(root)).map((folder) => readRun(folder)));
    if (isOn(given, 'json')) {
      terminal.json(
        runs.map(({ folder, result, damaged, holder }) => ({ ...result, folder, damaged, pid: holder?.pid ?? null })),
      );
    } else {
      if (runs.length === 0) terminal.print(`No runs below ${root}.`);
      for (const run of runs) terminal.print(lineOf(run));
    }
    return EXIT.complete;
  },
};

function lineOf({ run, result, damaged, holder }: Reading): Line {
  const passes = Object.entries(result.counters).map(([loop, { pass }]) => `${loop} pass ${pass}`);
  const parts = [
    outcomeText(result),
    ...passes,
    ...(result.openLatches.length > 0 ? [counted(result.openLatches.length, 'open latch', 'open latches')] : []),
    ...(damaged.length > 0 ? [counted(damaged.length, 'damaged line')] : []),
    ...(holder === null ? [] : [`carried by pid ${holder.pid}`]),
  ];
  return { text: `${run}  ${result.flow.id || '(unreadable)'}  ${parts.join(', ')}`, tone: toneOf(result) };
}
