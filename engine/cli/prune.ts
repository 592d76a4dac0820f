import { counted } from '../counted';
import { durationMs } from '../flow/duration';
import { outcomeText } from '../run/outcomeText';
import { prunable, removeRun, runsToPrune } from '../runner/prune';
import type { Reading } from '../runner/runs';
import type { CliCommand, Given } from './command';
import { isOn, text, UsageError } from './command';
import { EXIT } from './exitCode';
import { JSON_VALUE, WORKSPACE } from './options';
import { rootToSearch } from './root';

export const prune: CliCommand = {
  name: 'prune',
  takes: '--keep <n> | --older-than <time>',
  summary: 'Removes the folders of runs that have ended',
  options: {
    workspace: WORKSPACE,
    keep: { type: 'string', value: 'n', help: 'the newest n runs stay' },
    'older-than': { type: 'string', value: 'time', help: 'only runs last heard of so long ago: 30d, 12h, 90m' },
    all: { type: 'boolean', help: 'runs that wait, are paused or were interrupted too' },
    'dry-run': { type: 'boolean', help: 'say what would go, and remove nothing' },
    json: JSON_VALUE,
  },
  more: [
    'With both, a run goes where both let it. A run that is carried now never goes. Files of the workspace, flows and',
    'snapshots are not touched.',
  ],
  arguments: [0, 0],
  run: async (given, terminal) => {
    const rules = rulesOf(given);
    const look = isOn(given, 'dry-run');
    const root = await rootToSearch(text(given, 'workspace'));
    const runs = await runsToPrune(root, { look });
    const wanted = prunable(runs, rules, Date.now());
    const gone: Reading[] = [];
    for (const run of wanted) if (look || (await removeRun(run.folder, rules))) gone.push(run);
    const kept = runs.length - gone.length;
    if (isOn(given, 'json')) {
      terminal.json({ removed: gone.map(({ run, folder }) => ({ run, folder })), kept, dryRun: look });
      return EXIT.complete;
    }
    for (const run of gone)
      terminal.print(`${run.run}  ${run.result.flow.id || '(unreadable)'}  ${outcomeText(run.result)}`);
    terminal.print(`${counted(gone.length, 'run')} ${look ? 'would be removed' : 'removed'}, ${kept} kept.`);
    return EXIT.complete;
  },
};

function rulesOf(given: Given) {
  const [keep, olderThan] = [text(given, 'keep'), text(given, 'older-than')];
  if (keep === undefined && olderThan === undefined)
    throw new UsageError('say which runs may go: all but the newest (--keep 10), old ones (--older-than 30d), or both');
  if (keep !== undefined && !/^\d{1,9}$/.test(keep)) throw new UsageError(`--keep ${keep}: give a whole number`);
  const olderThanMs = olderThan === undefined ? undefined : durationMs(olderThan);
  if (olderThan !== undefined && olderThanMs === undefined)
    throw new UsageError(`--older-than ${olderThan}: give a whole number with s, m, h or d, such as 30d`);
  return {
    ...(keep === undefined ? {} : { keep: Number(keep) }),
    ...(olderThanMs === undefined ? {} : { olderThanMs }),
    all: isOn(given, 'all'),
  };
}
