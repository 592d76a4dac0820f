import path from 'node:path';
import type * as z from 'zod';
import type { Flow, WorkerSpec } from '../../flow/schema';
import type { Issue } from '../../issue';
import type { JsonPath } from '../../json';
import type { Worker } from '../../ports';
import { claudeOptions, claudeWorker } from './claudeCode';
import { commandOptions, commandWorker } from './command';
import type { WorkerHost } from './host';
import { recordedOptions, recordedWorker } from './recorded';
import { scriptedOptions, scriptedWorker } from './scripted';

/** Every adapter: how its options read, and how a worker is made of them. */
const ADAPTERS = {
  command: adapter(commandOptions, commandWorker),
  'claude-code': adapter(claudeOptions, claudeWorker),
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
  return known(name, spec, host, at);
}

type Specs = Readonly<Record<string, WorkerSpec>>;
type FlowWorkers = Pick<Flow, 'workers'>;

/** Resolves the names of a flow's workers. Each is made once. `undefined`: unknown, or `workerIssues` says what is wrong. */
export function workersOf(
  flow: FlowWorkers,
  settings: Specs,
  overrides: Specs,
  host: WorkerHost,
): (name: string) => Worker | undefined {
  const made = new Map<string, Worker | undefined>();
  const make = (name: string): Worker | undefined => {
    const spec = specFor(name, flow, settings, overrides);
    const worker = spec === undefined ? [] : workerFor(name, spec, host);
    return 'run' in worker ? worker : undefined;
  };
  return (name) => {
    if (!made.has(name)) made.set(name, make(name));
    return made.get(name);
  };
}

/** What is wrong with the definitions behind the given names, unknown ones too. Empty: every one can be made. */
export function workerIssues(
  names: Iterable<string>,
  flow: FlowWorkers,
  settings: Specs,
  overrides: Specs,
  host: WorkerHost,
): readonly Issue[] {
  return [...new Set(names)].flatMap((name): readonly Issue[] => {
    const spec = specFor(name, flow, settings, overrides);
    if (spec !== undefined) {
      const worker = workerFor(name, spec, host);
      return 'run' in worker ? [] : worker;
    }
    const message = `No worker is named "${name}". Define it under "workers" of the flow or in the settings.`;
    return [{ code: 'worker-unknown', severity: 'error', path: ['workers'], message }];
  });
}

/** The definition that a name stands for: override, else the flow's own, else the settings'. */
function specFor(name: string, flow: FlowWorkers, settings: Specs, overrides: Specs): WorkerSpec | undefined {
  const sources = [overrides, flow.workers ?? {}, settings];
  return sources.find((specs) => Object.hasOwn(specs, name))?.[name];
}

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
