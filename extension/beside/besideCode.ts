import * as vscode from 'vscode';
import type { TreeId } from '../../engine/ports';
import type { FlowFiles } from '../flowFiles';
import { SETTINGS } from '../ids';
import type { Log } from '../log';
import type { Moments } from '../moments';
import { showInformation } from '../plainNotice';
import type { RowTarget } from '../rows/row';
import type { RunView } from '../rows/runView';
import type { Runs } from '../runs';
import type { AboutPast, ChangeTitles } from './aboutPast';
import { targetInHistory } from './aboutPast';
import type { AgreeToApply } from './applyRun';
import { applyRun } from './applyRun';
import type { AskRestore } from './askRestore';
import { askInWindow } from './askRestore';
import type { Changes } from './changes';
import { notRecorded, showingChanges } from './changes';
import { firstTree } from './firstTree';
import { lineInLog } from './lineInLog';
import type { Marks } from './marks';
import { showMarks } from './marks';
import { placesOfFailures } from './placesOfFailures';
import { showProblemsOfRuns } from './problemsOfRuns';
import type { Goal } from './restoreGoal';
import { restoring } from './restoring';
import { runWorkspaces } from './workspaces';
import { writtenFiles } from './writtenFiles';

export interface BesideNeeds {
  readonly runs: Runs;
  readonly flows: FlowFiles;
  readonly moments: Moments;
  readonly log: Log;
  readonly memento: vscode.Memento;
}

/** What of runs stands beside the code. Loaded with the first run that the window sees. */
export interface BesideCode extends vscode.Disposable {
  readonly changes: Changes;
  readonly changedSinceBegin: (run: RunView) => Promise<void>;
  /** Asks which pass where none is given. `tree`: the files as a row has them. */
  readonly restore: (run: RunView, to: RestoreTo | null, ask?: AskRestore) => Promise<boolean>;
  readonly applyRun: (run: RunView, agree?: AgreeToApply) => Promise<boolean>;
  readonly undoRestore: (root: string | null, ask?: AskRestore) => Promise<boolean>;
  /** The file and line that a failure names, as far as it lies inside the workspace and is there. */
  readonly placeOfFailure: ReturnType<typeof placesOfFailures>;
  /** What a row about a visit or a pass leads to, as far as it is known: its changes, its log, its step. */
  readonly targetOf: (target: AboutPast) => RowTarget;
  /** The first line of a log that says one of the texts; 1 where none does. */
  readonly lineOf: (file: string, find: readonly string[]) => Promise<number>;
  /** For tests. */
  readonly marks: Marks;
}

export interface RestoreTo {
  readonly tree: TreeId;
  /** For people: `pass 2`. */
  readonly name: string;
}

export function createBesideCode(needs: BesideNeeds): BesideCode {
  const { runs, flows, moments, log, memento } = needs;
  const workspaces = runWorkspaces(runs);
  const written = writtenFiles(workspaces, moments, log);
  const marks = showMarks(written, log);
  const problems = showProblemsOfRuns(runs, flows, written, log);
  const changes = showingChanges(runs, workspaces);
  const restore = restoring(workspaces, memento);

  const wanted = () => marks.set(vscode.workspace.getConfiguration().get(SETTINGS.marks) !== false);
  const draw = () => {
    marks.draw();
    void problems.draw();
  };
  wanted();
  draw();
  const subscriptions = [
    marks,
    problems,
    runs.onDidChange(draw),
    moments.onDidChange(() => marks.draw()),
    vscode.workspace.onDidChangeConfiguration((event) => event.affectsConfiguration(SETTINGS.marks) && wanted()),
  ];
  const asking = askInWindow(async ({ root, tree, name }, { now }) => {
    const run = workspaces.runsOf(root)[0];
    if (run) await changes.between(run, vscode.l10n.t('Restore to {0}', name), now, tree);
  });
  return {
    changes,
    marks,
    placeOfFailure: placesOfFailures(runs),
    targetOf: (target) => targetInHistory(target, runs.get(target.folder), TITLES),
    lineOf: lineInLog,
    changedSinceBegin: async (run) => {
      const title = vscode.l10n.t('{0}: since the run began', nameOf(run));
      const first = await firstTree(moments, run.folder);
      if (first === null) notRecorded(title);
      else await changes.sinceThen(run, title, first);
    },
    restore: async (run, to, ask = asking) => {
      const target = to ?? (await pickPass(run, await firstTree(moments, run.folder)));
      if (!target) return false;
      const name = vscode.l10n.t('{0} of {1}', target.name, nameOf(run));
      return restore.to({ root: runs.rootOf(run), tree: target.tree, name }, ask);
    },
    applyRun: (run, agree) => applyRun(run, runs.rootOf(run), changes, restore.keep, agree),
    undoRestore: async (root, ask = asking) => {
      const goal = await pickGoal(
        root === null ? restore.undoable() : restore.undoable().filter((each) => each.root === root),
      );
      return goal ? restore.to(goal, ask) : false;
    },
    dispose: () => {
      for (const each of subscriptions) each.dispose();
    },
  };
}

const TITLES: ChangeTitles = {
  pass: (flow, pass) => vscode.l10n.t('{0}: pass {1}', flow, pass),
  step: (flow, step, visit) => vscode.l10n.t('{0}: {1}, visit {2}', flow, step, visit),
};

const nameOf = (run: RunView): string => run.state.head?.flow.id ?? run.id;

/** A pass of a run, the newest first, or the time before it changed anything. */
async function pickPass(run: RunView, first: TreeId | null): Promise<RestoreTo | undefined> {
  const began: RestoreTo | null = first === null ? null : { tree: first, name: vscode.l10n.t('the beginning') };
  const passes = run.history.stretches.flatMap(({ pass, loop, to }): readonly RestoreTo[] =>
    pass > 0 && to !== null ? [{ tree: to, name: vscode.l10n.t('the end of pass {0} ({1})', pass, loop ?? '') }] : [],
  );
  const items = [...[...passes].reverse(), ...(began ? [began] : [])].map((to) => ({ label: to.name, to }));
  if (items.length === 0) {
    void showInformation(vscode.l10n.t('This run has recorded no files.'));
    return undefined;
  }
  const title = vscode.l10n.t('Restore the Workspace to');
  return (await vscode.window.showQuickPick(items, { title }))?.to;
}

async function pickGoal(goals: readonly Goal[]): Promise<Goal | undefined> {
  if (goals.length < 2) {
    if (goals.length === 0) void showInformation(vscode.l10n.t('Nothing was restored here.'));
    return goals[0];
  }
  const items = goals.map((goal) => ({ label: goal.name, description: goal.root, goal }));
  return (await vscode.window.showQuickPick(items, { title: vscode.l10n.t('Undo Restore') }))?.goal;
}
