import { stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { ConvergeError, messageOf } from '../failure';
import type { Flow } from '../flow/schema';
import { isObject } from '../json';
import { foldTrace } from '../node/foldedTrace';
import type { LockRecord } from '../node/lease';
import { holderOf as lockHolder } from '../node/lease';
import { readOwnFile } from '../node/ownFile';
import type { HistoryLimits } from '../node/recordedRun';
import { LIMITS } from '../node/recordedRun';
import { FLOW_FILE, listRuns, RUN_LOCK, TRACE_FILE } from '../node/runFolder';
import { readTrace, tornBytesOf } from '../node/traceFile';
import { fold } from '../run/fold';
import { foldHistory } from '../run/foldHistory';
import type { RunHistory } from '../run/history';
import { EMPTY_HISTORY } from '../run/history';
import { resultOf } from '../run/result';
import type { RunResult, RunState } from '../run/state';
import { EMPTY_STATE } from '../run/state';
import { examineFlow, runnable } from './flowFile';

/** A run as its folder shows it. Nothing is changed by reading, and a damaged line hides only itself. */
export interface Reading {
  readonly run: string;
  readonly folder: string;
  readonly state: RunState;
  readonly history: RunHistory;
  /** The run is long, and its history tells of its end alone. */
  readonly earlier: boolean;
  readonly result: RunResult;
  /** Numbers of lines that cannot be read; of a long trace those near its end. */
  readonly damaged: readonly number[];
  readonly tornBytes: number;
  /** Who carries it now; null: nobody. */
  readonly holder: LockRecord | null;
}

/**
 * Reads a run folder. One without a readable trace reads as a run of which nothing is known. A long trace is not held: its
 * end is read, which says what is true of the run now.
 */
export async function readRun(folder: string, limits = LIMITS): Promise<Reading> {
  // The holder first: one that ends meanwhile has written all of its trace.
  const holder = await holderOf(folder);
  const path = join(folder, TRACE_FILE);
  const { size } = await stat(path).catch(() => ({ size: 0 }));
  const told = size > limits.longBytes ? await theEnd(path, limits) : await theWhole(path);
  const { state, history } = told;
  const result = resultOf(state, {
    startedAt: state.head?.startedAt ?? history.startedAt ?? '',
    endedAt: history.lastAt,
    trace: TRACE_FILE,
    holding: holder === null ? 'free' : 'held',
  });
  const run = state.head?.run ?? basename(folder);
  return { run, folder, ...told, result: { ...result, run }, holder };
}

type Told = Pick<Reading, 'state' | 'history' | 'earlier' | 'damaged' | 'tornBytes'>;

async function theWhole(path: string): Promise<Told> {
  const nothing = { entries: [], damaged: [], tornBytes: 0 };
  const { entries, damaged, tornBytes } = await readTrace(path).catch(() => nothing);
  let state = EMPTY_STATE;
  let history: RunHistory = { ...EMPTY_HISTORY, damaged };
  for (const { entry } of entries) {
    state = fold(state, entry);
    history = foldHistory(history, entry);
  }
  return { state, history, earlier: false, damaged, tornBytes };
}

async function theEnd(path: string, limits: HistoryLimits): Promise<Told> {
  const trace = foldTrace(path, limits);
  await trace.next();
  const { state, history, earlier } = trace.now();
  return { state, history, earlier, damaged: history.damaged, tornBytes: await tornBytesOf(path) };
}

/** Who carries the run in this folder now; null: nobody. */
export const holderOf = async (folder: string): Promise<LockRecord | null> =>
  (await lockHolder(folder, RUN_LOCK).catch(() => undefined)) ?? null;

/** Absolute run folders below a workspace root, the newest first. */
export const runFoldersOf = async (root: string): Promise<readonly string[]> =>
  (await listRuns(root)).map(({ folder }) => folder);

/** Of these run folders those whose `result.json` says that the run waits: a glance for whoever does not read traces. */
export async function parkedAmong(folders: readonly string[]): Promise<readonly string[]> {
  const parked: string[] = [];
  for (const folder of folders) {
    const result: unknown = await readOwnFile(join(folder, 'result.json'))
      .then(JSON.parse)
      .catch(() => null);
    if (isObject(result) && result.outcome === 'waiting') parked.push(folder);
  }
  return parked;
}

/** True where any run below the root is carried now. */
export const isCarriedBelow = async (root: string): Promise<boolean> =>
  (await Promise.all((await runFoldersOf(root)).map(holderOf))).some((holder) => holder !== null);

/** The workspace root that a run folder stands in. */
export const rootOfRun = (folder: string): string => resolve(folder, '..', '..', '..');

/** The run's own copy of its flow: what it was started with, overrides included. Throws `run-unknown`. */
export async function readFlowCopy(folder: string): Promise<{ readonly text: string; readonly flow: Flow }> {
  const path = join(folder, FLOW_FILE);
  const text = await readOwnFile(path).catch((error: unknown) => {
    throw new ConvergeError('run-unknown', `There is no run in ${folder}: ${messageOf(error)}`, { cause: error });
  });
  return { text, flow: runnable(examineFlow(path, text)) };
}
