import { createScanner, SyntaxKind } from 'jsonc-parser';

/** Lines that can be folded into their first one. Lines count from 0. */
export interface Fold {
  readonly start: number;
  readonly end: number;
  readonly comment: boolean;
}

/**
 * Objects and lists of several lines, whose last line stays in sight, and comments of several lines, whether in one piece
 * or line by line. Whatever does not parse folds as far as its brackets go.
 */
export function foldsIn(text: string): readonly Fold[] {
  const scanner = createScanner(text, false);
  const folds: Fold[] = [];
  const open: { readonly line: number; readonly close: SyntaxKind }[] = [];
  let lines: { readonly start: number; readonly end: number } | null = null;
  const add = (start: number, end: number, comment: boolean) => {
    if (end > start) folds.push({ start, end, comment });
  };
  const endLines = () => {
    if (lines !== null) add(lines.start, lines.end, true);
    lines = null;
  };
  for (let token = scanner.scan(); token !== SyntaxKind.EOF; token = scanner.scan()) {
    const line = scanner.getTokenStartLine();
    switch (token) {
      case SyntaxKind.Trivia:
      case SyntaxKind.LineBreakTrivia:
        continue;
      case SyntaxKind.LineCommentTrivia:
        if (lines === null || lines.end !== line - 1) {
          endLines();
          lines = { start: line, end: line };
        } else lines = { start: lines.start, end: line };
        continue;
      case SyntaxKind.BlockCommentTrivia:
        endLines();
        add(line, line + (scanner.getTokenValue().match(/\r\n|\r|\n/g)?.length ?? 0), true);
        continue;
      case SyntaxKind.OpenBraceToken:
        open.push({ line, close: SyntaxKind.CloseBraceToken });
        break;
      case SyntaxKind.OpenBracketToken:
        open.push({ line, close: SyntaxKind.CloseBracketToken });
        break;
      case SyntaxKind.CloseBraceToken:
      case SyntaxKind.CloseBracketToken:
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
