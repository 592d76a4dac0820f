import { join } from 'node:path';
import { followTrace } from '../node/followTrace';
import { TRACE_FILE } from '../node/runFolder';
import { fold } from '../run/fold';
import type { RunState } from '../run/state';
import { EMPTY_STATE } from '../run/state';
import { connectRun } from '../runner/client';
import { holderOf, readFlowCopy, readRun } from '../runner/runs';
import type { CliCommand } from './command';
import { argument, isOn, text } from './command';
import { endLines } from './endLines';
import { exitCodeOf } from './exitCode';
import { findRun } from './findRun';
import { linesOf } from './liveLines';
import { JSON_LINES, WORKSPACE } from './options';
import { rootToSearch } from './root';

export const watch: CliCommand = {
  name: 'watch',
  takes: '<run>',
  summary: 'Shows a run from its beginning and follows it until it ends or parks, whoever carries it',
  options: { workspace: WORKSPACE, json: JSON_LINES },
  more: ['It only looks: Ctrl-C ends the watching and not the run.'],
  arguments: [1, 1],
  run: async (given, terminal) => {
    const folder = await findRun(argument(given, 0), await rootToSearch(text(given, 'workspace')));
    const flow = await readFlowCopy(folder).then(
      (copy) => copy.flow,
      () => null,
    );
    const json = isOn(given, 'json');
    const following = followTrace(join(folder, TRACE_FILE));
    let state: RunState = EMPTY_STATE;
    const show = async () => {
      const { entries, again } = await following.next();
      if (again) state = EMPTY_STATE;
      for (const { entry } of entries) {
        state = fold(state, entry);
        if (json) terminal.json(entry);
        else for (const line of linesOf(entry, state, flow)) terminal.print(line);
      }
    };
    await show();
    const holder = await holderOf(folder);
    if (holder !== null) {
      const client = await connectRun(holder, 'program', () => void show());
      await client.over;
      await show();
    }
    const { result } = await readRun(folder);
    if (json) terminal.json({ type: 'result', ...result, folder });
    else for (const line of endLines({ folder, state, result })) terminal.print(line);
    return exitCodeOf(result);
  },
};
