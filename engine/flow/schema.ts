import * as z from 'zod';
import type { StepKind } from './names';
import { FORMAT } from './names';
import type { groupLoopSchema, improveLoopSchema, untilLoopSchema } from './schema/loops';
import { loopSchema } from './schema/loops';
import type { commandSchema } from './schema/parts';
import { id, reducer } from './schema/parts';
import type { evaluatorSchema } from './schema/steps';
import { stepSchema } from './schema/steps';
import { sandboxPolicySchema, workspaceSchema } from './schema/workspace';

/**
 * Format 1 of the flow file. Objects are strict: `parse` turns unknown keys into warnings and keeps them in the file.
 * The generated JSON Schema (`jsonSchema.ts`) is made from these schemas, descriptions included.
 */
const inputSchema = z.strictObject({
  type: z.enum(['string', 'number', 'integer', 'boolean', 'array', 'object']).describe('What a value of it has to be'),
  default: z.json().optional().describe('Taken where nothing is given; without one the input has to be given'),
  description: z.string().optional().describe('Shown to who starts a run'),
});

const channelSchema = z.strictObject({
  reducer: reducer.optional().describe('How writes fold (default last, refused where two steps write at once)'),
  initial: z.json().optional().describe('Default: nothing, an empty list, an empty object or 0, as the reducer has it'),
  fields: z
    .record(id, z.union([reducer, z.strictObject({ reducer, writer: id.optional() })]))
    .optional()
    .describe('For byKey: each field with its own reducer, and perhaps its one writer'),
});

/** A worker as the flow names it: `use` says which adapter, the rest are its options, checked by the adapter. */
export const workerSchema = z.looseObject({
  use: z.string().min(1).describe('Which adapter carries its turns out'),
  model: z.string().optional().describe('Which model, as the adapter names it (default: the adapter’s own)'),
  sandbox: sandboxPolicySchema.optional().describe('For this worker alone (default: what the workspace says)'),
});

export const flowSchema = z.strictObject({
  $schema: z.string().optional(),
  converge: z.literal(FORMAT).describe('Format version'),
  id: id.describe('The name that other flows, the program and runs know it by; one of its kind in a workspace'),
  title: z.string().optional().describe('Shown instead of the id'),
  purpose: z.string().optional().describe('What the flow is for, for people'),
  goal: z.string().optional().describe('Given to workers and judge; the engine never reads it'),
  inputs: z.record(id, inputSchema).optional().describe('Given when a run starts'),
  start: z.union([id, z.array(id).min(1)]).describe('Where a run begins; a list begins at all of them'),
  main: id.optional().describe('The router to which loop groups hand control back'),
  terminal: id.optional().describe('The only step whose routes may lead to @complete'),
  channels: z.record(z.string(), channelSchema).optional().describe('State that steps share'),
  workers: z.record(id, workerSchema).optional().describe('Who does steps, by the names that steps use'),
  budget: z
    .strictObject({
      usd: z.number().positive().optional().describe('Dollars that all turns together may cost'),
      tokens: z.int().positive().optional().describe('Tokens that all turns together may use'),
      minutes: z.number().positive().optional().describe('From the start of the run'),
      superSteps: z.int().min(1).optional().describe('Default 1000'),
      onOver: z.enum(['stop', 'ask']).optional().describe('What reaching usd or tokens does (default stop)'),
    })
    .optional()
    .describe('What bounds the whole run'),
  workspace: workspaceSchema.optional().describe('Where a run works, and what holds the programs that it starts'),
  reconfigurable: z.boolean().optional().describe('Main may change the caps of the live run; a person always may'),
  concurrency: z.int().min(1).max(64).optional().describe('Steps at once (default 4)'),
  steps: z.record(id, stepSchema).describe('What is done, by id'),
  loops: z
    .record(id, loopSchema)
    .optional()
    .describe('Spans of steps that are done again, and what bounds that, by id'),
  layout: z
    .record(z.string(), z.tuple([z.number(), z.number()]))
    .optional()
    .describe('Only what a person placed'),
});

export type Flow = z.infer<typeof flowSchema>;
export type Step = z.infer<typeof stepSchema>;
export type StepOf<K extends StepKind> = Extract<Step, { kind: K }>;
export type Loop = z.infer<typeof loopSchema>;
export type UntilLoop = z.infer<typeof untilLoopSchema>;
export type GroupLoop = z.infer<typeof groupLoopSchema>;
export type ImproveLoop = z.infer<typeof improveLoopSchema>;
export type Channel = z.infer<typeof channelSchema>;
export type Evaluator = z.infer<typeof evaluatorSchema>;
export type Command = z.infer<typeof commandSchema>;
export type WorkerSpec = z.infer<typeof workerSchema>;
