import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConvergeError } from '../failure';
import type { Flow } from '../flow/schema';
import { sha256 } from '../node/digest';
import { openRunFolder } from '../node/runFolder';
import type { CalledFlow } from '../ports';
import { findFlow } from './findFlow';
import { examineFlow, readFlowFile, runnable } from './flowFile';

/** The flows that a run may call, by the name that its `call` steps give: as they were when it started. */
export type CalledFlows = Readonly<Record<string, CalledFlow & { readonly text: string }>>;

/** Beside the run's own copy of its flow: the texts of the flows that it calls. */
const CALLED_FILE = 'called.json';

/**
 * Reads every flow that a flow calls, and those that these call. Throws `flow-unreadable` for one that is not there, that
 * has errors, or that calls itself over any number of others.
 */
export async function readCalledFlows(flow: Flow, root: string): Promise<CalledFlows> {
  const found: Record<string, CalledFlows[string]> = {};
  const follow = async (caller: Flow, way: readonly string[]): Promise<void> => {
    for (const name of callsOf(caller)) {
      const path = await findFlow(name, root, root);
      const known = found[name] ?? (await read(path));
      found[name] = known;
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

async function read(path: string): Promise<CalledFlows[string]> {
  const file = await readFlowFile(path);
  return { flow: runnable(file), hash: sha256(file.text), text: file.text };
}

/** Keeps the texts in the run folder, so that a resume calls what the run called. */
export async function keepCalledFlows(folder: string, called: CalledFlows): Promise<void> {
  if (Object.keys(called).length === 0) return;
  const texts = Object.fromEntries(Object.entries(called).map(([name, { text }]) => [name, text]));
  await openRunFolder(folder).project(CALLED_FILE, texts);
}

/** The texts that `keepCalledFlows` kept. Throws `flow-unreadable` where one that the flow calls is missing or damaged. */
export async function keptCalledFlows(folder: string, flow: Flow): Promise<CalledFlows> {
  const path = join(folder, CALLED_FILE);
  const text = await readFile(path, 'utf8').catch(() => '{}');
  const texts = textsIn(text);
  const calls = callsOf(flow);
  const missing = calls.find((name) => texts[name] === undefined);
  if (missing !== undefined) {
    throw new ConvergeError('flow-unreadable', `${path} has no copy of the flow "${missing}", which this run calls.`);
  }
  return Object.fromEntries(
    Object.entries(texts).map(([name, own]) => [
      name,
      { flow: runnable(examineFlow(`${path} (${name})`, own)), hash: sha256(own), text: own },
    ]),
  );
}

function textsIn(text: string): Readonly<Record<string, string>> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return {};
    return Object.fromEntries(
      Object.entries(value).filter((each): each is [string, string] => typeof each[1] === 'string'),
    );
  } catch {
    return {};
  }
}

const callsOf = (flow: Flow): readonly string[] => [
  ...new Set(Object.values(flow.steps).flatMap((step) => (step.kind === 'call' ? [step.flow] : []))),
];
