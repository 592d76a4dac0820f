import type { CliCommand } from './command';
import { argument, isOn, text, texts } from './command';
import { findRun } from './findRun';
import { APPROVE, JSON_LINES, NO_WAIT, RAISE, WORKSPACE } from './options';
import { raisedBounds } from './overrides';
import { resumeInForeground } from './resumeRun';
import { rootToSearch } from './root';

export const resume: CliCommand = {
  name: 'resume',
  takes: '<run>',
  summary: 'Goes on with a run that was stopped, interrupted, parked or failed, in the foreground',
  options: { workspace: WORKSPACE, raise: RAISE, approve: APPROVE, 'no-wait': NO_WAIT, json: JSON_LINES },
  more: ['A run that a bound has stopped goes on only with that bound raised. Counters and spend are kept.'],
  arguments: [1, 1],
  run: async (given, terminal) => {
    const raised = raisedBounds(texts(given, 'raise'));
    const folder = await findRun(argument(given, 0), await rootToSearch(text(given, 'workspace')));
    const how = { approve: text(given, 'approve'), json: isOn(given, 'json'), wait: !isOn(given, 'no-wait') };
    return resumeInForeground(folder, { raised, ...how }, terminal);
  },
};
