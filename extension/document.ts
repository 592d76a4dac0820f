import { stat } from 'node:fs/promises';
import * as vscode from 'vscode';
import type { FlowEdit } from '../engine/flow/edit';
import type { TextEdited } from '../engine/flow/editing';
import { examine } from '../engine/flow/examine';
import { ID } from '../engine/flow/names';
import type { TextEdit } from '../engine/flow/text/members';
import type { Json, JsonPath } from '../engine/json';
import { canonicalJson } from '../engine/json';
import { stillFits } from './editFits';
import type { FlowFiles } from './flowFiles';
import type { FlowReading } from './flowReading';
import { holdsNothing } from './flowReading';
import { seenVersions } from './seenVersions';

/**
 * How intents become text.
 *
 * R1 One intent is one workspace edit with the smallest text edits, and so one step of VS Code's undo stack.
 * R2 Nothing is edited where the text does not parse, is of a newer format, holds conflict markers or is read-only.
 * R3 An intent meant for an older version is carried out on the current text where it still means the same.
 * R4 A refusal is a sentence for a person; the text is then as it was.
 * R5 A text that holds nothing yet becomes a flow with the first edit, named as its file is.
 */
export interface FlowDocuments {
  readonly edit: (document: vscode.TextDocument, version: number, edit: FlowEdit) => Promise<EditDone>;
  readonly fix: (document: vscode.TextDocument, code: string, path: JsonPath) => Promise<EditDone>;
  /** Every finding of the code that can be mended, as one step of undo. */
  readonly fixAll: (document: vscode.TextDocument, code: string) => Promise<EditDone>;
  /** Saves once the edits before it are in the text. */
  readonly save: (document: vscode.TextDocument) => Promise<void>;
  /** Why the document cannot be edited, in words; null where it can. */
  readonly readOnly: (document: vscode.TextDocument) => Promise<string | null>;
  /** Keeps what a version held, for R3. Called for each snapshot that is sent. */
  readonly saw: (document: vscode.TextDocument, flow: Json | null) => void;
}

export type EditDone =
  | { readonly ok: true; readonly select?: readonly string[] }
  | { readonly ok: false; readonly why: string };

export function flowDocuments(flows: FlowFiles): FlowDocuments {
  const seen = seenVersions();
  // One at a time, so that each intent meets the text that the one before it left.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(act: () => Promise<T>): Promise<T> => {
    const turn = last.then(act, act);
    last = turn.catch(() => undefined);
    return turn;
  };

  const ready = async (document: vscode.TextDocument): Promise<FlowReading | string> => {
    const readOnly = await whyReadOnly(document);
    if (readOnly) return readOnly;
    const reading = flows.get(document.uri);
    if (!reading || reading.parsed.value === null || reading.parsed.broken)
      return reading?.parsed.broken?.message ?? vscode.l10n.t('The flow cannot be read.');
    return reading;
  };

  return {
    edit: (document, version, edit) =>
      inTurn(async () => {
        const { editText, firstText } = await editing();
        const carriedOut = async (result: TextEdited): Promise<EditDone> => {
          if (!result.ok) return result;
          if (!(await write(document, result.edits))) return { ok: false, why: notWritten() };
          return { ok: true, ...(result.select ? { select: result.select } : {}) };
        };
        const reading = holdsNothing(flows.get(document.uri)) ? await whyReadOnly(document) : await ready(document);
        if (typeof reading === 'string') return { ok: false, why: reading };
        if (reading === null) return carriedOut(firstText(document.getText(), idFor(document.uri), edit));
        const now = reading.parsed.value;
        const then = version === document.version ? now : seen.of(document.uri.toString(), version);
        if (then === undefined || !stillFits(then, now, edit)) return { ok: false, why: staleMessage() };
        return carriedOut(editText(document.getText(), now, edit));
      }),
    fix: (document, code, path) =>
      inTurn(async () => {
        const { changeText } = await editing();
        const reading = await ready(document);
        if (typeof reading === 'string') return { ok: false, why: reading };
        const same = (other: JsonPath) => canonicalJson(other) === canonicalJson(path);
        const issue = reading.issues.find((each) => each.code === code && same(each.path) && each.fix);
        if (!issue?.fix)
          return { ok: false, why: vscode.l10n.t('This finding is no longer there. Look at the flow again.') };
        const edits = changeText(document.getText(), issue.fix.changes);
        return (await write(document, edits)) ? { ok: true } : { ok: false, why: notWritten() };
      }),
    fixAll: (document, code) =>
      inTurn(async () => {
        const { fixAllInText } = await editing();
        const reading = await ready(document);
        if (typeof reading === 'string') return { ok: false, why: reading };
        const edits = fixAllInText(document.getText(), reading.parsed.value, code, (text) => examine(text).issues);
        return (await write(document, edits)) ? { ok: true } : { ok: false, why: notWritten() };
      }),
    save: (document) => inTurn(async () => void (await document.save())),
    readOnly: whyReadOnly,
    saw: (document, flow) => {
      if (flow === null) return;
      seen.saw(document.uri.toString(), document.version, flow);
      seen.keepOnly(new Set(vscode.workspace.textDocuments.map(({ uri }) => uri.toString())));
    },
  };
}

/** The id of a flow that begins in this file. */
function idFor({ path }: vscode.Uri): string {
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.converge\.json$/, '');
  return ID.test(name) ? name : 'flow';
}

/** Loaded with the first edit: who only looks at flows does without. */
const editing = () => import('../engine/flow/editing');

async function write(document: vscode.TextDocument, edits: readonly TextEdit[]): Promise<boolean> {
  if (edits.length === 0) return true;
  const edit = new vscode.WorkspaceEdit();
  edit.set(
    document.uri,
    edits.map(({ offset, length, content }) => {
      const range = new vscode.Range(document.positionAt(offset), document.positionAt(offset + length));
      return vscode.TextEdit.replace(range, content);
    }),
  );
  return vscode.workspace.applyEdit(edit);
}

async function whyReadOnly({ uri }: vscode.TextDocument): Promise<string | null> {
  if (uri.scheme === 'untitled') return null;
  // Of schemes that only show texts, such as a diff's, VS Code knows nothing at all.
  if (vscode.workspace.fs.isWritableFileSystem(uri.scheme) !== true)
    return vscode.l10n.t('This is a read-only copy of the flow.');
  try {
    const { permissions } = await vscode.workspace.fs.stat(uri);
    const readOnly = permissions !== undefined && (permissions & vscode.FilePermission.Readonly) !== 0;
    // VS Code's own word for a file on the disk that nobody may write does not reach extensions.
    const locked = readOnly || (uri.scheme === 'file' && ((await stat(uri.fsPath)).mode & 0o200) === 0);
    return locked ? vscode.l10n.t('The file is read-only. Change its permissions to edit the flow.') : null;
  } catch {
    // Not on the disk (any more): what is in the editor can be edited and saved.
    return null;
  }
}

const staleMessage = () =>
  vscode.l10n.t(
    'The flow was changed elsewhere and this edit no longer fits it. Look at it again and repeat the edit.',
  );
const notWritten = () =>
  vscode.l10n.t('VS Code did not take the edit: the text was changed at the same time. Repeat the edit.');
