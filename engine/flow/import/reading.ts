import type { Json, JsonObject, JsonPath } from '../../json';
import { at } from '../../json';
import { ID } from '../names';

/** The list at `path`; empty where there is none. */
export function listIn(value: Json | undefined, path: JsonPath): readonly Json[] {
  const found = at(value, path);
  return Array.isArray(found) ? found : [];
}

/** The texts of the list at `path` that are not empty. */
export const textsIn = (value: Json | undefined, path: JsonPath): readonly string[] =>
  listIn(value, path)
    .filter((item) => typeof item === 'string' && item !== '')
    .map(String);

/** The whole number at `path`, where it is one of `from` to `to`. */
export function wholeIn(value: Json | undefined, path: JsonPath, from: number, to: number): number | undefined {
  const found = at(value, path);
  return typeof found === 'number' && Number.isSafeInteger(found) && found >= from && found <= to ? found : undefined;
}

/** An id as near to the text as ids may be, and not among those taken. */
export function idFor(text: string, taken: ReadonlySet<string>): string {
  const plain = text.replace(/[^A-Za-z0-9_-]+/g, '-').replace(/^-+|-+$/g, '');
  const wanted = (/^[A-Za-z]/.test(plain) ? plain : `x-${plain}`).slice(0, 60);
  const base = ID.test(wanted) ? wanted : 'x';
  let id = base;
  for (let number = 2; taken.has(id); number++) id = `${base}${number}`;
  return id;
}

/** Only the members that have a value. */
export function given(members: Readonly<Record<string, Json | undefined>>): JsonObject {
  return Object.fromEntries(
    Object.entries(members).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );
}

/** The list, or nothing where it is empty. */
export const some = (list: readonly Json[]): Json | undefined => (list.length === 0 ? undefined : list);
/** The map, or nothing where it is empty. */
export const members = (entries: readonly (readonly [string, Json])[]): Json | undefined =>
  entries.length === 0 ? undefined : Object.fromEntries(entries);
