import { join } from 'node:path';
import { ConvergeError } from '../failure';
import type { Flow } from '../flow/schema';
import { sha256 } from '../node/digest';
import { readOwnFile } from '../node/ownFile';
import { openRunFolder } from '../node/runFolder';
import { findFlow } from './findFlow';
import { examineFlow, readFlowFile, runnable } from './flowFile';

/** A flow that a run may call: as it was when the run started. */
export interface KeptFlow {
  readonly flow: Flow;
  readonly hash: string;
  readonly text: string;
}

/** By the name that `call` steps give: an id, or a path from the workspace root. */
export type CalledFlows = ReadonlyMap<string, KeptFlow>;

export const flowsIn = (called: CalledFlows): readonly Flow[] => [...called.values()].map(({ flow }) => flow);

/** Beside the run's own copy of its flow: the texts of the flows that it calls. */
export const CALLED_FILE = 'called.json';

/**
 * Reads every flow that a flow calls, and those that these call. Throws `flow-unreadable` for one that is not there, that
 * has errors, or that calls itself over any number of others.
 */
export async function readCalledFlows(flow: Flow, root: string): Promise<CalledFlows> {
  const found = new Map<string, KeptFlow>();
  const follow = async (caller: Flow, way: readonly string[]): Promise<void> => {
    for (const [step, name] of callsOf(caller)) {
      const known = found.get(name) ?? (await read(name, root, `step "${step}" of the flow "${caller.id}"`));
      found.set(name, known);
      if (way.includes(known.flow.id)) {
        const round = [...way, known.flow.id].join(' calls ');
        throw new ConvergeError('flow-unreadable', `A flow calls itself: ${round}. Repeat by a loop, not by a call.`);
      }
      await follow(known.flow, [...way, known.flow.id]);
    }
  };
  await follow(flow, [flow.id]);
  return found;
}

async function read(name: string, root: string, caller: string): Promise<KeptFlow> {
  try {
    const file = await readFlowFile(await findFlow(name, root, root));
    return { flow: runnable(file), hash: sha256(file.text), text: file.text };
  } catch (error) {
    if (!(error instanceof ConvergeError)) throw error;
    throw new ConvergeError(error.code, `${caller} calls "${name}". ${error.message}`, { cause: error });
  }
}

/** Keeps the texts in a file of the run folder, so that a resume calls what the run called. */
export async function keepCalledFlows(folder: string, called: CalledFlows, file: string): Promise<void> {
  if (called.size > 0) await openRunFolder(folder).project(file, textsOf(called));
}

/** One digest for all of them; the same for the same texts under the same names. */
export const digestOfCalled = (called: CalledFlows): string => sha256(JSON.stringify(textsOf(called)));

const textsOf = (called: CalledFlows): Readonly<Record<string, string>> =>
  Object.fromEntries([...called].map(([name, { text }]) => [name, text] as const).sort());

/** The flows that `keepCalledFlows` kept, as far as they are called. Throws `flow-unreadable` where one is missing. */
export async function keptCalledFlows(folder: string, flow: Flow, file: string): Promise<CalledFlows> {
  const path = join(folder, file);
  const texts = textsIn(await readOwnFile(path).catch(() => '{}'));
  const found = new Map<string, KeptFlow>();
  const follow = (caller: Flow): void => {
    for (const [, name] of callsOf(caller)) {
      if (found.has(name)) continue;
      const text = texts.get(name);
      if (text === undefined) {
        const message = `${path} has no copy of the flow "${name}", which this run calls. Put the file back, or start a new run.`;
        throw new ConvergeError('flow-unreadable', message);
      }
      const called = runnable(examineFlow(`${path} (${name})`, text));
      found.set(name, { flow: called, hash: sha256(text), text });
      follow(called);
    }
  };
  follow(flow);
  return found;
}

function textsIn(text: string): ReadonlyMap<string, string> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return new Map();
    return new Map(Object.entries(value).filter((each): each is [string, string] => typeof each[1] === 'string'));
  } catch {
    return new Map();
  }
}

/** Each call of a flow: the step, and the name that it gives. */
const callsOf = (flow: Flow): readonly (readonly [step: string, name: string])[] =>
  Object.entries(flow.steps).flatMap(([id, step]) => (step.kind === 'call' ? [[id, step.flow] as const] : []));
