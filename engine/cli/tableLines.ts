import type { Line } from './terminal';

const GAP = '  ';
/** A longer text is cut. */
const WIDEST = 60;

/** Rows as aligned columns, the first row as headings. */
export function tableLines(rows: readonly (readonly string[])[]): readonly Line[] {
  const cells = rows.map((row) => row.map((cell) => cut(cell.replace(/\s+/g, ' ').trim())));
  const columns = Math.max(0, ...cells.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...cells.map((row) => row[column]?.length ?? 0)),
  );
  return cells.map((row, index) => ({
    text: row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join(GAP)
      .trimEnd(),
    tone: index === 0 ? 'strong' : 'plain',
  }));
}

const cut = (text: string): string => (text.length > WIDEST ? `${text.slice(0, WIDEST - 1)}…` : text);
