import type { TextEdit } from './members';

/** A text that remembers which of its parts are still the original's, so that many edits become few. */
export interface Pieces {
  readonly text: () => string;
  /** Edits of the text as it is now, in any order; those at one offset in the order given. They do not overlap. */
  readonly apply: (edits: readonly TextEdit[]) => void;
  /** The smallest edits of the original that give the text: sorted, apart from each other. */
  readonly edits: () => readonly TextEdit[];
}

/** A stretch of the original, or new text. */
type Piece = { readonly from: number; readonly to: number } | { readonly added: string };

export function piecesOf(original: string): Pieces {
  let pieces: readonly Piece[] = [{ from: 0, to: original.length }];
  let text = original;
  return {
    text: () => text,
    apply: (edits) => {
      const inOrder = [...edits].sort((a, b) => a.offset - b.offset);
      const next: Piece[] = [];
      let at = 0;
      for (const edit of inOrder) {
        next.push(...cut(pieces, at, edit.offset), ...(edit.content === '' ? [] : [{ added: edit.content }]));
        at = edit.offset + edit.length;
      }
      next.push(...cut(pieces, at, text.length));
      pieces = next;
      text = pieces.map((piece) => ('added' in piece ? piece.added : original.slice(piece.from, piece.to))).join('');
    },
    edits: () => {
      const found: TextEdit[] = [];
      let at = 0;
      let content = '';
      for (const piece of [...pieces, { from: original.length, to: original.length }]) {
        if ('added' in piece) content += piece.added;
        else {
          const edit = trimmed(original, at, piece.from, content);
          if (edit !== null) found.push(edit);
          at = piece.to;
          content = '';
        }
      }
      return found;
    },
  };
}

function cut(pieces: readonly Piece[], from: number, to: number): readonly Piece[] {
  const found: Piece[] = [];
  let at = 0;
  for (const piece of pieces) {
    const length = 'added' in piece ? piece.added.length : piece.to - piece.from;
    const start = Math.max(from - at, 0);
    const end = Math.min(to - at, length);
    if (start < end) {
      if ('added' in piece) found.push({ added: piece.added.slice(start, end) });
      else found.push({ from: piece.from + start, to: piece.from + end });
    }
    at += length;
  }
  return found;
}

function trimmed(original: string, from: number, to: number, content: string): TextEdit | null {
  const old = original.slice(from, to);
  if (old === content) return null;
  const most = Math.min(old.length, content.length);
  let head = 0;
  while (head < most && old[head] === content[head]) head++;
  let tail = 0;
  while (tail < most - head && old[old.length - 1 - tail] === content[content.length - 1 - tail]) tail++;
  // An editor has no place between the two characters of a Windows line break or of a letter beyond the first plane.
  const splits = (text: string, at: number) =>
    /^(?:\r\n|[\uD800-\uDBFF][\uDC00-\uDFFF])/.test(text.slice(at - 1, at + 1));
  while (head > 0 && (splits(original, from + head) || splits(content, head))) head--;
  while (tail > 0 && (splits(original, to - tail) || splits(content, content.length - tail))) tail--;
  return { offset: from + head, length: old.length - head - tail, content: content.slice(head, content.length - tail) };
}
