import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { messageOf } from '../failure';
import { flowsIn, readCalledFlows } from '../runner/calledFlows';
import { findFlow } from '../runner/findFlow';
import { readFlowFile, runnable } from '../runner/flowFile';
import { withOverrides } from '../runner/startSpec';
import { programName } from '../runner/version';
import { approvalFor } from './askApproval';
import type { CliCommand, Given } from './command';
import { argument, isOn, text, texts, UsageError } from './command';
import { inForeground } from './foreground';
import { valuesOf } from './inputs';
import { machineOf, machineSpec } from './machine';
import { APPROVE, JSON_LINES, MACHINE_OPTIONS, NO_WAIT, WORKER, WORKSPACE } from './options';
import { workerOverrides } from './overrides';
import { rootOfFlow, rootToSearch } from './root';

export const run: CliCommand = {
  name: 'run',
  takes: '<flow>',
  summary: 'Runs a flow, given by path or id, in the foreground',
  options: {
    workspace: WORKSPACE,
    mode: {
      type: 'string',
      value: 'autonomous|supervised',
      help: 'an until loop repeats only when autonomous (default: supervised)',
    },
    goal: { type: 'string', value: 'text', help: "the goal, in place of the flow's own" },
    'goal-file': { type: 'string', value: 'file', help: 'the same from a file' },
    start: {
      type: 'string',
      multiple: true,
      value: 'step',
      help: 'begin at another step, on purpose; can be repeated',
    },
    input: {
      type: 'string',
      multiple: true,
      value: 'name=value',
      help: 'an input of the flow, as JSON or text; can be repeated',
    },
    approve: APPROVE,
    worker: WORKER,
    ...MACHINE_OPTIONS,
    'no-wait': NO_WAIT,
    json: JSON_LINES,
  },
  more: [
    'Ctrl-C once stops at the next boundary, twice at once: every process that was started is ended. While the run is',
    'parked until a time, Ctrl-C leaves it parked (exit code 5).',
  ],
  arguments: [1, 1],
  run: async (given, terminal) => {
    const mode = modeOf(given);
    const goal = await goalOf(given);
    const start = texts(given, 'start');
    const inputs = valuesOf(texts(given, 'input'), '--input', 'issue=42');
    const overrides = workerOverrides(texts(given, 'worker'));
    const machine = await machineOf(given);
    const workspace = text(given, 'workspace');
    const flowPath = await findFlow(argument(given, 0), await rootToSearch(workspace));
    const flow = withOverrides(runnable(await readFlowFile(flowPath)), overrides);
    const root = await rootOfFlow(flowPath, workspace);
    if (text(given, 'mode') === undefined)
      terminal.complain({
        text: 'Mode is supervised: each loop runs once. --mode autonomous lets it repeat.',
        tone: 'dim',
      });
    const called = flowsIn(await readCalledFlows(flow, root));
    const approve = await approvalFor([flow, ...called], root, text(given, 'approve'), terminal, undefined, machine);
    return inForeground(
      {
        kind: 'start',
        flowPath,
        root,
        mode,
        ...(goal === undefined ? {} : { goal }),
        ...(start.length === 0 ? {} : { start }),
        inputs,
        overrides,
        ...machineSpec(machine),
        approve,
        trusted: true,
        program: programName('program'),
      },
      terminal,
      { json: isOn(given, 'json'), wait: !isOn(given, 'no-wait') },
    );
  },
};

function modeOf(given: Given): 'autonomous' | 'supervised' {
  const mode = text(given, 'mode') ?? 'supervised';
  if (mode === 'autonomous' || mode === 'supervised') return mode;
  throw new UsageError(`--mode ${mode}: it is autonomous or supervised`);
}

async function goalOf(given: Given): Promise<string | undefined> {
  const file = text(given, 'goal-file');
  const goal = text(given, 'goal');
  if (file === undefined) return goal;
  if (goal !== undefined) throw new UsageError('give --goal or --goal-file, not both');
  try {
    return (await readFile(resolve(file), 'utf8')).trim();
  } catch (error) {
    throw new UsageError(`--goal-file ${file} cannot be read: ${messageOf(error)}`);
  }
}
