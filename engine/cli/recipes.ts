import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { ConvergeError, messageOf } from '../failure';
import { parseFlow } from '../flow/parse';
import type { Flow, WorkerSpec } from '../flow/schema';
import { workerSchema } from '../flow/schema';
import { TEMPLATES } from '../flow/templates';
import { UsageError } from './command';

/** A template that can be seen at work offline. */
export interface Recipe {
  readonly name: string;
  readonly flow: Flow;
  /** As it stands in the template, comments included. */
  readonly text: string;
  /** Absolute path of the workspace that it is shown in; null: it has none, and is shown in the sample. */
  readonly files: string | null;
  readonly show: Show;
}

/** How a template is shown offline. */
export interface Show {
  /** What to look at. */
  readonly point: string;
  /** The runs, one after another. */
  readonly runs: readonly ShownRun[];
  /** In place of the flow's own; every other worker plays the turns. */
  readonly workers: Readonly<Record<string, WorkerSpec>>;
  readonly turns: readonly z.core.util.JSONType[];
}

type ShownRun = z.infer<typeof runSchema>;

const runSchema = z.strictObject({
  start: z.array(z.string()).min(1).optional(),
  inputs: z.record(z.string(), z.json()).optional(),
});

const showSchema = z.strictObject({
  point: z.string().min(1),
  runs: z.array(runSchema).min(1).default([{}]),
  workers: z.record(z.string(), workerSchema).default({}),
  turns: z.array(z.json()),
});

/** The recipe that is shown where none is named; its workspace is the sample. */
export const FIRST_RECIPE = 'fix-until-green';

export const RECIPE_NAMES: readonly string[] = TEMPLATES.filter((name) => name !== 'empty');

/** Throws `UsageError` for a name that no recipe has. */
export async function readRecipe(name: string): Promise<Recipe> {
  if (!RECIPE_NAMES.includes(name))
    throw new UsageError(`there is no recipe "${name}". Recipes: ${RECIPE_NAMES.join(', ')}`);
  const folder = join(dirname(fileURLToPath(import.meta.url)), '..', 'media', 'templates');
  const text = await read(join(folder, `${name}.converge.json`));
  const { flow } = parseFlow(text);
  if (flow === null) throw broken(`The template ${name} is no flow.`);
  if (name === FIRST_RECIPE) return { name, flow, text, files: null, show: SAMPLE_SHOW };
  const own = join(folder, 'offline', name);
  const show = showSchema.safeParse(JSON.parse(await read(join(own, 'show.json'))));
  if (!show.success) throw broken(`The show of ${name} cannot be read: ${z.prettifyError(show.error)}`);
  return { name, flow, text, files: join(own, 'files'), show: show.data };
}

const SAMPLE_SHOW: Show = { point: '', runs: [{}], workers: {}, turns: [] };

async function read(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw broken(`${path} cannot be read: ${messageOf(error)}.`);
  }
}

const broken = (why: string) =>
  new ConvergeError('internal', `${why} Install Converge anew, or run it from its repository.`);
