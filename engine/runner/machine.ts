import * as z from 'zod';
import type { WorkerSpec } from '../flow/schema';
import { workerSchema } from '../flow/schema';
import type { Prices } from '../loops/price';
import type { DefaultWorkers, PayingMachine } from '../run/whoDoes';

/** All that a machine adds to the flows that it runs. Never read from inside a workspace. */
export interface Machine extends PayingMachine {
  /** Programs by `use`: an absolute path, or a name to look up in PATH. */
  readonly executables: Readonly<Record<string, string>>;
}

export const NO_MACHINE: Machine = { workers: {}, defaults: {}, executables: {}, prices: {} };

const dollars = z.number('must be a number of dollars for a million tokens').min(0, 'must be at least 0');
export const pricesSchema: z.ZodType<Prices> = z.record(
  z.string(),
  z.strictObject({ in: dollars, out: dollars, cachedIn: dollars.optional(), cacheWrite: dollars.optional() }),
);

const optionalWorker = workerSchema.optional();
export const defaultWorkersSchema: z.ZodType<DefaultWorkers> = z.strictObject({
  work: optionalWorker,
  judge: optionalWorker,
  gate: optionalWorker,
  router: optionalWorker,
});

/** A default as a person writes it: a definition, the name of a worker that the machine knows, or an adapter. */
export type WrittenDefault = string | WorkerSpec;

const written = z.union([z.string().min(1), workerSchema]).optional();
export const writtenDefaultsSchema = z.strictObject({ work: written, judge: written, gate: written, router: written });

/** The definitions behind what was written. */
export function defaultsOf(
  given: z.infer<typeof writtenDefaultsSchema>,
  workers: Readonly<Record<string, WorkerSpec>>,
): DefaultWorkers {
  const spec = (one: WrittenDefault): WorkerSpec =>
    typeof one !== 'string' ? one : ((Object.hasOwn(workers, one) ? workers[one] : undefined) ?? { use: one });
  return Object.fromEntries(
    Object.entries(given).flatMap(([role, one]) => (one === undefined ? [] : [[role, spec(one)]])),
  );
}
