import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import * as z from 'zod';
import { messageOf } from '../failure';
import { workerSchema } from '../flow/schema';
import type { DefaultWorkers } from '../run/whoDoes';
import { approvalsFile } from '../runner/approvals';
import type { Machine } from '../runner/machine';
import { defaultsOf, NO_MACHINE, pricesSchema, writtenDefaultsSchema } from '../runner/machine';
import type { Given } from './command';
import { text, texts, UsageError } from './command';
import { workerOverrides } from './overrides';

/** Where the program has the settings of its machine: never inside a repository, which could bring its own. */
export const machineFile = (env: NodeJS.ProcessEnv = process.env): string =>
  join(dirname(approvalsFile(env)), 'settings.json');

/**
 * The machine's settings: its file, and over it what was given with `--prices` and `--worker-default`. Without a file there
 * are none. Throws `UsageError` with what is wrong in a file or an option.
 */
export async function machineOf(given: Given, file = machineFile()): Promise<Machine> {
  const machine = await readMachine(file);
  const prices = text(given, 'prices');
  const defaults = defaultsGiven(texts(given, 'worker-default'), machine.workers);
  return {
    ...machine,
    defaults: { ...machine.defaults, ...defaults },
    ...(prices === undefined ? {} : { prices: parsed(pricesSchema, await readJson(resolve(prices)), prices) }),
  };
}

/** The part of a specification that the machine gives. */
export const machineSpec = ({ workers, defaults, executables, prices }: Machine) => ({
  workers,
  defaultWorkers: defaults,
  executables,
  prices,
});

const fileSchema = z.strictObject({
  workers: z.record(z.string(), workerSchema).default({}),
  defaultWorkers: writtenDefaultsSchema.default({}),
  executables: z.record(z.string(), z.string()).default({}),
  prices: pricesSchema.default({}),
});

async function readMachine(file: string): Promise<Machine> {
  const value = await readJson(file, true);
  if (value === undefined) return NO_MACHINE;
  const { workers, defaultWorkers, executables, prices } = parsed(fileSchema, value, file);
  return { workers, defaults: defaultsOf(defaultWorkers, workers), executables, prices };
}

/** `work=use`, `work=name` or JSON, as given with `--worker-default`. */
function defaultsGiven(given: readonly string[], workers: Machine['workers']): DefaultWorkers {
  const specs = workerOverrides(given, '--worker-default', 'work=claude-code');
  const written = Object.fromEntries(
    Object.entries(specs).map(([role, spec]) => [role, Object.keys(spec).length === 1 ? spec.use : spec]),
  );
  return defaultsOf(parsed(writtenDefaultsSchema, written, '--worker-default'), workers);
}

async function readJson(file: string, optional = false): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    if (optional && error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw new UsageError(`${file} cannot be read: ${messageOf(error)}`);
  }
}

function parsed<T>(schema: z.ZodType<T>, value: unknown, where: string): T {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  throw new UsageError(`${where} cannot be used: ${z.prettifyError(read.error)}`);
}
