import * as z from 'zod';
import type { StepKind } from './names';
import { FORMAT, ID } from './names';

/**
 * Format 1 of the flow file. Objects are strict: `parse` turns unknown keys into warnings and keeps them in the file.
 * The generated JSON Schema (`jsonSchema.ts`) is made from these schemas, descriptions included.
 */
const id = z.string().regex(ID, 'an id starts with a letter and has at most 64 letters, digits, _ and -');
const target = z.string().min(1).describe('A step id, or @complete, @stop, @handoff, @escalate');
const duration = z
  .string()
  .regex(/^\d+(ms|s|m|h|d)$/, 'a duration is a whole number with ms, s, m, h or d, such as "10m"');
const next = z
  .union([target, z.array(target).min(1)])
  .describe('The strong route: where success leads. A list fans out.');

const common = {
  title: z.string().optional().describe('Shown instead of the id'),
  reads: z.array(z.string().min(1)).optional().describe('Step ids or file paths given to the worker as data'),
  attempts: z
    .int()
    .min(1)
    .max(100)
    .optional()
    .describe('How often the step is tried before it counts as failed (default 1)'),
  timeout: duration.optional().describe('Limit for one attempt (default 30m for workers)'),
};

export const commandSchema = z
  .strictObject({
    run: z.array(z.string()).min(1).optional().describe('Program and arguments, started without a shell'),
    shell: z.string().min(1).optional().describe('A text for the system shell; it must not be able to hide a failure'),
    cwd: z.string().optional().describe('Folder relative to the workspace root (default: the root)'),
    env: z.record(z.string(), z.string()).optional(),
    timeout: duration.optional().describe('Default 10m'),
    expect: z
      .enum(['exit', 'tests'])
      .optional()
      .describe('exit: exit code 0 and no report that contradicts it (default). tests: tests were run and none failed'),
    minTests: z.int().min(1).optional().describe('With expect "tests": how many must have run (default 1)'),
  })
  .refine((command) => (command.run === undefined) !== (command.shell === undefined), 'give either "run" or "shell"');

export const workCheckSchema = z.strictObject({
  changedOnDisk: z
    .enum(['claimed', 'any'])
    .optional()
    .describe('claimed: each file the worker claims has changed. any: something has'),
  required: z.array(z.string().min(1)).optional().describe('Paths that its structured output must have'),
  accept: z.array(z.string()).optional().describe('Allowed values of output.verdict'),
  filesExist: z.array(z.string().min(1)).optional(),
  command: commandSchema.optional(),
});

const workStep = z.strictObject({
  kind: z.literal('work'),
  ...common,
  worker: z.string().min(1).describe('A name from "workers" or the settings'),
  prompt: z.string().min(1),
  access: z.enum(['write', 'read']).optional(),
  output: z.record(z.string(), z.json()).optional().describe('JSON Schema of the structured answer'),
  check: workCheckSchema.optional().describe('All that must hold before the step counts as done'),
  next,
  routes: z.strictObject({ failed: target.optional() }).optional(),
  branches: z.record(id, target).optional().describe('Weak routes: the worker may name one'),
});

const verifyStep = z.strictObject({
  kind: z.literal('verify'),
  title: common.title,
  commands: z.array(commandSchema).min(1),
  mayChange: z.array(z.string().min(1)).optional().describe('Paths whose change is no tampering, such as a lock file'),
  next,
  routes: z.strictObject({ fail: target.optional() }).optional(),
});

const judgeStep = z.strictObject({
  kind: z.literal('judge'),
  ...common,
  worker: z.string().min(1),
  prompt: z.string().optional(),
  next: next.describe('Where a confirmed goal leads'),
});

const routerStep = z.strictObject({
  kind: z.literal('router'),
  ...common,
  cases: z.array(z.strictObject({ when: z.string().min(1).describe('CEL'), to: target })).optional(),
  else: target.optional(),
  worker: z.string().min(1).optional(),
  prompt: z.string().optional(),
  branches: z.record(id, target).optional(),
});

const askStep = z.strictObject({
  kind: z.literal('ask'),
  title: common.title,
  question: z.string().min(1),
  choices: z.array(id).min(1),
  artifact: z.string().optional().describe('A step id or file shown beside the question'),
  deadline: duration.optional(),
  default: id.optional().describe('The choice taken at the deadline'),
  routes: z.record(id, target).describe('One target for each choice'),
});

export const stepSchema = z.discriminatedUnion('kind', [workStep, verifyStep, judgeStep, routerStep, askStep]);

export const untilLoopSchema = z.strictObject({
  type: z.literal('until'),
  head: id,
  tail: id.describe('The judge that ends each pass'),
  maxPasses: z.int().min(1).max(1_000_000).describe('The cap on passes; a loop cannot be declared without one'),
  spendCap: z
    .strictObject({ usd: z.number().positive().optional(), tokens: z.int().positive().optional() })
    .refine((cap) => cap.usd !== undefined || cap.tokens !== undefined, 'give usd, tokens or both')
    .optional(),
  noProgressCeiling: z.int().min(1).optional().describe('How many passes in a row may leave the marker unchanged'),
  frozen: z.array(z.string().min(1)).optional().describe('Files, folders and globs that no pass may change'),
  notes: z
    .strictObject({ keep: z.int().min(1).max(20).optional(), chars: z.int().min(1).max(600).optional() })
    .optional(),
  onExhausted: target.optional().describe('Where running out leads (default @stop); it can never reach @complete'),
});

/** A worker as the flow names it: `use` says which adapter, the rest are its options, checked by the adapter. */
export const workerSchema = z.looseObject({ use: z.string().min(1), model: z.string().optional() });

export const flowSchema = z.strictObject({
  $schema: z.string().optional(),
  converge: z.literal(FORMAT).describe('Format version'),
  id,
  title: z.string().optional(),
  purpose: z.string().optional(),
  goal: z.string().optional().describe('Given to workers and judge; the engine never reads it'),
  start: z.union([id, z.array(id).min(1)]),
  workers: z.record(id, workerSchema).optional(),
  budget: z
    .strictObject({
      usd: z.number().positive().optional(),
      tokens: z.int().positive().optional(),
      superSteps: z.int().min(1).optional().describe('Default 1000'),
    })
    .optional(),
  concurrency: z.int().min(1).max(64).optional().describe('Steps at once (default 4)'),
  steps: z.record(id, stepSchema),
  loops: z.record(id, untilLoopSchema).optional(),
  layout: z
    .record(z.string(), z.tuple([z.number(), z.number()]))
    .optional()
    .describe('Only what a person placed'),
});

export type Flow = z.infer<typeof flowSchema>;
export type Step = z.infer<typeof stepSchema>;
export type StepOf<K extends StepKind> = Extract<Step, { kind: K }>;
export type UntilLoop = z.infer<typeof untilLoopSchema>;
export type Command = z.infer<typeof commandSchema>;
export type WorkerSpec = z.infer<typeof workerSchema>;
