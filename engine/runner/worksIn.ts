import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ConvergeError } from '../failure';
import { isInWorktree } from '../flow/isolation';
import type { Flow } from '../flow/schema';
import { endLeftovers } from '../node/leftovers';
import { ownFolder } from '../node/ownFolder';
import { TRACE_FILE } from '../node/runFolder';
import { readTrace } from '../node/traceFile';
import { openWorkspace } from '../node/workspace/workspace';
import type { Worktree } from '../node/worktree/kept';
import { worktreeOf } from '../node/worktree/kept';
import { branchOf } from '../node/worktree/passCommits';
import { readyBeside } from '../node/worktree/place';
import { removeWorktree } from '../node/worktree/remove';
import { filesOf, makeWorktree, standingWorktree } from '../node/worktree/worktree';
import type { TreeId, Workspace } from '../ports';
import type { RunState } from '../run/state';
import type { Entry } from '../trace/entry';
import type { RunPlace, SandboxFact } from '../trace/place';
import { takeWorkspace } from './held';
import type { Undoing } from './undoing';

/** Where a stretch of a run works. */
export interface WorksIn {
  /** Absolute: where its files are; commands and workers start there. */
  readonly files: string;
  readonly workspace: Workspace;
  /** Null: the workspace itself. */
  readonly worktree: Worktree | null;
  /** A folder of ours on the same disk as the files, where the run folder is not. */
  readonly ready?: string;
}

/**
 * The right to write, and what a killed holder left is ended. One run at a time writes to a workspace itself; runs in
 * worktrees of their own need no such right.
 *
 * @param own the run whose lock the caller has already
 */
export async function mayWrite(root: string, alone: boolean, undoing: Undoing, own?: string): Promise<void> {
  const folder = await ownFolder(root);
  if (!alone) undoing.always((await takeWorkspace(folder, root)).release);
  await endLeftovers(root, { writer: !alone, ...(own === undefined ? {} : { own }) });
}

/** For a new run, whose folder and lock are there. What is made is taken away where the run comes to nothing. */
export async function placeOf(
  flow: Flow,
  root: string,
  run: string,
  folder: string,
  undoing: Undoing,
): Promise<WorksIn> {
  if (!isInWorktree(flow)) return inPlace(root);
  undoing.whereNothingRan(() => removeWorktree(folder));
  const worktree = await makeWorktree({ root, run, runFolder: folder, bring: flow.workspace?.bring ?? [] });
  return inWorktree(root, run, worktree);
}

/** Whether a run began in a worktree: it stays in one, whatever its flow says now. */
export const beganInWorktree = ({ head }: Pick<RunState, 'head'>): boolean => head?.place?.worktree !== undefined;

/** For a run that goes on where it began. A fork of one in a worktree has a new one, as it was where it was forked. */
export async function placeAgain(flow: Flow, root: string, state: RunState, folder: string): Promise<WorksIn> {
  if (!beganInWorktree(state)) return inPlace(root);
  const run = state.head?.run ?? '';
  const last = await lastTree(folder);
  const there = (await worktreeOf(folder)) !== undefined;
  const wish = { root, run, runFolder: folder };
  const worktree = there
    ? await standingWorktree(wish, last)
    : await makeWorktree({ ...wish, bring: flow.workspace?.bring ?? [] });
  const place = await inWorktree(root, run, worktree);
  if (!there && last !== null) {
    const restored = await place.workspace.restore(last);
    if (!restored.ok)
      throw new ConvergeError('folder-unwritable', `The run cannot go on in its worktree: ${restored.why}`);
  }
  return place;
}

/** For the trace: nothing where it works in the workspace itself and no sandbox was asked for. */
export function placeFact(
  { worktree }: WorksIn,
  flow: Flow,
  run: string,
  sandbox: SandboxFact | undefined,
): { readonly place?: RunPlace } {
  if (worktree === null && sandbox === undefined) return {};
  const branch = flow.workspace?.commitEachPass === true ? { branch: branchOf(run) } : {};
  const { root: folder, commit, without } = worktree ?? { root: '', commit: '', without: 0 };
  return {
    place: {
      ...(worktree === null ? {} : { worktree: { folder, commit, ...branch, without } }),
      ...(sandbox === undefined ? {} : { sandbox }),
    },
  };
}

/** A stretch that only ends the run changes nothing of where it worked. */
export const keptPlace = ({ head }: Pick<RunState, 'head'>): { readonly place?: RunPlace } =>
  head?.place === undefined ? {} : { place: head.place };

/** For a run that goes on only to be ended: nothing is executed, so that nothing has to be there. */
export const inPlace = async (root: string): Promise<WorksIn> => ({
  files: resolve(root),
  workspace: await openWorkspace(root),
  worktree: null,
});

async function inWorktree(root: string, run: string, worktree: Worktree): Promise<WorksIn> {
  const elsewhere = filesOf(worktree, run);
  const workspace = await openWorkspace(root, { elsewhere });
  const ready = readyBeside(worktree.folder);
  await mkdir(ready, { recursive: true });
  return { files: worktree.root, workspace, worktree, ready };
}

/** The files as the run recorded them last; null: it has recorded none. */
export async function lastTree(folder: string): Promise<TreeId | null> {
  const { entries } = await readTrace(join(folder, TRACE_FILE));
  for (const { entry } of [...entries].reverse()) {
    const tree = treeIn(entry);
    if (tree !== null) return tree;
  }
  return null;
}

function treeIn(entry: Entry): TreeId | null {
  if (entry.type === 'workspace.snapshot') return entry.tree;
  if (entry.type !== 'commit') return null;
  const trees = entry.events.flatMap((event) =>
    event.type === 'pass.ended' && event.tree !== null ? [event.tree] : [],
  );
  return trees.at(-1) ?? null;
}
