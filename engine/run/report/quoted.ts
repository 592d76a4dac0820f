import { printable } from '../printable';

/**
 * Text of a flow, a repository, a person or a worker in a Markdown page, where it stays text.
 *
 * R1 It stands in a code span or a fenced block and nowhere else: there is no link, HTML, mention, picture or emphasis in
 *    these, whatever draws the page.
 * R2 Its fence is longer than any run of backticks in it, so that nothing in it ends it.
 * R3 A span is one line: it begins no heading, list or table.
 * R4 Control and direction characters are left out.
 * R5 In a table a bar is drawn as another character: renderers disagree on how one is escaped in a span.
 */
export function quoted(text: string, most = 200): string {
  const line = cut(printable(text).replace(/\s+/g, ' ').trim(), most);
  if (line === '') return '(empty)';
  const fence = '`'.repeat(longestRun(line) + 1);
  const space = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${fence}${space}${line}${space}${fence}`;
}

export const quotedCell = (text: string, most = 80): string => quoted(text.replaceAll('|', '│'), most);

/** A fenced block. `text` keeps its lines. */
export function fenced(text: string, language: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}${language}\n${printable(text).replace(/\n+$/, '')}\n${fence}`;
}

/**
 * Words of our own into which something of the trace came, such as a count or the name of an outcome: as they are where
 * they hold nothing that Markdown or a host of it reads, else quoted.
 */
export const own = (text: string): string =>
  /^(?:[A-Za-z0-9 .,;:()’·→%-]|\$(?=\d))*$/.test(text) && !/www\.|\bgh-\d/i.test(text) ? text : quotedCell(text, 200);

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
}

function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const characters = [...text];
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : text;
}
