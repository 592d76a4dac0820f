import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ConvergeError } from '../failure';
import type { Flow } from '../flow/schema';
import { sha256 } from '../node/digest';
import { writeWhole } from '../node/files';
import { readOwnFile } from '../node/ownFile';
import { FLOW_FILE } from '../node/runFolder';
import { changesInTheWay } from '../run/changes';
import type { RunState } from '../run/state';
import type { ChangedFlow } from '../trace/entry';
import type { CalledFlows } from './calledFlows';
import { CALLED_FILE, digestOfCalled, keepCalledFlows, keptCalledFlows, readCalledFlows } from './calledFlows';
import { examineFlow, readFlowFile, runnable } from './flowFile';
import { keptOverrides, overriddenText } from './overrides';
import { readFlowCopy } from './runs';
import { withOverrides } from './startSpec';

/**
 * A run goes on with the flow it was started with, or with a later version on purpose, the flows that it calls included.
 * The trace says by digest and file which version is in force. `flow.json` is the newest, those before it stay beside it as
 * `flow.<digest>.json`, called flows as `called.json` and `called.<digest>.json`.
 */
export interface FlowVersion {
  readonly text: string;
  readonly flow: Flow;
  readonly hash: string;
  readonly called: CalledFlows;
}

const kept = (name: string, hash: string): string => `${name}.${hash.slice(0, 16)}.json`;

/**
 * The version that the trace says is in force, also where a change was cut off before the trace had it. Throws
 * `flow-unreadable` where the run folder has it no more, `run-unknown` where it has no flow at all.
 */
export async function flowInForce(folder: string, { head }: Pick<RunState, 'head'>): Promise<FlowVersion> {
  const hash = head?.flow.hash ?? '';
  const own = await ownInForce(folder, hash);
  return { ...own, hash, called: await keptCalledFlows(folder, own.flow, head?.flow.called ?? CALLED_FILE) };
}

async function ownInForce(folder: string, hash: string): Promise<Pick<FlowVersion, 'text' | 'flow'>> {
  for (const name of (await readdir(folder)).filter((each) => /^flow\.[0-9a-f]{16}\.json$/.test(each))) {
    const path = join(folder, name);
    const text = await readOwnFile(path);
    if (sha256(text) === hash) return { text, flow: runnable(examineFlow(path, text)) };
  }
  const copy = await readFlowCopy(folder);
  if (sha256(copy.text) === hash) return copy;
  const path = join(folder, FLOW_FILE);
  const message = `${path} is no longer the flow that this run was started with. Put it back, or start a new run.`;
  throw new ConvergeError('flow-unreadable', message);
}

/**
 * The flow file as it is now and the flows that it calls, for a run that is to go on with them and with the workers that
 * were put in place of the flow's. Throws `flow-unreadable` with every difference that is in the way; nothing is changed
 * then.
 */
export async function changedFlow(
  folder: string,
  root: string,
  before: FlowVersion,
  state: RunState,
): Promise<FlowVersion> {
  const path = resolve(root, state.head?.flow.path ?? '');
  const file = await readFlowFile(path);
  const overrides = await keptOverrides(folder);
  const flow = withOverrides(runnable(file), overrides);
  const text = overriddenText(file.text, flow, overrides);
  const now = { text, flow, hash: sha256(text), called: await readCalledFlows(flow, root) };
  const inTheWay = changesInTheWay(before, now, state);
  if (inTheWay.length > 0) {
    const lines = inTheWay.map((line) => `  ${line}`).join('\n');
    const advice = 'Undo these changes, resume without --with-changes, or start a new run.';
    throw new ConvergeError('flow-unreadable', `The run cannot go on with ${path} as it is now:\n${lines}\n${advice}`);
  }
  return now;
}

/**
 * Puts a version in force beside the one before it, so that a cut in between loses neither: which one counts is what the
 * trace says. Null where nothing differs.
 */
export async function putInForce(folder: string, before: FlowVersion, now: FlowVersion): Promise<ChangedFlow | null> {
  const called = digestOfCalled(now.called);
  const others = called !== digestOfCalled(before.called);
  const copy = join(folder, FLOW_FILE);
  if (now.hash === before.hash && !others) {
    // A change that was cut off has put its own there.
    if ((await readOwnFile(copy).catch(() => '')) !== now.text) await writeWhole(copy, now.text);
    return null;
  }
  const calledFile = kept('called', called);
  if (others) await keepCalledFlows(folder, now.called, calledFile);
  await writeWhole(join(folder, kept('flow', before.hash)), before.text);
  await writeWhole(join(folder, kept('flow', now.hash)), now.text);
  await writeWhole(copy, now.text);
  return { hash: now.hash, file: kept('flow', now.hash), ...(others ? { called: calledFile } : {}) };
}
