import * as z from 'zod';
import { cel, id, target } from './parts';

const cap = z.int().min(1).max(1_000_000);

export const untilLoopSchema = z.strictObject({
  type: z.literal('until').describe('Passes until the goal is confirmed by evidence, or a bound is reached'),
  head: id.describe('The step that each pass begins with'),
  tail: id.describe('The judge that ends each pass'),
  maxPasses: cap.describe('The cap on passes; a loop cannot be declared without one'),
  spendCap: z
    .strictObject({
      usd: z.number().positive().optional().describe('Dollars'),
      tokens: z.int().positive().optional().describe('Tokens'),
    })
    .refine((spend) => spend.usd !== undefined || spend.tokens !== undefined, 'give usd, tokens or both')
    .optional()
    .describe('What the loop may cost; a worker that reports no usage ends it'),
  noProgressCeiling: z.int().min(1).optional().describe('How many passes in a row may leave the marker unchanged'),
  frozen: z.array(z.string().min(1)).optional().describe('Files, folders and globs that no pass may change'),
  notes: z
    .strictObject({
      keep: z.int().min(1).max(20).optional().describe('How many lessons (default 20)'),
      chars: z.int().min(1).max(600).optional().describe('The longest lesson, in characters (default 600)'),
    })
    .optional()
    .describe('The lessons that a pass leaves to the next one'),
  onExhausted: target.optional().describe('Where running out leads (default @stop); it can never reach @complete'),
});

export const groupLoopSchema = z.strictObject({
  type: z.literal('group').describe('Batches of iterations; a batch that is used up hands control on'),
  from: id.describe('The tail: its strong route leads to the entry'),
  to: id.describe('The entry: each call of it is an iteration'),
  maxIterations: cap.describe('Iterations in one batch'),
  exitTo: id.describe('A step outside that is handed control when a batch is used up'),
  exitWhen: cel.optional().describe('CEL, looked at when the tail ends: leaves to exitTo with the reason "condition"'),
});

export const improveLoopSchema = z.strictObject({
  type: z.literal('improve').describe('Rounds that are to better a score'),
  head: id.describe('The step that each round begins with'),
  tail: id.describe('A step whose output has "score" (a number) and perhaps "done" (true or false)'),
  perfect: z.number().optional().describe('A score that cannot be bettered (default 100)'),
  patience: z
    .int()
    .min(1)
    .optional()
    .describe('Rounds in a row without improvement before it has converged (default 4)'),
  minDelta: z.number().min(0).optional().describe('How much better counts as better (default 0: strictly more)'),
  maxIterations: cap.optional().describe('The cap on rounds (default 20)'),
  restoreBest: z.boolean().optional().describe('Puts the files back as they were in the best round when it ends'),
  onConverged: target.optional().describe('Where converging leads (default: where the tail leads)'),
  onExhausted: target.optional().describe('Where running out leads (default @stop)'),
});

export const loopSchema = z.discriminatedUnion('type', [untilLoopSchema, groupLoopSchema, improveLoopSchema]);
