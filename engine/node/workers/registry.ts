import path from 'node:path';
import type * as z from 'zod';
import type { Flow, WorkerSpec } from '../../flow/schema';
import type { Issue } from '../../issue';
import type { JsonPath } from '../../json';
import type { Worker, WorkerRole } from '../../ports';
import type { DefaultWorkers } from '../../run/whoDoes';
import { whoDoes } from '../../run/whoDoes';
import { workerAround } from '../sandbox/runSandbox';
import { claudeOptions, claudeWorker } from './agents/claudeCode';
import { codexOptions, codexWorker } from './agents/codex';
import { copilotOptions, copilotWorker } from './agents/copilot';
import { geminiOptions, geminiWorker } from './agents/gemini';
import { opencodeOptions, opencodeWorker } from './agents/opencode';
import type { WorkerHost } from './host';
import { anthropicOptions, anthropicWorker } from './models/anthropic';
import { openaiOptions, openaiWorker } from './models/openaiCompatible';
import { vscodeLmOptions, vscodeLmWorker } from './models/vscodeLm';
import { personOptions, personWorker } from './person';
import { recordedOptions, recordedWorker } from './played/recorded';
import { scriptedOptions, scriptedWorker } from './played/scripted';
import { pricedWorker } from './pricedWorker';
import { commandOptions, commandWorker } from './programs/command';
import { scriptOptions, scriptWorker } from './programs/script';

/** Every adapter: how its options read, and how a worker is made of them. */
const ADAPTERS = {
  command: adapter(commandOptions, commandWorker),
  'claude-code': adapter(claudeOptions, claudeWorker),
  codex: adapter(codexOptions, codexWorker),
  gemini: adapter(geminiOptions, geminiWorker),
  copilot: adapter(copilotOptions, copilotWorker),
  opencode: adapter(opencodeOptions, opencodeWorker),
  'openai-compatible': adapter(openaiOptions, openaiWorker),
  anthropic: adapter(anthropicOptions, anthropicWorker),
  'vscode-lm': adapter(vscodeLmOptions, vscodeLmWorker),
  script: adapter(scriptOptions, scriptWorker),
  person: adapter(personOptions, personWorker),
  scripted: adapter(scriptedOptions, scriptedWorker),
  recorded: adapter(recordedOptions, recordedWorker),
} as const;

/** The values of `use` that there is an adapter for. */
export const USES: readonly string[] = Object.keys(ADAPTERS);

/**
 * A worker, ready to run, or what is wrong with its definition.
 *
 * @param at where the definition stands in the flow; paths of issues begin with it
 */
export function workerFor(
  name: string,
  spec: WorkerSpec,
  host: WorkerHost,
  at: JsonPath = ['workers', name],
): Worker | readonly Issue[] {
  const known = Object.hasOwn(ADAPTERS, spec.use) ? ADAPTERS[spec.use as keyof typeof ADAPTERS] : undefined;
  if (known === undefined) {
    const message = `The worker "${name}" uses "${spec.use}", which there is no adapter for. Use one of ${USES.join(', ')}.`;
    return [{ code: 'worker-use-unknown', severity: 'error', path: [...at, 'use'], message }];
  }
  const program = host.executables[spec.use];
  if (program !== undefined && /[\\/]/.test(program) && !path.isAbsolute(program)) {
    const message = `The settings name "${program}" for "${spec.use}". Give an absolute path, or a name without folders.`;
    return [{ code: 'worker-program-relative', severity: 'error', path: at, message }];
  }
  const { sandbox: _policy, ...options } = spec;
  const made = known(name, options, hostFor(spec, host), at);
  return 'run' in made && !RECORDED.has(spec.use) ? pricedWorker(made, host.prices ?? {}) : made;
}

/** What holds a worker's programs is said once for all adapters: none of them reads it. */
function hostFor(spec: WorkerSpec, host: WorkerHost): WorkerHost {
  const { sandbox, env } = host;
  return sandbox === undefined ? host : { ...host, around: (more) => workerAround(sandbox, spec, env, more) };
}

/** What was recorded is played as it was: a turn whose cost was unknown then is not priced afterwards. */
const RECORDED: ReadonlySet<string> = new Set(['recorded']);

type Specs = Readonly<Record<string, WorkerSpec>>;
type FlowWorkers = Pick<Flow, 'workers'>;

/**
 * Resolves the names of a flow's workers, by the role in which they are used where only a default is left. Each is made once.
 * `undefined`: unknown, or `workerIssues` says what is wrong.
 */
export function workersOf(
  flow: FlowWorkers,
  settings: Specs,
  overrides: Specs,
  host: WorkerHost,
  defaults: DefaultWorkers = {},
): (name: string, role?: WorkerRole) => Worker | undefined {
  const made = new Map<WorkerSpec, Map<string, Worker | undefined>>();
  const make = (name: string, spec: WorkerSpec): Worker | undefined => {
    const worker = workerFor(name, spec, host);
    return 'run' in worker ? worker : undefined;
  };
  return (name, role) => {
    const spec = whoDoes(name, role, withOverrides(flow, overrides), { workers: settings, defaults })?.spec;
    if (spec === undefined) return undefined;
    const known = made.get(spec) ?? new Map<string, Worker | undefined>();
    if (!known.has(name)) made.set(spec, known.set(name, make(name, spec)));
    return known.get(name);
  };
}

/** A name of a worker as it is used. */
export interface UsedWorker {
  readonly name: string;
  readonly role?: WorkerRole;
}

/** What is wrong with the definitions behind the given names, unknown ones too. Empty: every one can be made. */
export function workerIssues(
  used: Iterable<UsedWorker>,
  flow: FlowWorkers,
  settings: Specs,
  overrides: Specs,
  host: WorkerHost,
  defaults: DefaultWorkers = {},
): readonly Issue[] {
  const distinct = new Map([...used].map((each) => [`${each.name} ${each.role ?? ''}`, each]));
  return [...distinct.values()].flatMap(({ name, role }): readonly Issue[] => {
    const spec = whoDoes(name, role, withOverrides(flow, overrides), { workers: settings, defaults })?.spec;
    if (spec !== undefined) {
      const worker = workerFor(name, spec, host);
      return 'run' in worker ? [] : worker;
    }
    const advice = 'Define it under "workers" of the flow or in the settings, or give the settings a default';
    const message = `No worker is named "${name}". ${advice} for ${role ?? 'its role'}.`;
    return [{ code: 'worker-unknown', severity: 'error', path: ['workers'], message }];
  });
}

const withOverrides = (flow: FlowWorkers, overrides: Specs): FlowWorkers => ({
  workers: { ...flow.workers, ...overrides },
});

function adapter<Options>(shape: z.ZodType<Options>, build: (options: Options, host: WorkerHost) => Worker) {
  return (name: string, spec: WorkerSpec, host: WorkerHost, at: JsonPath): Worker | readonly Issue[] => {
    const read = shape.safeParse(spec);
    if (read.success) return build(read.data, host);
    return read.error.issues.map(
      (issue): Issue => ({
        code: 'worker-options',
        severity: 'error',
        path: [...at, ...issue.path.filter((key) => typeof key !== 'symbol')],
        message: `The worker "${name}" (${spec.use}): ${plain(issue)}.`,
      }),
    );
  };
}

function plain(issue: z.core.$ZodIssue): string {
  const where = issue.path.length === 0 ? '' : `"${issue.path.join('.')}": `;
  return where + issue.message.replace(/^Invalid input: /, '').replace(/\.$/, '');
}
