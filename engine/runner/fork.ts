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
import { flowInForce } from './flowVersions';
import { rootOfRun } from './runs';

export interface ForkWish {
  /** Absolute path of the run folder. */
  readonly folder: string;
  /** The last super-step that the new run begins with; absent: the last that was committed. */
  readonly at?: number;
  /** Channels as they are to be. */
  readonly set?: JsonObject;
}

/**
 * Makes a new run that begins as another one was behind one of its commits. The run it comes from is not changed, and may
 * have ended or be damaged behind that commit. Throws `run-unknown` for a super-step that it does not have,
 * `flow-unreadable` for a channel that its flow does not have. The files of the workspace stay as they are now.
 */
export async function forkRun({ folder, at, set = {} }: ForkWish): Promise<NewRun & { readonly superStep: number }> {
  const { entries } = await readRun(folder);
  const commits = entries.flatMap(({ entry }) => (entry.type === 'commit' ? [entry.superStep] : []));
  const superStep = at ?? commits.at(-1) ?? 0;
  const last = entries
    .map(({ entry }) => entry.type === 'commit' && entry.superStep === superStep)
    .lastIndexOf(true);
  if (last < 0) {
    const known = commits.length === 0 ? 'It has none yet.' : `It has ${commits[0]} to ${commits.at(-1)}.`;
    throw new ConvergeError(
      'run-unknown',
      `The run in ${folder} has no super-step ${superStep} to fork from. ${known}`,
    );
  }
  const lines = entries.slice(0, last + 1);
  const state = stateOf(lines, sha256);
  const flow = await flowInForce(folder, state.head?.flow.hash ?? '');
  const declared = Object.keys(flow.flow.channels ?? {});
  const unknown = Object.keys(set).find((name) => !declared.includes(name));
  if (unknown !== undefined) {
    const message = `The flow has no channel "${unknown}" to set. Its channels: ${declared.join(', ') || 'none'}.`;
    throw new ConvergeError('flow-unreadable', message);
  }
  const root = rootOfRun(folder);
  const made = await createRunFolder(root, flow.text, Date.now());
  const forked: Entry = {
    seq: state.nextSeq,
    at: new Date().toISOString(),
    type: 'run.forked',
    run: made.run,
    from: state.head?.run ?? '',
    superStep,
    set,
  };
  const text = [...lines.map(({ entry }) => entry), forked].map((entry) => JSON.stringify(entry)).join('\n');
  try {
    await withMappedErrors(made.folder, async () => {
      await cp(join(folder, 'called.json'), join(made.folder, 'called.json')).catch(ifMissing);
      await writeFile(join(made.folder, TRACE_FILE), `${text}\n`, { flush: true });
    });
  } catch (error) {
    await rm(made.folder, { recursive: true, force: true });
    throw error;
  }
  return { ...made, superStep };
}

function ifMissing(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
}
