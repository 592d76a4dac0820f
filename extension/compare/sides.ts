import { basename } from 'node:path';
import * as vscode from 'vscode';
import { conflictSides } from '../../engine/flow/conflict';
import type { NotFound } from '../../engine/node/revisions';
import { textAt } from '../../engine/node/revisions';
import type { ComparedSide } from '../../webview/protocol';
import { conflictUri, revisionUri } from '../compareUris';
import type { FlowFiles } from '../flowFiles';
import type { FlowReading } from '../flowReading';
import { gitProgram } from './gitProgram';

/** One state of a flow that is compared with another. */
export interface Side {
  readonly label: string;
  /** The file whose changes change it; null where nothing does. */
  readonly follows: vscode.Uri | null;
  /** What stands in VS Code's text diff. */
  readonly uri: vscode.Uri;
  readonly read: () => Promise<Pick<ComparedSide, 'flow' | 'note'>>;
}

/** What sides are read with. */
export interface Reading {
  readonly flows: FlowFiles;
  readonly readFlow: (text: string) => FlowReading;
}

/** A file as it is now, in its editor or on the disk. */
export function fileSide({ flows, readFlow }: Reading, uri: vscode.Uri, label: string): Side {
  return {
    label,
    follows: uri,
    uri,
    read: async () => {
      const known = flows.get(uri);
      if (known) return shown(known);
      const text = await textOf(uri);
      return text === null
        ? { flow: null, note: vscode.l10n.t('There is no such file (any more).') }
        : shown(readFlow(text));
    },
  };
}

/** A file as it was at a revision. `path`: what it was called then, from the root of its repository. */
export function revisionSide(
  { readFlow }: Pick<Reading, 'readFlow'>,
  uri: vscode.Uri,
  revision: string,
  label: string,
  path?: string,
): Side {
  return {
    label,
    follows: null,
    uri: revisionUri(uri.fsPath, revision, path),
    read: async () => {
      const found = await textAt(uri.fsPath, revision, path, gitProgram());
      return found.ok ? shown(readFlow(found.value)) : { flow: null, note: whyNot(found.why, uri.fsPath, revision) };
    },
  };
}

/** A text that does not change, such as the flow that a run keeps. */
export function fixedSide({ readFlow }: Pick<Reading, 'readFlow'>, uri: vscode.Uri, label: string): Side {
  return {
    label,
    follows: null,
    uri,
    read: async () => shown(readFlow((await vscode.workspace.openTextDocument(uri)).getText())),
  };
}

/** One side of a merge that could not decide, as it stands between the markers of the file. */
export function conflictSide(
  { readFlow }: Pick<Reading, 'readFlow'>,
  uri: vscode.Uri,
  side: 'ours' | 'theirs',
  label: string,
): Side {
  return {
    label,
    follows: uri,
    uri: conflictUri(uri.fsPath, side),
    read: async () => {
      const sides = conflictSides((await textOf(uri)) ?? '');
      if (sides === null) return { flow: null, note: vscode.l10n.t('The file has no conflict markers any more.') };
      return shown(readFlow(sides[side]));
    },
  };
}

/** The text of the document where it is open, else that of the file; null where there is neither. */
export async function textOf(uri: vscode.Uri): Promise<string | null> {
  const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
  if (open) return open.getText();
  try {
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  } catch {
    return null;
  }
}

function shown({ parsed, lastGood }: FlowReading): Pick<ComparedSide, 'flow' | 'note'> {
  const { broken } = parsed;
  if (broken === null) return { flow: parsed.value, note: null };
  const flow = lastGood ?? parsed.value;
  return {
    flow,
    note: flow
      ? vscode.l10n.t('{0} What is compared is the last state that could be read.', broken.message)
      : vscode.l10n.t('{0} There is nothing to compare yet.', broken.message),
  };
}

/** Why a file has no earlier text, as a sentence for a person. */
export function whyNot(why: NotFound, file: string, revision: string): string {
  const name = basename(file);
  switch (why) {
    case 'no-git':
      return vscode.l10n.t('There is no git program. Install git, or name it in the setting "git.path".');
    case 'no-repository':
      return vscode.l10n.t('{0} stands in no git repository. Choose two files to compare instead.', name);
    case 'no-commits':
      return vscode.l10n.t('The repository has no commit yet: there is no earlier state of {0}.', name);
    case 'no-such-revision':
      return vscode.l10n.t('The repository has no revision "{0}".', revision);
    case 'not-there':
      return vscode.l10n.t('{0} is not there at {1}.', name, revision);
  }
}
