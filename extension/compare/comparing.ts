import * as vscode from 'vscode';
import { conflictSides } from '../../engine/flow/conflict';
import type { Commit } from '../../engine/node/revisions';
import { commitsOf, textAt } from '../../engine/node/revisions';
import type { Compared } from '../compareUris';
import { showInformation } from '../plainNotice';
import { fileNameOf, flowNameOf } from './flowName';
import { gitProgram } from './gitProgram';
import type { ComparePanels, PanelNeeds } from './panel';
import { comparePanels } from './panel';
import type { Reading } from './sides';
import { conflictSide, fileSide, fixedSide, revisionSide, textOf, whyNot } from './sides';

/** What is compared with what, and why not where it cannot be. */
export interface Comparing extends vscode.Disposable {
  readonly withHead: (uri: vscode.Uri) => Promise<void>;
  readonly withRevision: (uri: vscode.Uri) => Promise<void>;
  /** The commit of this name and the one before it. */
  readonly ofCommit: (uri: vscode.Uri, revision: string) => Promise<void>;
  readonly twoFiles: (before: vscode.Uri, after: vscode.Uri) => Promise<void>;
  /** The flow as a run has it, and the file. */
  readonly withRun: (copy: vscode.Uri, run: string, uri: vscode.Uri) => Promise<void>;
  /** Both sides of a file with conflict markers. */
  readonly conflict: (uri: vscode.Uri) => Promise<void>;
  readonly shown: ComparePanels['shown'];
}

export function createComparing(needs: PanelNeeds & Reading): Comparing {
  const panels = comparePanels(needs);
  const say = (text: string) => void showInformation(text);
  const workingTree = (uri: vscode.Uri) => fileSide(needs, uri, vscode.l10n.t('working tree'));

  /** Says why there is nothing to compare with; a file that is only new or gone can be compared all the same. */
  const hasHistory = async (uri: vscode.Uri, revision: string, path?: string): Promise<boolean> => {
    if (uri.scheme !== 'file') {
      say(vscode.l10n.t('Only files on the disk have earlier states to compare with.'));
      return false;
    }
    if (!vscode.workspace.isTrusted) {
      say(vscode.l10n.t('Git is asked only in a workspace that you trust.'));
      return false;
    }
    const found = await textAt(uri.fsPath, revision, path, gitProgram());
    if (found.ok || found.why === 'not-there') return true;
    say(whyNot(found.why, uri.fsPath, revision));
    return false;
  };

  return {
    withHead: async (uri) => {
      if (!(await hasHistory(uri, 'HEAD'))) return;
      panels.show(nameOf(uri), revisionSide(needs, uri, 'HEAD', 'HEAD'), workingTree(uri));
    },
    withRevision: async (uri) => {
      if (!(await hasHistory(uri, 'HEAD'))) return;
      const commit = await chooseCommit(uri);
      if (!commit) return;
      const before = revisionSide(needs, uri, commit.hash, commit.short, commit.path || undefined);
      panels.show(nameOf(uri), before, workingTree(uri));
    },
    ofCommit: async (uri, revision) => {
      if (!(await hasHistory(uri, revision))) return;
      const found = await commitsOf(uri.fsPath, undefined, gitProgram());
      const commits = found.ok ? found.value : [];
      const place = commits.findIndex(({ hash }) => hash === revision || hash.startsWith(revision));
      const [commit, older] = [commits[place], place < 0 ? undefined : commits[place + 1]];
      const label = commit?.short ?? revision;
      const before = older?.hash ?? `${revision}^`;
      panels.show(
        nameOf(uri),
        revisionSide(needs, uri, before, older?.short ?? `${label}^`, older?.path || undefined),
        revisionSide(needs, uri, revision, label, commit?.path || undefined),
      );
    },
    twoFiles: async (before, after) => {
      const label = (uri: vscode.Uri) => vscode.workspace.asRelativePath(uri);
      panels.show(nameOf(after), fileSide(needs, before, label(before)), fileSide(needs, after, label(after)));
    },
    withRun: async (copy, run, uri) => {
      panels.show(nameOf(uri), fixedSide(needs, copy, vscode.l10n.t('run {0}', run)), workingTree(uri));
    },
    conflict: async (uri) => {
      const sides = conflictSides((await textOf(uri)) ?? '');
      if (sides === null) {
        say(vscode.l10n.t('{0} has no conflict markers that fit together. Open it as text.', nameOf(uri)));
        return;
      }
      panels.show(
        nameOf(uri),
        conflictSide(needs, uri, 'ours', sides.oursName || vscode.l10n.t('ours')),
        conflictSide(needs, uri, 'theirs', sides.theirsName || vscode.l10n.t('theirs')),
      );
    },
    shown: panels.shown,
    dispose: panels.dispose,
  };
}

/** The text of a read-only document that a comparison is made of; empty where there is none. */
export async function comparedText(asked: Compared): Promise<string> {
  switch (asked.kind) {
    case 'revision': {
      const found = await textAt(asked.file, asked.revision, asked.path, gitProgram());
      return found.ok ? found.value : '';
    }
    case 'conflict':
      return conflictSides((await textOf(vscode.Uri.file(asked.file))) ?? '')?.[asked.side] ?? '';
  }
}

async function chooseCommit(uri: vscode.Uri): Promise<Commit | undefined> {
  const found = await commitsOf(uri.fsPath, undefined, gitProgram());
  const commits = found.ok ? found.value : [];
  if (commits.length === 0) {
    void showInformation(vscode.l10n.t('No commit has {0} yet.', nameOf(uri)));
    return undefined;
  }
  const items = commits.map((commit) => ({
    label: commit.subject,
    description: commit.short,
    detail: `${commit.author}, ${new Date(commit.time * 1000).toLocaleString()}`,
    commit,
  }));
  const title = vscode.l10n.t('Compare {0} with', nameOf(uri));
  const chosen = await vscode.window.showQuickPick(items, { title, matchOnDescription: true, matchOnDetail: true });
  return chosen?.commit;
}

const nameOf = (uri: vscode.Uri): string => flowNameOf(uri) ?? fileNameOf(uri.path);
