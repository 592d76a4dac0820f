/** Looking round in JSON text with comments, between values. Offsets are those of a text that parses. */

/** The offset of the comma that follows `from`, comments and white space apart. */
export function commaAfter(text: string, from: number): number | undefined {
  const trivia = /(?:\s|\/\/[^\r\n]*|\/\*[\s\S]*?\*\/)*/y;
  trivia.lastIndex = from;
  const at = from + (trivia.exec(text)?.[0].length ?? 0);
  return text[at] === ',' ? at : undefined;
}

/** Behind the comments that follow `from` on its line and belong to what stands before them. */
export function endOfRemarks(text: string, from: number): number {
  let end = from;
  for (;;) {
    const rest = text.slice(end, lineEnd(text, end));
    const found = /^[ \t]*(?:\/\/.*|\/\*.*?\*\/)/.exec(rest)?.[0];
    if (found === undefined) return end;
    end += found.length;
  }
}

export function lineStart(text: string, offset: number): number {
  // Character by character: a search for a line break that the text does not have would go through all of it.
  let start = offset;
  while (start > 0 && text[start - 1] !== '\n' && text[start - 1] !== '\r') start--;
  return start;
}

/** The offset of the line break that ends the line, or of the end of the text. */
export function lineEnd(text: string, offset: number): number {
  const found = /[\r\n]/g;
  found.lastIndex = offset;
  return found.exec(text)?.index ?? text.length;
}

/** Behind the line break at `offset`, if there is one. */
export function behindBreak(text: string, offset: number): number {
  if (text.startsWith('\r\n', offset)) return offset + 2;
  return text[offset] === '\n' || text[offset] === '\r' ? offset + 1 : offset;
}

/** The white space that the line of `offset` begins with. */
export function indentAt(text: string, offset: number): string {
  const start = lineStart(text, offset);
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? '';
}

export const hasBreak = (text: string, from: number, to: number): boolean => /[\r\n]/.test(text.slice(from, to));
export const isBlank = (text: string): boolean => /^[ \t]*$/.test(text);
