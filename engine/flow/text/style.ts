import type { Json, JsonPath } from '../../json';
import { isObject } from '../../json';

/** How a document is written: whatever is put into it looks like the rest. */
export interface TextStyle {
  readonly eol: string;
  /** One level of indent. */
  readonly unit: string;
  /** False for a document on a single line. */
  readonly lines: boolean;
}

/** The longest text that a list or an object may have and still stand on one line. */
const ONE_LINE = 72;

export function styleOf(text: string): TextStyle {
  const breaks = text.match(/\r\n|\n/g) ?? [];
  const windows = breaks.filter((found) => found === '\r\n').length;
  const first = /(?:^|\n)([ \t]+)["\]}]/.exec(text)?.[1];
  const unit = first === undefined ? '  ' : first.startsWith('\t') ? '\t' : first;
  return { eol: windows * 2 > breaks.length ? '\r\n' : '\n', unit, lines: breaks.length > 0 || text.trim() === '' };
}

/**
 * A value as text. `indent` is that of the line it begins on. Maps of the flow and its steps and loops have a line for
 * each member, so that two people's edits merge; short values stay on one line.
 */
export function printed(value: Json, path: JsonPath, style: TextStyle, indent: string, inline: boolean): string {
  const short = oneLine(value);
  const open = path.length <= 1 || (path.length === 2 && (path[0] === 'steps' || path[0] === 'loops'));
  const empty = short === '{}' || short === '[]';
  if (inline || !style.lines || empty || (short.length <= ONE_LINE && !(open && isObject(value)))) return short;
  const inner = indent + style.unit;
  const line = (member: Json, key: string | number) => printed(member, [...path, key], style, inner, false);
  const join = (open: string, parts: readonly string[], close: string) =>
    `${open}${style.eol}${parts.map((part) => inner + part).join(`,${style.eol}`)}${style.eol}${indent}${close}`;
  if (Array.isArray(value))
    return join(
      '[',
      value.map((item: Json, index) => line(item, index)),
      ']',
    );
  if (!isObject(value)) return short;
  return join(
    '{',
    Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${line(member, key)}`),
    '}',
  );
}

function oneLine(value: Json): string {
  if (Array.isArray(value)) return `[${value.map((item: Json) => oneLine(item)).join(', ')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${oneLine(member)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}
