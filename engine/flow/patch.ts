import type { Change } from '../issue';
import type { Json, JsonPath } from '../json';
import { isObject } from '../json';

/**
 * The value with the changes made in their order. Setting makes the objects and lists on the way that are missing; an
 * index at or behind the end of a list appends; removing what is not there does nothing.
 */
export function patched(value: Json, changes: readonly Change[]): Json {
  return changes.reduce((now, change) => changed(now, change.path, change.value) ?? null, value);
}

function changed(here: Json | undefined, path: JsonPath, value: Json | undefined): Json | undefined {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  if (typeof key === 'number') {
    const list = Array.isArray(here) ? here : [];
    if (value === undefined && (!Array.isArray(here) || key >= list.length)) return here;
    const at = Math.min(key, list.length);
    const member = changed(list[at], rest, value);
    return [...list.slice(0, at), ...(member === undefined ? [] : [member]), ...list.slice(at + 1)];
  }
  const object = isObject(here) ? here : {};
  const old = Object.hasOwn(object, key) ? object[key] : undefined;
  if (value === undefined && old === undefined) return here;
  const member = changed(old, rest, value);
  if (old !== undefined || member === undefined) {
    return Object.fromEntries(
      Object.entries(object).flatMap(([name, kept]) => {
        if (name !== key) return [[name, kept]];
        return member === undefined ? [] : [[name, member]];
      }),
    );
  }
  return Object.fromEntries([...Object.entries(object), [key, member]]);
}

/** The value that stands at the end of a path of which nothing is there yet. */
export const wrapped = (path: JsonPath, value: Json): Json =>
  path.reduceRight<Json>((inner, key) => (typeof key === 'number' ? [inner] : { [key]: inner }), value);
