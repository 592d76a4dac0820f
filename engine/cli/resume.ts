import type { CliCommand, Option } from './command';
import { argument, isOn, text, texts } from './command';
import { findRun } from './findRun';
import { machineOf } from './machine';
import { APPROVE, JSON_LINES, MACHINE_OPTIONS, NO_WAIT, RAISE, WORKSPACE } from './options';
import { raisedBounds } from './overrides';
import { resumeInForeground } from './resumeRun';
import { rootToSearch } from './root';

const WITH_CHANGES: Option = {
  type: 'boolean',
  help: 'go on with the flow file as it is now; refused where it changed what the run has been through',
};

export const resume: CliCommand = {
  name: 'resume',
  takes: '<run>',
  summary: 'Goes on with a run that was stopped, interrupted, parked or failed, in the foreground',
  options: {
    workspace: WORKSPACE,
    raise: RAISE,
    'with-changes': WITH_CHANGES,
    approve: APPROVE,
    ...MACHINE_OPTIONS,
    'no-wait': NO_WAIT,
    json: JSON_LINES,
  },
  more: ['A run that a bound has stopped goes on only with that bound raised. Counters and spend are kept.'],
  arguments: [1, 1],
  run: async (given, terminal) => {
    const raised = raisedBounds(texts(given, 'raise'));
    const folder = await findRun(argument(given, 0), await rootToSearch(text(given, 'workspace')));
    const how = {
      approve: text(given, 'approve'),
      machine: await machineOf(given),
      json: isOn(given, 'json'),
      wait: !isOn(given, 'no-wait'),
      withChanges: isOn(given, 'with-changes'),
    };
    return resumeInForeground(folder, { raised, ...how }, terminal);
  },
};
