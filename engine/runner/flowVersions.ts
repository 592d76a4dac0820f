import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConvergeError } from '../failure';
import type { Flow } from '../flow/schema';
import { sha256 } from '../node/digest';
import { writeWhole } from '../node/files';
import { FLOW_FILE } from '../node/runFolder';
import { changesInTheWay } from '../run/changes';
import type { RunState } from '../run/state';
import { readFlowFile, runnable } from './flowFile';
import { readFlowCopy } from './runs';

/**
 * A run goes on with the flow it was started with, or with a later version on purpose. `flow.json` is the version in
 * force; those before it stay beside it as `flow.<digest>.json`.
 */
export interface FlowVersion {
  readonly text: string;
  readonly flow: Flow;
  readonly hash: string;
}

const kept = (hash: string): string => `flow.${hash.slice(0, 16)}.json`;

/** The version that the trace says is in force, also where a change was cut off before the trace had it. */
export async function flowInForce(folder: string, hash: string): Promise<FlowVersion> {
  const copy = await readFlowCopy(folder).catch((error: unknown) => error);
  if (isCopy(copy) && sha256(copy.text) === hash) return { ...copy, hash };
  for (const name of await readdir(folder)) {
    if (!/^flow\.[0-9a-f]{16}\.json$/.test(name)) continue;
    const text = await readFile(join(folder, name), 'utf8');
    if (sha256(text) !== hash) continue;
    return { text, hash, flow: runnable(await readFlowFile(join(folder, name))) };
  }
  if (!isCopy(copy)) throw copy;
  const message = `${join(folder, FLOW_FILE)} is no longer the flow that this run was started with. Put it back, or start a new run.`;
  throw new ConvergeError('flow-unreadable', message);
}

const isCopy = (value: unknown): value is { readonly text: string; readonly flow: Flow } =>
  typeof value === 'object' && value !== null && 'text' in value && 'flow' in value;

/**
 * The flow file as it is now, for a run that is to go on with it. Throws `flow-unreadable` with every difference that is in
 * the way; nothing is changed then.
 */
export async function changedFlow(before: FlowVersion, path: string, state: RunState): Promise<FlowVersion> {
  const file = await readFlowFile(path);
  const flow = runnable(file);
  const inTheWay = changesInTheWay(before.flow, flow, state);
  if (inTheWay.length > 0) {
    const lines = inTheWay.map((line) => `  ${line}`).join('\n');
    const advice = 'Undo these changes, resume without --with-changes, or start a new run.';
    throw new ConvergeError('flow-unreadable', `The run cannot go on with ${path} as it is now:\n${lines}\n${advice}`);
  }
  return { text: file.text, flow, hash: sha256(file.text) };
}

/** Puts a version in force. The one before it is kept first, so that a cut in between loses neither. */
export async function putInForce(folder: string, before: FlowVersion, now: FlowVersion): Promise<string> {
  await writeWhole(join(folder, kept(before.hash)), before.text);
  await writeWhole(join(folder, kept(now.hash)), now.text);
  await writeWhole(join(folder, FLOW_FILE), now.text);
  return kept(now.hash);
}
