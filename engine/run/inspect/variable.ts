import type { Json } from '../../json';
import { bounded, previewOf } from './preview';

/** A value as a debugger shows it: one line of text, and what is inside it on demand. */
export interface Variable {
  readonly name: string;
  /** One line, at most `MOST_TEXT` characters and what says that it was cut. */
  readonly value: string;
  readonly type: 'text' | 'number' | 'truth' | 'nothing' | 'list' | 'object' | 'group';
  readonly inside: Inside | null;
  /** CEL that gives it at the same place; absent where none does. */
  readonly cel?: string;
}

/** What is inside a value, made when it is asked for. */
export interface Inside {
  readonly count: number;
  /** Named by numbers from 0: worth asking for in parts. */
  readonly indexed: boolean;
  /** So many from this one on; fewer at the end. */
  readonly page: (from: number, count: number) => readonly Variable[];
}

/** A JSON value. `cel` gives it. */
export function jsonVariable(name: string, value: Json, cel?: string): Variable {
  const base = { name, value: previewOf(value), ...(cel === undefined ? {} : { cel }) };
  if (value === null) return { ...base, type: 'nothing', inside: null };
  if (Array.isArray(value)) {
    const items: readonly Json[] = value;
    const page = (from: number, count: number) =>
      items
        .slice(from, from + count)
        .map((item, index) => jsonVariable(String(from + index), item, cel && `${cel}[${from + index}]`));
    return { ...base, type: 'list', inside: { count: items.length, indexed: true, page } };
  }
  if (typeof value === 'object') return { ...base, type: 'object', inside: insideObject(value, cel) };
  const type = typeof value === 'string' ? 'text' : typeof value === 'number' ? 'number' : 'truth';
  return { ...base, type, inside: null };
}

function insideObject(value: object, cel: string | undefined): Inside {
  const members: readonly (readonly [string, Json])[] = Object.entries(value);
  const page = (from: number, count: number) =>
    members
      .slice(from, from + count)
      .map(([key, member]) => jsonVariable(key, member, cel === undefined ? undefined : memberOf(cel, key)));
  return { count: members.length, indexed: false, page };
}

/** CEL for a member of what `cel` gives. */
export const memberOf = (cel: string, key: string): string =>
  /^[A-Za-z_][A-Za-z0-9_]*$/.test(key) && !RESERVED.has(key) ? `${cel}.${key}` : `${cel}[${JSON.stringify(key)}]`;

const RESERVED: ReadonlySet<string> = new Set(
  'true false null in as break const continue else for function if import let loop package namespace return var void while'.split(
    ' ',
  ),
);

/** Words about something, and what is inside it. */
export function groupVariable(name: string, value: string, inside: readonly Variable[], cel?: string): Variable {
  const page = (from: number, count: number) => inside.slice(from, from + count);
  return {
    name,
    value: bounded(value),
    type: 'group',
    inside: inside.length === 0 ? null : { count: inside.length, indexed: false, page },
    ...(cel === undefined ? {} : { cel }),
  };
}

/** A fact in words. */
export const fact = (name: string, value: string | number): Variable => ({
  name,
  value: bounded(String(value)),
  type: typeof value === 'number' ? 'number' : 'text',
  inside: null,
});
