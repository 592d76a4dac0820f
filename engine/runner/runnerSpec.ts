import * as z from 'zod';
import type { FailureCode } from '../failure';
import type { CarrySpec } from './startSpec';
import { carrySpecSchema } from './startSpec';

/** What a runner process is started with. */
export interface RunnerSpec {
  readonly spec: CarrySpec;
  /** Milliseconds without any window after which the run is interrupted; 0: never. */
  readonly graceMs: number;
}

/** The one answer of a runner to whoever started it. */
export type FromRunner =
  | { readonly type: 'ready'; readonly run: string; readonly folder: string; readonly pid: number }
  | { readonly type: 'refused'; readonly code: FailureCode; readonly message: string };

export const runnerSpecSchema: z.ZodType<RunnerSpec> = z.strictObject({
  spec: carrySpecSchema,
  graceMs: z.number().min(0),
});

export const fromRunnerSchema: z.ZodType<FromRunner> = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready'), run: z.string(), folder: z.string(), pid: z.number() }),
  z.object({
    type: z.literal('refused'),
    code: z.custom<FailureCode>((code) => typeof code === 'string'),
    message: z.string(),
  }),
]);
