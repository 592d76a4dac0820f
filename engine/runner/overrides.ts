import { join } from 'node:path';
import * as z from 'zod';
import { ConvergeError } from '../failure';
import type { Flow, WorkerSpec } from '../flow/schema';
import { workerSchema } from '../flow/schema';
import { readOwnFile } from '../node/ownFile';
import { openRunFolder } from '../node/runFolder';

/** Workers that a person put in the place of the flow's when the run started. */
export type Overrides = Readonly<Record<string, WorkerSpec>>;

/** Where they stand in the run folder: a later version of the flow is run with them too. */
const OVERRIDES_FILE = 'overrides.json';

/** The text that a run keeps of its flow: the file's own where nothing stands in the place of anything. */
export const overriddenText = (text: string, flow: Flow, overrides: Overrides): string =>
  isEmpty(overrides) ? text : `${JSON.stringify(flow, null, 2)}\n`;

export async function keepOverrides(folder: string, overrides: Overrides): Promise<void> {
  if (!isEmpty(overrides)) await openRunFolder(folder).project(OVERRIDES_FILE, JSON.parse(JSON.stringify(overrides)));
}

/** Throws `flow-unreadable` where they are there and cannot be read: the flow's own workers would be others. */
export async function keptOverrides(folder: string): Promise<Overrides> {
  const path = join(folder, OVERRIDES_FILE);
  try {
    const text = await readOwnFile(path).catch(ifMissing);
    return z.record(z.string(), workerSchema).parse(JSON.parse(text));
  } catch (error) {
    const message = `${path} cannot be read: it has the workers that this run was started with. Put it back, or resume without changes.`;
    throw new ConvergeError('flow-unreadable', message, { cause: error });
  }
}

/** A run that was started without overrides has no such file. */
function ifMissing(error: unknown): string {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '{}';
  throw error;
}

const isEmpty = (overrides: Overrides): boolean => Object.keys(overrides).length === 0;
