import { dirname } from 'node:path';
import * as vscode from 'vscode';
import { listRuns } from '../engine/node/runFolder';
import { parkedAmong, rootOfRun } from '../engine/runner/runs';
import type { ServeWindow } from '../engine/runner/serving';
import { workspaceRoot, workspaceRootOf } from '../engine/runner/workspaceRoot';
import type { Control } from '../engine/trace/control';
import type { FlowFiles } from './flowFiles';
import { flowPathOf } from './flowPath';
import type { FollowedRun } from './followedRun';
import { followRun } from './followedRun';
import { CONTEXT } from './ids';
import type { Log } from './log';
import { person } from './person';
import type { RunView } from './rows/runView';
import { newestFirst } from './rows/runView';

/** Every run of every workspace root that the window's folders and flows belong to, read from its folder. */
export interface Runs extends vscode.Disposable {
  readonly all: () => readonly RunView[];
  readonly get: (folder: string) => RunView | undefined;
  /** Absolute path of the workspace root in which it runs. */
  readonly rootOf: (run: RunView) => string;
  /** The run that Latches, Notes and Trace are about: the one a person chose, else the newest. */
  readonly shown: () => RunView | undefined;
  readonly show: (folder: string) => void;
  /** Hands an act to whoever carries the run; false where nobody does. */
  readonly act: (folder: string, act: Control) => Promise<boolean>;
  readonly onDidChange: vscode.Event<void>;
  /** Looks for runs anew; from now on in this root too, whether a flow of it has been found yet or not. */
  readonly refresh: (root?: string) => Promise<void>;
}

/** Older runs are on the disk and can be read with the program; those that are parked are shown nevertheless. */
const SHOWN_PER_ROOT = 50;
/** Where watching fails and holders die in silence: how often runs that are carried are looked at. */
const POLL_MS = 1000;
/** Runs that are looked at at a time. */
const AT_ONCE = 4;
/** What happens within this is drawn at once. */
const GATHER_MS = 50;

/** @param serve asks language models for runs that want one */
export function watchRuns(flows: FlowFiles, log: Log, serve?: ServeWindow): Runs {
  const followed = new Map<string, FollowedRun>();
  /** A run is shown once something is known of it: a row keeps the shape in which it first appears. */
  const looked = new WeakSet<FollowedRun>();
  const changed = new vscode.EventEmitter<void>();
  const begunIn = new Set<string>();
  let chosen: string | null = null;
  let gathering: NodeJS.Timeout | null = null;
  let disposed = false;

  const fire = () => {
    gathering ??= setTimeout(() => {
      gathering = null;
      if (disposed) return;
      const held = all().filter((run) => run.held);
      void setContext(CONTEXT.running, held.length > 0);
      void setContext(
        CONTEXT.runningFlows,
        held.map((run) => flowPathOf(run, rootOf(run))),
      );
      changed.fire();
    }, GATHER_MS);
  };
  const look = async (run: FollowedRun) => {
    try {
      const changed = await run.look();
      if (changed || !looked.has(run)) fire();
    } catch (thrown) {
      log.error(`run ${run.view().folder}: ${thrown}`);
    }
    looked.add(run);
  };
  const rootOf = (run: RunView) => followed.get(run.folder)?.root ?? rootOfRun(run.folder);
  const all = () => [...followed.values()].filter((run) => looked.has(run)).map((run) => run.view());

  const refresh = async (begun?: string) => {
    if (begun !== undefined) begunIn.add(begun);
    const found = new Map<string, string>();
    for (const root of new Set([...(await rootsOf(flows)), ...begunIn])) {
      const folders = (await listRuns(root)).map(({ folder }) => folder);
      for (const folder of folders.slice(0, SHOWN_PER_ROOT)) found.set(folder, root);
      for (const folder of await parkedAmong(folders.slice(SHOWN_PER_ROOT))) found.set(folder, root);
    }
    if (disposed) return;
    for (const [folder, run] of followed) {
      if (found.has(folder)) continue;
      run.close();
      followed.delete(folder);
      fire();
    }
    const fresh = [...found].filter(([folder]) => !followed.has(folder));
    for (const [folder, root] of fresh) {
      const run: FollowedRun = followRun(root, folder, () => void look(run), serve);
      followed.set(folder, run);
    }
    // A few at a time, the newest first: long ones leave the window its turn.
    const waiting = [...followed.values()];
    const worker = async () => {
      for (let run = waiting.shift(); run !== undefined && !disposed; run = waiting.shift()) await look(run);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  };

  const again = () => void refresh().catch((thrown) => log.error(`looking for runs: ${thrown}`));
  const watcher = vscode.workspace.createFileSystemWatcher('**/.converge/runs/*/{trace.ndjson,lock.*}');
  const touched = (uri: vscode.Uri) => {
    const run = followed.get(dirname(uri.fsPath));
    if (run) void look(run);
    else again();
  };
  const poll = setInterval(() => {
    for (const run of followed.values()) {
      if (run.view().held) void look(run);
    }
  }, POLL_MS);
  const subscriptions = [
    changed,
    watcher,
    watcher.onDidCreate(touched),
    watcher.onDidChange(touched),
    watcher.onDidDelete(again),
    vscode.workspace.onDidChangeWorkspaceFolders(again),
  ];

  return {
    all,
    get: (folder) => followed.get(folder)?.view(),
    rootOf,
    shown: () => (chosen === null ? undefined : followed.get(chosen)?.view()) ?? newestFirst(all())[0],
    show: (folder) => {
      chosen = folder;
      fire();
    },
    act: async (folder, act) => (await followed.get(folder)?.act(act, person())) ?? false,
    onDidChange: changed.event,
    refresh,
    dispose: () => {
      disposed = true;
      clearInterval(poll);
      if (gathering) clearTimeout(gathering);
      for (const run of followed.values()) run.close();
      for (const each of subscriptions) each.dispose();
    },
  };
}

const setContext = (key: string, value: unknown) => vscode.commands.executeCommand('setContext', key, value);

async function rootsOf(flows: FlowFiles): Promise<ReadonlySet<string>> {
  const folders = (vscode.workspace.workspaceFolders ?? []).filter((folder) => folder.uri.scheme === 'file');
  const files = [...flows.all().keys()].map((key) => vscode.Uri.parse(key)).filter((uri) => uri.scheme === 'file');
  return new Set([
    ...(await Promise.all(folders.map((folder) => workspaceRoot(folder.uri.fsPath)))),
    ...(await Promise.all(files.map((uri) => workspaceRootOf(uri.fsPath)))),
  ]);
}
