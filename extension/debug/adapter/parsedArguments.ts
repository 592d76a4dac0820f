import { isAbsolute } from 'node:path';
import * as z from 'zod';
import { ConvergeError } from '../../../engine/failure';
import { say } from '../../rows/say';
import type { AttachArguments, LaunchArguments } from './launcher';

/** What of a configuration is the adapter's; VS Code adds members of its own, which are left out. */
const launchSchema = z.object({
  flow: z
    .string({ error: () => say('name a flow file, such as /home/me/project/.converge/flows/fix.converge.json') })
    .refine(isAbsolute, {
      error: () => say('give an absolute path; a configuration may begin it with the folder of the workspace'),
    }),
  mode: z.enum(['autonomous', 'supervised'], { error: () => say('is "supervised" or "autonomous"') }).optional(),
  inputs: z
    .record(z.string(), z.json(), { error: () => say('is an object: the name of an input and its value') })
    .optional(),
  goal: z.string({ error: () => say('is a text') }).optional(),
  stopOnEntry: z.boolean({ error: () => say('is true or false') }).optional(),
  noDebug: z.boolean().optional(),
});

const attachSchema = z.object({
  run: z
    .string({ error: () => say('name a run: the absolute path of its folder, or its id') })
    .min(1, { error: () => say('is empty: name a run') }),
  replay: z.boolean({ error: () => say('is true or false') }).optional(),
  stopOnEntry: z.boolean({ error: () => say('is true or false') }).optional(),
});

/** Throws `flow-unreadable` with every member that is wrong. */
export const launchArguments = (given: unknown): LaunchArguments & { readonly noDebug?: boolean } =>
  parsed(launchSchema, given, 'launch');
export const attachArguments = (given: unknown): AttachArguments => parsed(attachSchema, given, 'attach');

function parsed<T>(schema: z.ZodType<T>, given: unknown, request: string): Given<T> {
  const read = schema.safeParse(given);
  if (read.success) return JSON.parse(JSON.stringify(read.data));
  const wrong = read.error.issues.map(({ path, message }) => `"${path.join('.')}" ${message}`);
  const message = say(
    'The debug configuration (request "{0}") cannot be used: {1}. Mend it in launch.json.',
    request,
    wrong.join('; '),
  );
  throw new ConvergeError('flow-unreadable', message);
}

/** A member that is not given is not there. */
type Given<T> = { readonly [K in keyof T]: Exclude<T[K], undefined> };
