import { createScanner } from 'jsonc-parser';

/** Lines that can be folded into their first one. Lines count from 0. */
export interface Fold {
  readonly start: number;
  readonly end: number;
  readonly comment: boolean;
}

/** Tokens as the scanner numbers them (its own names for them are no values that could be imported). */
const TOKEN = {
  openBrace: 1,
  closeBrace: 2,
  openBracket: 3,
  closeBracket: 4,
  lineComment: 12,
  blockComment: 13,
  lineBreak: 14,
  blank: 15,
  end: 17,
} as const;

/**
 * Objects and lists of several lines, whose last line stays in sight, and comments of several lines, whether in one piece
 * or line by line. Whatever does not parse folds as far as its brackets go.
 */
export function foldsIn(text: string): readonly Fold[] {
  const scanner = createScanner(text, false);
  const folds: Fold[] = [];
  const open: { readonly line: number; readonly close: number }[] = [];
  let lines: { readonly start: number; readonly end: number } | null = null;
  const add = (start: number, end: number, comment: boolean) => {
    if (end > start) folds.push({ start, end, comment });
  };
  const endLines = () => {
    if (lines !== null) add(lines.start, lines.end, true);
    lines = null;
  };
  for (let token: number = scanner.scan(); token !== TOKEN.end; token = scanner.scan()) {
    const line = scanner.getTokenStartLine();
    switch (token) {
      case TOKEN.blank:
      case TOKEN.lineBreak:
        continue;
      case TOKEN.lineComment:
        if (lines === null || lines.end !== line - 1) {
          endLines();
          lines = { start: line, end: line };
        } else lines = { start: lines.start, end: line };
        continue;
      case TOKEN.blockComment:
        endLines();
        add(line, line + (scanner.getTokenValue().match(/\r\n|\r|\n/g)?.length ?? 0), true);
        continue;
      case TOKEN.openBrace:
        open.push({ line, close: TOKEN.closeBrace });
        break;
      case TOKEN.openBracket:
        open.push({ line, close: TOKEN.closeBracket });
        break;
      case TOKEN.closeBrace:
      case TOKEN.closeBracket:
        if (open.at(-1)?.close === token) add(open.pop()?.line ?? line, line - 1, false);
        break;
      default:
        break;
    }
    endLines();
  }
  endLines();
  return folds.sort((a, b) => a.start - b.start || b.end - a.end);
}
