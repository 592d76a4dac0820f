import { textEditsFor } from '../../engine/flow/text';
import type { Change } from '../../engine/issue';

/** The text after the changes. */
export const applied = (text: string, changes: readonly Change[]): string => splice(text, textEditsFor(text, changes));

/** The text after edits that are meant for it. */
export const splice = (text: string, edits: ReturnType<typeof textEditsFor>): string =>
  [...edits].reduceRight(
    (now, { offset, length, content }) => now.slice(0, offset) + content + now.slice(offset + length),
    text,
  );

/** The edits that take the edits of a text back, as an editor's undo does. */
export function undoing(text: string, edits: ReturnType<typeof textEditsFor>): ReturnType<typeof textEditsFor> {
  let moved = 0;
  return edits.map(({ offset, length, content }) => {
    const undo = { offset: offset + moved, length: content.length, content: text.slice(offset, offset + length) };
    moved += content.length - length;
    return undo;
  });
}
