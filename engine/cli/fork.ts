import { basename } from 'node:path';
import { forkRun } from '../runner/fork';
import type { CliCommand } from './command';
import { argument, text, texts, UsageError } from './command';
import { EXIT } from './exitCode';
import { findRun } from './findRun';
import { valuesOf } from './inputs';
import { WORKSPACE } from './options';
import { rootToSearch } from './root';

export const fork: CliCommand = {
  name: 'fork',
  takes: '<run>',
  summary: 'Makes a new run that begins as another one was, to go on from there another way',
  options: {
    workspace: WORKSPACE,
    at: { type: 'string', value: 'n', help: 'behind super-step n (default: the last that was committed)' },
    set: {
      type: 'string',
      multiple: true,
      value: 'channel=value',
      help: 'a channel as it is to be, as JSON or text; can be repeated',
    },
  },
  more: ['The run it comes from is not changed. The files of the workspace stay as they are now.'],
  arguments: [1, 1],
  run: async (given, terminal) => {
    const at = text(given, 'at');
    if (at !== undefined && !/^\d+$/.test(at)) throw new UsageError(`--at ${at}: give the number of a super-step`);
    const set = valuesOf(texts(given, 'set'), '--set', 'plan={"tasks":[]}');
    const folder = await findRun(argument(given, 0), await rootToSearch(text(given, 'workspace')));
    const made = await forkRun({ folder, ...(at === undefined ? {} : { at: Number(at) }), set });
    terminal.print(`Made ${made.run}: as ${basename(folder)} was behind super-step ${made.superStep}.`);
    terminal.print(`Go on with it: converge resume ${made.run}`);
    return EXIT.complete;
  },
};
