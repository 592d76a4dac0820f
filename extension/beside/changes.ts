import * as vscode from 'vscode';
import type { FileChange, TreeId } from '../../engine/ports';
import { frozenPaths, isTestFile } from '../../engine/run/attribution/testFiles';
import { showInformation, showWarning } from '../plainNotice';
import type { RunView } from '../rows/runView';
import type { Runs } from '../runs';
import { recordedUri } from '../traceDocuments';
import type { Workspaces } from './workspaces';
import { fileOf } from './workspaces';

/** What stands on the right of a comparison: a recorded tree, or the files of the workspace as they are. */
export type After = { readonly tree: TreeId } | { readonly files: 'now' };

export interface Changes {
  /** Opens what changed between two recorded trees. */
  readonly between: (run: RunView, title: string, from: TreeId, to: TreeId) => Promise<void>;
  /** Opens what is different in the workspace now; the right side can be edited. */
  readonly sinceThen: (run: RunView, title: string, from: TreeId) => Promise<void>;
}

/** VS Code's editor for many files: tests, and what a loop held frozen, in an editor of their own behind the others. */
export function showingChanges(runs: Runs, workspaces: Workspaces): Changes {
  const open = async (run: RunView, title: string, from: TreeId, after: After, changes: readonly FileChange[]) => {
    if (changes.length === 0) {
      void showInformation(vscode.l10n.t('{0}: nothing changed.', title));
      return;
    }
    const root = runs.rootOf(run);
    const frozen = frozenPaths(run.history);
    const resource = ({ path, change }: FileChange) => {
      const now = fileOf(root, path);
      const recorded = (tree: TreeId) => recordedUri(run.folder, tree, path, now);
      return [
        now,
        change === 'added' ? undefined : recorded(from),
        change === 'deleted' ? undefined : 'tree' in after ? recorded(after.tree) : now,
      ];
    };
    const sorted = [...changes].sort((a, b) => (a.path < b.path ? -1 : 1));
    const tests = sorted.filter(({ path }) => isTestFile(path, frozen));
    const others = sorted.filter(({ path }) => !isTestFile(path, frozen));
    const show = (name: string, files: readonly FileChange[]) =>
      vscode.commands.executeCommand('vscode.changes', name, files.map(resource));
    const testsName = vscode.l10n.t('{0}: tests', title);
    if (tests.length > 0) await show(testsName, tests);
    // As a preview it would give way to the one that follows.
    if (tests.length > 0 && others.length > 0) await vscode.commands.executeCommand('workbench.action.keepEditor');
    // The last one opened is the one in front.
    if (others.length > 0) await show(title, others);
  };
  return {
    between: async (run, title, from, to) => {
      const looked = await workspaces.looked(runs.rootOf(run));
      const changes = await looked.changes(from, to).catch(() => null);
      if (changes === null) return notRecorded(title);
      await open(run, title, from, { tree: to }, changes);
    },
    sinceThen: async (run, title, from) => {
      const looked = await workspaces.fresh(runs.rootOf(run));
      const now = await looked.now();
      if (!now.ok) {
        void showWarning(vscode.l10n.t('{0}: {1}', title, now.why));
        return;
      }
      const changes = await looked.changes(from, now.tree).catch(() => null);
      if (changes === null) return notRecorded(title);
      await open(run, title, from, { files: 'now' }, changes);
    },
  };
}

export function notRecorded(title: string): void {
  void showWarning(
    vscode.l10n.t('{0}: what was recorded then is not there any more (.converge/git was removed or pruned).', title),
  );
}
