/** A JSON value as `JSON.parse` gives it. Everything that crosses an edge of Converge (file, trace, socket, webview) is one. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

/** Where a value stands inside a document: keys and indexes from the root. `[]` is the whole document. */
export type JsonPath = readonly (string | number)[];

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value at `path`, or `undefined` where the path leads nowhere. Never throws. */
export function at(value: Json | undefined, path: JsonPath): Json | undefined {
  let here: Json | undefined = value;
  for (const key of path) {
    if (typeof here !== 'object' || here === null) return undefined;
    if (Array.isArray(here)) {
      if (typeof key !== 'number') return undefined;
      here = here[key];
      continue;
    }
    // What an object has from its prototype is no JSON: functions, and another object under one name only.
    const member: Json | undefined = (here as JsonObject)[key];
    if (typeof member === 'function' || (key === '__proto__' && !Object.hasOwn(here, key))) return undefined;
    here = member;
  }
  return here;
}

/**
 * One text for equal values: keys sorted by code unit, no white space (the idea of RFC 8785, without its number rules).
 * Used wherever values are compared or digested, so that the order of keys never matters. Of an object that is no JSON yet:
 * as `JSON.stringify` would make it one.
 */
export function canonicalJson(value: Json | object): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  let text = '';
  if (Array.isArray(value)) {
    for (const item of value) text += `${text === '' ? '' : ','}${item === undefined ? 'null' : canonicalJson(item)}`;
    return `[${text}]`;
  }
  const members = value as JsonObject;
  for (const key of Object.keys(members).sort()) {
    const member = members[key];
    if (member !== undefined) text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${canonicalJson(member)}`;
  }
  return `{${text}}`;
}
