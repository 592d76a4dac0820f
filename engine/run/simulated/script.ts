import * as z from 'zod';
import type { Json } from '../../json';

/**
 * What happens in a simulated run, as data.
 *
 * R1 `steps` names a step, as the flow has it; in a called flow `<call>/<step>`. A step that a map or a plan calls is named
 *    as it is, one that the flow of such a call has `<map>/<call>/<step>`.
 * R2 Under a step, the most exact of these keys counts: `<n>.<i>` the i-th iteration or round of a group or an improve loop
 *    in pass n; `<n>#<i>` item or task i (from 0) of the n-th visit of what calls it; `#<i>` in each visit; `<n>`; `*`. In
 *    the body of an until loop n is the pass, elsewhere the visit of the step. Number 0 of a verification is what it comes
 *    to before pass 1.
 * R3 A list tells the attempts of a visit apart, of a watch its polls; the last one is repeated.
 * R4 What is not said: work is done as its check wants it and changes nothing else; verifications and commands are clean;
 *    judges say "not met" with a new marker, gates' workers "not passed", the tail of an improve loop the score 0; a
 *    router's worker takes the first branch; a person's question is answered by its default at the deadline, else by the
 *    first choice, that about the budget by "stop"; a watch sees the end at once. A turn costs $0.01 and 1,000 tokens.
 */
export type Script = z.infer<typeof scriptSchema>;
export type Scripted = z.infer<typeof outcomeSchema>;
export type ScriptedUsage = z.infer<typeof usageSchema>;
export type ScriptedCommand = z.infer<typeof commandSchema>;

const usageSchema = z.union([
  z.enum(['free', 'absent']),
  z.strictObject({ usd: z.number().min(0).optional(), tokens: z.int().min(0).optional() }),
]);

const commandSchema = z.union([
  z.enum(['clean', 'red']),
  z.strictObject({
    /** Names of tests that fail. */
    failures: z.array(z.string().min(1)).optional(),
    /** How many tests run, failed ones included; absent: those that ran before. */
    tests: z.int().min(0).optional(),
    exit: z.int().min(0).max(255).optional(),
    status: z.enum(['exited', 'signalled', 'timed-out', 'not-found']).optional(),
    output: z.string().optional(),
    /** Files that the command itself writes. */
    writes: z.record(z.string(), z.string()).optional(),
  }),
]);

const STATUSES = ['ok', 'failed', 'refused', 'timed-out', 'protocol-error', 'not-started'] as const;

const outcomeSchema = z.strictObject({
  status: z.enum(STATUSES).optional(),
  why: z.string().optional(),
  text: z.string().optional(),
  structured: z.json().optional(),
  /** Of a router's worker, and of work that has branches. */
  branch: z.string().optional(),
  /** Files that it says it changed. */
  claims: z.array(z.string().min(1)).optional(),
  /** Files that it changes: a list gives each a new text; a map says which, null takes the file away. */
  changes: z.union([z.array(z.string().min(1)), z.record(z.string(), z.string().nullable())]).optional(),
  usage: usageSchema.optional(),
  /** How long it takes. */
  takes: z
    .string()
    .regex(/^\d+(ms|s|m|h|d)$/)
    .optional(),
  score: z.number().optional(),
  done: z.boolean().optional(),
  judgment: z.enum(['met', 'not-met', 'missing', 'unreadable', 'wrong-type']).optional(),
  lesson: z.string().optional(),
  /** `same`: as in the pass before; `new`: another one; else this very value. */
  marker: z.json().optional(),
  verdict: z.enum(['passed', 'failed', 'no-verdict']).optional(),
  reasons: z.array(z.string()).optional(),
  feedback: z.string().optional(),
  /** One for all commands of the step, or one for each. */
  commands: z.union([commandSchema, z.array(commandSchema).min(1)]).optional(),
  poll: z.enum(['idle', 'activity', 'terminal', 'failed']).optional(),
  payload: z.json().optional(),
  cursor: z.json().optional(),
  /** A person's; null: nobody answers. */
  choice: z.string().nullable().optional(),
});

const scriptSchema = z.strictObject({
  /** The files of the workspace before the run, by path. */
  files: z.record(z.string(), z.string()).optional(),
  /** Of every turn that says nothing of its own. */
  usage: usageSchema.optional(),
  steps: z.record(z.string(), z.record(z.string(), z.union([outcomeSchema, z.array(outcomeSchema).min(1)]))).optional(),
  /** Answers to the question about the budget, in order; the last one is repeated. */
  budget: z
    .array(z.enum(['continue', 'take', 'stop']))
    .min(1)
    .optional(),
});

export type ScriptRead =
  | { readonly ok: true; readonly script: Script }
  | { readonly ok: false; readonly issues: z.core.$ZodIssue[] };

export function readScript(value: Json): ScriptRead {
  const read = scriptSchema.safeParse(value);
  return read.success ? { ok: true, script: read.data } : { ok: false, issues: read.error.issues };
}
