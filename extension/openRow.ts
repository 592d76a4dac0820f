import { access } from 'node:fs/promises';
import { resolve, sep } from 'node:path';
import * as vscode from 'vscode';
import type { BesideCode } from './beside/besideCode';
import { flowPathOf } from './flowPath';
import { EDITOR } from './ids';
import { showWarning } from './plainNotice';
import type { RowTarget } from './rows/row';
import type { RunView } from './rows/runView';
import type { Runs } from './runs';
import type { Selections } from './selection';
import { entryUri, lineUri, runFlowUri, showClaim } from './traceDocuments';

export interface RowOpener {
  readonly runs: Runs;
  readonly selections: Selections;
  readonly showEarlier: () => void;
  readonly revealLatch: (folder: string, latch: string) => Promise<void>;
  /** What stands beside the code. */
  readonly beside: () => Promise<BesideCode>;
}

/** Opens what a row is about. A file of a run that is gone is said, never an error. */
export async function openRow(target: RowTarget, opener: RowOpener): Promise<void> {
  const { runs, selections } = opener;
  switch (target.open) {
    case 'flow':
      await vscode.commands.executeCommand('vscode.openWith', vscode.Uri.parse(target.uri), EDITOR);
      if (target.select !== undefined) selections.select(vscode.Uri.parse(target.uri), [target.select]);
      return;
    case 'step': {
      const run = runs.get(target.folder);
      const uri = run && (await flowUriOf(run, runs));
      if (!uri) return;
      if (uri.scheme !== 'file') return showReadOnly(uri);
      await vscode.commands.executeCommand('vscode.openWith', uri, EDITOR);
      selections.select(uri, [target.step]);
      return;
    }
    case 'log':
      return showLog(target, opener);
    case 'file': {
      const run = runs.get(target.folder);
      const named = run && (await (await opener.beside()).placeOfFailure(target.folder, target.path));
      if (!named && target.log !== undefined) return showFile(target.folder, target.log, 1);
      return run && showFile(runs.rootOf(run), named?.fsPath ?? target.path, target.line);
    }
    case 'entry':
      return showReadOnly(entryUri(target.folder, target.seq));
    case 'line':
      return showReadOnly(lineUri(target.folder, target.line));
    case 'visit':
    case 'pass': {
      const found = (await opener.beside()).targetOf(target);
      return found.open === 'visit' || found.open === 'pass' ? undefined : openRow(found, opener);
    }
    case 'changes':
      return changesOf(target, opener);
    case 'claim':
      return showClaim(runs, target.folder, target.latch);
    case 'latch':
      return opener.revealLatch(target.folder, target.latch);
    case 'run':
      runs.show(target.folder);
      return;
    case 'earlier':
      opener.showEarlier();
      return;
  }
}

async function showLog(target: Extract<RowTarget, { open: 'log' }>, { beside }: RowOpener): Promise<void> {
  const { folder, path, find } = target;
  await showFile(folder, path, find === undefined ? 1 : await (await beside()).lineOf(resolve(folder, path), find));
}

async function changesOf(target: Extract<RowTarget, { open: 'changes' }>, { runs, beside }: RowOpener): Promise<void> {
  const run = runs.get(target.folder);
  if (run) await (await beside()).changes.between(run, target.title, target.from, target.to);
}

/** The flow's file, or the run's own copy where it is gone. */
async function flowUriOf(run: RunView, runs: Runs): Promise<vscode.Uri> {
  const file = flowPathOf(run, runs.rootOf(run));
  return file !== '' && (await there(file)) ? vscode.Uri.file(file) : runFlowUri(run.folder);
}

async function showReadOnly(uri: vscode.Uri): Promise<void> {
  await vscode.window.showTextDocument(uri, {
    viewColumn: vscode.ViewColumn.Beside,
    preview: true,
    preserveFocus: true,
  });
}

/** A file below `folder`; a path that leads out of it is not opened. */
async function showFile(folder: string, path: string, line: number): Promise<void> {
  const file = resolve(folder, path);
  const inside = file.startsWith(folder.endsWith(sep) ? folder : folder + sep);
  if (!inside || !(await there(file))) {
    void showWarning(vscode.l10n.t('{0} is not in {1} any more.', path, folder));
    return;
  }
  const place = new vscode.Position(Math.max(0, line - 1), 0);
  await vscode.window.showTextDocument(vscode.Uri.file(file), {
    viewColumn: vscode.ViewColumn.Beside,
    preview: true,
    preserveFocus: true,
    selection: new vscode.Range(place, place),
  });
}

const there = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );
