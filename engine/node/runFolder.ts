import { randomInt } from 'node:crypto';
import { lstat, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ConvergeError, messageOf } from '../failure';
import type { Json } from '../json';
import type { RunFolderPort } from '../ports';
import { checkedName, withMappedErrors, writeWhole } from './files';
import type { LockRecord } from './lease';
import { holderOf } from './lease';
import { readOwnFile } from './ownFile';
import { ownFolder, realFolder } from './ownFolder';
import type { ReadTrace } from './traceFile';
import { readTrace } from './traceFile';

export const RUNS_FOLDER = 'runs';
export const TRACE_FILE = 'trace.ndjson';
export const FLOW_FILE = 'flow.json';
/** The name of the run's lock in its folder; see `lease.ts`. */
export const RUN_LOCK = 'lock';
/** The name of the lock in `.converge/` that one writing run at a time holds. */
export const WRITER_LOCK = 'writer';

/**
 * Sorts by time, to the millisecond: `20261130-130512-4f2a` (UTC; the last four digits, in base 16, are the milliseconds
 * times 64, plus a random number).
 */
export function newRunId(now: number): string {
  const [date = '', time = ''] = new Date(now).toISOString().split('T');
  const last = (new Date(now).getUTCMilliseconds() * 64 + randomInt(64)).toString(16).padStart(4, '0');
  return `${date.replaceAll('-', '')}-${time.slice(0, 8).replaceAll(':', '')}-${last}`;
}

export interface NewRun {
  readonly run: string;
  /** Absolute. */
  readonly folder: string;
}

/** Makes `.converge/runs/<run id>/` with the flow as it is now, whole or not at all. No two runs share a folder. */
export async function createRunFolder(root: string, flowText: string, now: number): Promise<NewRun> {
  const runs = join(await ownFolder(root), RUNS_FOLDER);
  await realFolder(runs);
  return withMappedErrors(runs, async () => {
    // A name that is taken is given to the next millisecond.
    for (let later = 0; ; later++) {
      const run = newRunId(now + later);
      const folder = join(runs, run);
      try {
        await mkdir(folder);
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'EEXIST') continue;
        throw error;
      }
      try {
        await Promise.all(['logs', 'artifacts'].map((name) => mkdir(join(folder, name))));
        await writeWhole(join(folder, FLOW_FILE), flowText);
      } catch (error) {
        await rm(folder, { recursive: true, force: true });
        throw error;
      }
      return { run, folder };
    }
  });
}

/** The port over an existing run folder. Names are checked, and no link is followed on the way. */
export function openRunFolder(folder: string): RunFolderPort {
  const text = (value: Json): string => `${JSON.stringify(value, null, 2)}\n`;
  return {
    project: async (name, value) => {
      await realFolder(folder);
      await writeWhole(join(folder, checkedName(name)), text(value));
    },
    artifact: async (step, visit, value) => {
      const name = checkedName(`${visit}.json`);
      for (const part of ['', 'artifacts', `artifacts/${checkedName(step)}`]) await realFolder(join(folder, part));
      await writeWhole(join(folder, 'artifacts', step, name), text(value));
      return `artifacts/${step}/${name}`;
    },
  };
}

/** Absolute folders of the runs below a workspace root, the newest first. */
export async function listRuns(root: string): Promise<readonly NewRun[]> {
  const runs = join(root, '.converge', RUNS_FOLDER);
  const isReal = (await lstat(runs).catch(() => undefined))?.isDirectory() === true;
  const found = isReal ? await readdir(runs, { withFileTypes: true }) : [];
  return found
    .filter((entry) => entry.isDirectory() && /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(entry.name))
    .map((entry) => ({ run: entry.name, folder: join(runs, entry.name) }))
    .sort((a, b) => (a.run < b.run ? 1 : -1));
}

export interface RunOnDisk extends ReadTrace {
  readonly flowText: string;
  /** Who carries it now; `undefined`: nobody. */
  readonly holder: LockRecord | undefined;
}

/** Reads what a run left on disk. Changes nothing. Throws `run-unknown`. */
export async function readRun(folder: string): Promise<RunOnDisk> {
  // The holder first: one that ends meanwhile has written all of its trace.
  const holder = await holderOf(folder, RUN_LOCK).catch(() => undefined);
  const flowText = await readOwnFile(join(folder, FLOW_FILE)).catch((error: unknown) => {
    throw new ConvergeError('run-unknown', `There is no run in ${folder}: ${messageOf(error)}`, { cause: error });
  });
  return { flowText, holder, ...(await readTrace(join(folder, TRACE_FILE))) };
}
