import * as z from 'zod';
import { ID, REDUCERS, SECRET_NAME } from '../names';

/** What several parts of a flow file are made of. */
export const id = z.string().regex(ID, 'an id starts with a letter and has at most 64 letters, digits, _ and -');
export const target = z.string().min(1).describe('A step id, or @complete, @stop, @handoff, @escalate');
export const duration = z
  .string()
  .regex(/^\d+(ms|s|m|h|d)$/, 'a duration is a whole number with ms, s, m, h or d, such as "10m"');
export const cel = z.string().min(1).describe('CEL');
export const next = z
  .union([target, z.array(target).min(1)])
  .describe('The strong route: where success leads. A list fans out.');

export const reducer = z.enum(REDUCERS);

/** A value that stands in no file: it is kept by the person who runs the flow. */
const secretSchema = z.strictObject({
  secret: z
    .string()
    .regex(SECRET_NAME, 'the name of a secret starts with a letter or _ and has at most 64 letters, digits and _')
    .describe('The name under which the secret is kept'),
});

export const commandSchema = z
  .strictObject({
    run: z.array(z.string()).min(1).optional().describe('Program and arguments, started without a shell'),
    shell: z.string().min(1).optional().describe('A text for the system shell; it must not be able to hide a failure'),
    cwd: z.string().optional().describe('Folder relative to the workspace root (default: the root)'),
    env: z
      .record(z.string(), z.union([z.string(), secretSchema]))
      .optional()
      .describe('Added to its environment. { "secret": name } stands for a secret that is kept outside of the flow'),
    timeout: duration.optional().describe('Default 10m'),
    expect: z
      .enum(['exit', 'tests'])
      .optional()
      .describe('exit: exit code 0 and no report that contradicts it (default). tests: tests were run and none failed'),
    minTests: z.int().min(1).optional().describe('With expect "tests": how many must have run (default 1)'),
    report: z
      .string()
      .min(1)
      .optional()
      .describe('The report that it writes (JUnit XML, TAP or JSON), relative to its folder; a glob names several'),
    confirm: z
      .int()
      .min(2)
      .max(20)
      .optional()
      .describe('In an until loop: how many runs in all must be clean before a claim is confirmed'),
    holdout: z
      .boolean()
      .optional()
      .describe('In an until loop: run only to confirm a claim, and never shown to a worker'),
  })
  .refine((command) => (command.run === undefined) !== (command.shell === undefined), 'give either "run" or "shell"');

export const workCheckSchema = z.strictObject({
  changedOnDisk: z
    .enum(['claimed', 'any'])
    .optional()
    .describe('claimed: each file the worker claims has changed. any: something has'),
  required: z.array(z.string().min(1)).optional().describe('Paths that its structured output must have'),
  accept: z.array(z.string()).optional().describe('Allowed values of output.verdict'),
  filesExist: z.array(z.string().min(1)).optional().describe('Files that must be there'),
  command: commandSchema.optional().describe('A command that must succeed'),
});
