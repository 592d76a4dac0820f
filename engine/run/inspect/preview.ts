import type { Json } from '../../json';
import { at } from '../../json';

/** Characters of a line; what is longer is cut, and says so. */
export const MOST_TEXT = 1000;

/** One line: what would break it is written as JSON writes it. */
export function bounded(text: string): string {
  const line = text.slice(0, MOST_TEXT + 1).replace(/[\p{Cc}\u2028\u2029]/gu, escaped);
  if (text.length <= MOST_TEXT && line.length <= MOST_TEXT) return line;
  return `${cut(line, MOST_TEXT)}… (${text.length.toLocaleString('en')} characters)`;
}

const escaped = (sign: string): string =>
  sign === '\u2028' || sign === '\u2029' || sign === '\u007f' ? ' ' : JSON.stringify(sign).slice(1, -1);

/** Never half a character. */
const cut = (text: string, length: number): string =>
  /[\uD800-\uDBFF]/.test(text.charAt(length - 1)) ? text.slice(0, length - 1) : text.slice(0, length);

/** A value in one line: texts quoted, what is long or deep cut. What is inside a large value is not looked at. */
export function previewOf(value: Json): string {
  if (typeof value === 'string') return quoted(value, MOST_TEXT);
  return shortOf(value, MOST_PREVIEW, 2);
}

const MOST_PREVIEW = 120;

function quoted(text: string, most: number): string {
  if (text.length <= most) return JSON.stringify(text);
  const more = most === MOST_TEXT ? ` (${text.length.toLocaleString('en')} characters)` : '';
  return `${JSON.stringify(cut(text, most)).slice(0, -1)}…"${more}`;
}

function shortOf(value: Json, room: number, depth: number): string {
  if (typeof value === 'string') return quoted(value, room);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const isList = Array.isArray(value);
  const keys = isList ? [...value.keys()] : Object.keys(value);
  const wrap = (text: string) => (isList ? `[${text}]` : `{${text}}`);
  if (depth === 0) return wrap(keys.length === 0 ? '' : '…');
  let text = '';
  for (const key of keys) {
    const left = room - text.length;
    if (left <= 0) return wrap(`${text}, …`);
    const member = shortOf(at(value, [key]) ?? null, left, depth - 1);
    text += `${text === '' ? '' : ', '}${isList ? '' : `${key}: `}${member}`;
  }
  return wrap(text);
}
