import type { Json } from '../../../engine/json';
import { isObject } from '../../../engine/json';
import { texts } from '../texts';

/** Between a value of the flow and the text of its field. An empty text is no value: the key is removed. */
export interface Codec {
  readonly format: (value: Json | undefined) => string;
  readonly parse: (text: string) => Parsed;
}
export type Parsed = { readonly ok: true; readonly value?: Json } | { readonly ok: false; readonly message: string };

const none: Parsed = { ok: true };
const plain = (value: Json | undefined): string =>
  value === undefined || value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);

export const textCodec: Codec = {
  format: plain,
  parse: (text) => (text === '' ? none : { ok: true, value: text }),
};

export const wholeCodec: Codec = {
  format: plain,
  parse: (text) => {
    const trimmed = text.trim();
    if (trimmed === '') return none;
    return /^\d{1,15}$/.test(trimmed)
      ? { ok: true, value: Number(trimmed) }
      : { ok: false, message: texts.inspector.notWhole };
  },
};

export const numberCodec: Codec = {
  format: plain,
  parse: (text) => {
    const trimmed = text.trim();
    if (trimmed === '') return none;
    return /^\d*\.?\d+$/.test(trimmed)
      ? { ok: true, value: Number(trimmed) }
      : { ok: false, message: texts.inspector.notNumber };
  },
};

/** A list of texts, one on each line. */
export const linesCodec: Codec = {
  format: (value) => (Array.isArray(value) ? value.map(plain).join('\n') : plain(value)),
  parse: (text) => {
    const lines = text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
    return lines.length === 0 ? none : { ok: true, value: lines };
  },
};

/** Program and arguments: an argument may hold spaces around itself, so lines are taken as they are. */
export const argumentsCodec: Codec = {
  format: linesCodec.format,
  parse: (text) => {
    const lines = text.split('\n').filter((line) => line !== '');
    return lines.length === 0 ? none : { ok: true, value: lines };
  },
};

export const jsonCodec: Codec = {
  format: (value) => (value === undefined ? '' : JSON.stringify(value, null, 2)),
  parse: (text) => {
    if (text.trim() === '') return none;
    try {
      return { ok: true, value: JSON.parse(text) };
    } catch (error) {
      return { ok: false, message: texts.inspector.notJson(error instanceof Error ? error.message : String(error)) };
    }
  },
};

/** `NAME=value`, one on each line. */
export const envCodec: Codec = {
  format: (value) =>
    isObject(value)
      ? Object.entries(value)
          .map(([name, member]) => `${name}=${plain(member)}`)
          .join('\n')
      : plain(value),
  parse: (text) => {
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    const wrong = lines.find((line) => line.indexOf('=') < 1);
    if (wrong !== undefined) return { ok: false, message: texts.inspector.notEnv(wrong.trim()) };
    const members = lines.map((line) => [line.slice(0, line.indexOf('=')).trim(), line.slice(line.indexOf('=') + 1)]);
    return members.length === 0 ? none : { ok: true, value: Object.fromEntries(members) };
  },
};
