import { cp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConvergeError } from '../failure';
import type { JsonObject } from '../json';
import { sha256 } from '../node/digest';
import { withMappedErrors } from '../node/files';
import type { NewRun } from '../node/runFolder';
import { createRunFolder, readRun, TRACE_FILE } from '../node/runFolder';
import { stateOf } from '../run/openRun';
import type { Entry } from '../trace/entry';
import { CALLED_FILE, keepCalledFlows } from './calledFlows';
import { flowInForce } from './flowVersions';
import { forkPoint } from './forkPoint';
import { keepOverrides, keptOverrides } from './overrides';
import { rootOfRun } from './runs';

export interface ForkWish {
  /** Absolute path of the run folder. */
  readonly folder: string;
  /** The last super-step that the new run begins with; absent: the last good one behind which something is due. */
  readonly at?: number;
  /** Channels as they are to be. */
  readonly set?: JsonObject;
}

/**
 * Makes a new run that begins as another one was behind one of its commits: counters, spend and latches as they were then.
 * The run it comes from is not changed, and may be running, have ended, or be damaged behind that commit. The files of the
 * workspace stay as they are now. Throws `run-unknown` for a super-step that cannot be forked from, `flow-unreadable` for a
 * channel that the flow does not have.
 */
export async function forkRun({ folder, at, set = {} }: ForkWish): Promise<NewRun & { readonly superStep: number }> {
  const { entries } = await readRun(folder);
  const point = forkPoint(entries, at, sha256);
  const lines = entries.slice(0, point.length);
  const state = stateOf(lines, sha256);
  const { flow, text, called } = await flowInForce(folder, state);
  const declared = Object.keys(flow.channels ?? {});
  const unknown = Object.keys(set).find((name) => !declared.includes(name));
  if (unknown !== undefined) {
    const message = `The flow has no channel "${unknown}" to set. Its channels: ${declared.join(', ') || 'none'}.`;
    throw new ConvergeError('flow-unreadable', message);
  }
  const overrides = await keptOverrides(folder);
  const made = await createRunFolder(rootOfRun(folder), text, Date.now());
  const { superStep } = point;
  const forked: Entry = {
    seq: state.nextSeq,
    at: new Date().toISOString(),
    type: 'run.forked',
    run: made.run,
    from: state.head?.run ?? '',
    superStep,
    set,
  };
  const written = [...lines.map(({ entry }) => entry), forked].map((entry) => JSON.stringify(entry)).join('\n');
  try {
    await keepCalledFlows(made.folder, called, state.head?.flow.called ?? CALLED_FILE);
    await keepOverrides(made.folder, overrides);
    await copyLogs(folder, made.folder, written);
    await withMappedErrors(made.folder, () =>
      writeFile(join(made.folder, TRACE_FILE), `${written}\n`, { flush: true }),
    );
  } catch (error) {
    await rm(made.folder, { recursive: true, force: true });
    throw error;
  }
  return { ...made, superStep };
}

/** What the entries refer to. One that is gone is gone for both. */
async function copyLogs(from: string, to: string, entries: string): Promise<void> {
  const names = new Set([...entries.matchAll(/"logs\/([A-Za-z0-9][A-Za-z0-9._-]*)"/g)].map(([, name = '']) => name));
  for (const name of names) {
    await cp(join(from, 'logs', name), join(to, 'logs', name)).catch((error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    });
  }
}
