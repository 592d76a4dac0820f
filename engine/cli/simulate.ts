import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { messageOf } from '../failure';
import type { Flow } from '../flow/schema';
import type { Json } from '../json';
import { sha256 } from '../node/digest';
import { proofText } from '../run/outcomeText';
import type { Simulated } from '../run/simulate';
import { simulate } from '../run/simulate';
import type { Preset } from '../run/simulated/presets';
import { PRESETS } from '../run/simulated/presets';
import { tableOf } from '../run/simulated/table';
import { spendText } from '../run/spendText';
import { readCalledFlows } from '../runner/calledFlows';
import { findFlow } from '../runner/findFlow';
import { readFlowFile, runnable } from '../runner/flowFile';
import type { CliCommand, Given } from './command';
import { argument, isOn, text, texts, UsageError } from './command';
import { toneOf } from './endLines';
import { EXIT, exitCodeOf } from './exitCode';
import { valuesOf } from './inputs';
import { JSON_VALUE, WORKSPACE } from './options';
import { rootOfFlow, rootToSearch } from './root';
import { tableLines } from './tableLines';
import type { Line } from './terminal';

const presets: Readonly<Record<string, Preset>> = PRESETS;
const widest = Math.max(...Object.keys(presets).map((name) => name.length));

export const simulating: CliCommand = {
  name: 'simulate',
  takes: '<flow>',
  summary: 'Plays a flow out with scripted outcomes: the engine decides as it would, and nothing is executed',
  more: [
    'Presets:',
    ...Object.entries(presets).map(([name, { title, shows }]) => `  ${name.padEnd(widest)}  ${title}: ${shows}.`),
    'A script is JSON: { "steps": { "<step>": { "<pass or visit, or *>": { … } } } }. What it does not say: work is done,',
    'checks are clean, judges say "not met". The exit code is that of a run with this end.',
  ],
  options: {
    script: { type: 'string', value: 'file', help: 'what each step comes to, pass for pass, as JSON' },
    preset: { type: 'string', value: 'name', help: 'one of the stories below, in place of a script' },
    mode: {
      type: 'string',
      value: 'autonomous|supervised',
      help: 'whether an until loop repeats (default: autonomous)',
    },
    goal: { type: 'string', value: 'text', help: "the goal, in place of the flow's own" },
    input: {
      type: 'string',
      multiple: true,
      value: 'name=value',
      help: 'an input of the flow, as JSON or text; can be repeated',
    },
    workspace: WORKSPACE,
    json: JSON_VALUE,
  },
  arguments: [1, 1],
  run: async (given, terminal) => {
    const mode = modeOf(given);
    const inputs = valuesOf(texts(given, 'input'), '--input', 'issue=42');
    const workspace = text(given, 'workspace');
    const flowPath = await findFlow(argument(given, 0), await rootToSearch(workspace));
    const flow = runnable(await readFlowFile(flowPath));
    const flows = await readCalledFlows(flow, await rootOfFlow(flowPath, workspace));
    const goal = text(given, 'goal');
    const script = await scriptFor(given, flow);
    const options = { digest: sha256, flows, mode, inputs, ...(goal === undefined ? {} : { goal }) };
    const came = await simulate(flow, script, options);
    if (!came.ok) {
      const lines = came.issues.map(({ path, message }) => `  ${path.join('.') || 'script'}: ${message}`);
      throw new UsageError([`the script does not fit the flow`, ...lines].join('\n'));
    }
    const { simulated } = came;
    if (isOn(given, 'json')) terminal.json({ ...simulated, table: tableOf(simulated) });
    else for (const line of linesOf(simulated)) terminal.print(line);
    return codeOf(simulated);
  },
};

function modeOf(given: Given): 'autonomous' | 'supervised' {
  const mode = text(given, 'mode') ?? 'autonomous';
  if (mode === 'autonomous' || mode === 'supervised') return mode;
  throw new UsageError(`--mode ${mode}: it is autonomous or supervised`);
}

async function scriptFor(given: Given, flow: Flow): Promise<Json> {
  const file = text(given, 'script');
  const name = text(given, 'preset');
  if (file !== undefined && name !== undefined) throw new UsageError('give --script or --preset, not both');
  if (file !== undefined) return readJson(file);
  if (name === undefined) return {};
  const preset = Object.hasOwn(presets, name) ? presets[name] : undefined;
  if (preset === undefined)
    throw new UsageError(`--preset ${name}: there is none of that name. There are: ${Object.keys(presets).join(', ')}`);
  if (!preset.fits(flow)) {
    const message = `The flow "${flow.id}" has nothing that the preset "${name}" is about (${preset.title}). Choose another, or give a script.`;
    throw new UsageError(message);
  }
  return JSON.parse(JSON.stringify(preset.script(flow)));
}

async function readJson(file: string): Promise<Json> {
  let content: string;
  try {
    content = await readFile(resolve(file), 'utf8');
  } catch (error) {
    throw new UsageError(`--script ${file} cannot be read: ${messageOf(error)}`);
  }
  try {
    return JSON.parse(content);
  } catch (error) {
    throw new UsageError(`--script ${file} is no JSON: ${messageOf(error)}`);
  }
}

function linesOf(simulated: Simulated): readonly Line[] {
  const { end, spend } = simulated;
  const [, ...rows] = tableOf(simulated);
  const { outcome, confirmed, reason, why } = end;
  const proof = outcome === 'complete' ? proofText(confirmed) : '';
  const tone = outcome === 'cut' ? 'warn' : toneOf({ outcome, confirmed });
  const latches = end.openLatches.map((id): Line => ({ text: `open latch: ${id}`, tone: 'warn' }));
  return [
    { text: 'Simulated: nothing was executed.', tone: 'dim' },
    ...tableLines(tableOf(simulated).slice(0, rows.length)),
    { text: `${outcome}${proof}${reason === null ? '' : `: ${reason}`} (${why})`, tone },
    ...latches,
    { text: spendText(spend), tone: 'dim' },
  ];
}

function codeOf({ end }: Simulated): number {
  return end.outcome === 'cut' ? EXIT.other : exitCodeOf({ outcome: end.outcome, reason: end.reason });
}
