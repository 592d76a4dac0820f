import type { Change, Issue } from '../issue';
import type { Json } from '../json';
import type { FlowEdit } from './edit';
import { applyEdit } from './edit';
import { fixAllOf } from './fixAll';
import { textEditsFor } from './text';
import type { TextEdit } from './text/members';

/** What an edit does to a text, or why it does nothing, as a sentence for a person. */
export type TextEdited =
  | { readonly ok: true; readonly edits: readonly TextEdit[]; readonly select?: readonly string[] }
  | { readonly ok: false; readonly why: string };

/** Carries an edit out on the text of a flow. `flow`: what the text holds; it must be one that can be edited. */
export function editText(text: string, flow: Json, edit: FlowEdit): TextEdited {
  const result = applyEdit(flow, edit);
  if (!result.ok) return result;
  const edits = textEditsFor(text, result.changes);
  return { ok: true, edits, ...(result.select === undefined ? {} : { select: result.select }) };
}

/** Carries an edit out on a text that holds nothing yet: it becomes a flow of that id. Remarks in it stay. */
export function firstText(text: string, id: string, edit: FlowEdit): TextEdited {
  const flow = { converge: 1, id };
  const bare = `${JSON.stringify(flow, null, 2)}\n`;
  const result = editText(bare, flow, edit);
  if (!result.ok) return result;
  const written = [...result.edits]
    .sort((one, other) => other.offset - one.offset)
    .reduce(
      (whole, { offset, length, content }) => whole.slice(0, offset) + content + whole.slice(offset + length),
      bare,
    );
  const before = text.trim() === '' ? '' : `${text.trimEnd()}\n`;
  return { ...result, edits: [{ offset: 0, length: text.length, content: before + written }] };
}

/** The smallest edits of a text that carry changes of its values out, such as those of a quick fix. */
export const changeText = (text: string, changes: readonly Change[]): readonly TextEdit[] =>
  textEditsFor(text, changes);

/** Mends every finding of a code that can be mended, as one edit. `look`: all findings of a flow's text. */
export const fixAllInText = (
  text: string,
  flow: Json,
  code: string,
  look: (text: string) => readonly Issue[],
): readonly TextEdit[] => textEditsFor(text, fixAllOf(flow, code, look));
