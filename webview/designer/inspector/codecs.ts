import type { Json } from '../../../engine/json';
import { isObject } from '../../../engine/json';
import { inspectorTexts } from '../inspectorTexts';
import { jsonFault } from './jsonFault';

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

/** A text, or a secret that is named: `{ "secret": name }`. */
export const secretCodec: Codec = {
  format: plain,
  parse: (text) => {
    const [, name] = /^\s*\{\s*"secret"\s*:\s*"([A-Za-z_][A-Za-z0-9_]{0,63})"\s*\}\s*$/.exec(text) ?? [];
    return name === undefined ? textCodec.parse(text) : { ok: true, value: { secret: name } };
  },
};

export const wholeCodec = checked(/^\d{1,15}$/, inspectorTexts.notWhole, Number);
export const numberCodec = checked(/^\d*\.?\d+$/, inspectorTexts.notNumber, Number);
/** A number that may be below zero. */
export const signedCodec = checked(/^-?\d*\.?\d+$/, inspectorTexts.notNumber, Number);
export const durationCodec = checked(/^\d+\s*(ms|s|m|h|d)$/, inspectorTexts.notDuration, (text) =>
  text.replace(/\s+/, ''),
);

function checked(form: RegExp, message: string, toValue: (text: string) => Json): Codec {
  return {
    format: plain,
    parse: (text) => {
      const trimmed = text.trim();
      if (trimmed === '') return none;
      return form.test(trimmed) ? { ok: true, value: toValue(trimmed) } : { ok: false, message };
    },
  };
}

/**
 * Program and arguments, one on each line, taken as they are: an argument may hold spaces around itself. One that is empty,
 * has line ends or begins with a quotation mark is written as JSON writes it.
 */
export const argumentsCodec: Codec = {
  format: (value) => (Array.isArray(value) ? value.map((item) => lineOf(plain(item))).join('\n') : plain(value)),
  parse: (text) => {
    const words = text
      .split('\n')
      .filter((line) => line !== '')
      .map(wordOf);
    return words.length === 0 ? none : { ok: true, value: words };
  },
};

const lineOf = (word: string): string => (/^$|^"|[\n\r]/.test(word) ? JSON.stringify(word) : word);

function wordOf(line: string): string {
  if (!line.startsWith('"')) return line;
  try {
    const word: unknown = JSON.parse(line);
    return typeof word === 'string' ? word : line;
  } catch {
    return line;
  }
}

/** Any JSON value; what is wrong is said with its line and column. `only`: another kind of value is refused. */
export function jsonCodec(only?: 'object' | 'list'): Codec {
  return {
    format: (value) => (value === undefined ? '' : JSON.stringify(value, null, 2)),
    parse: (text) => {
      if (text.trim() === '') return none;
      const fault = jsonFault(text);
      if (fault) {
        const lines = text.slice(0, fault.offset).split('\n');
        const place = [lines.length, (lines.at(-1)?.length ?? 0) + 1] as const;
        return { ok: false, message: inspectorTexts.notJson(...place, inspectorTexts.jsonExpected[fault.expected]) };
      }
      const value: Json = JSON.parse(text);
      if (only === 'object' && !isObject(value)) return { ok: false, message: inspectorTexts.notObject };
      if (only === 'list' && !Array.isArray(value)) return { ok: false, message: inspectorTexts.notList };
      return { ok: true, value };
    },
  };
}
