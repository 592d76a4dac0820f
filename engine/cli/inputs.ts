import type { Json, JsonObject } from '../json';
import { UsageError } from './command';

/** `key=value` as given with `option`: each value is read as JSON where it is JSON, else as text. Throws `UsageError`. */
export function valuesOf(given: readonly string[], option: string, example: string): JsonObject {
  const values: Record<string, Json> = {};
  for (const one of given) {
    const at = one.indexOf('=');
    if (at < 1) throw new UsageError(`${option} ${one}: write it as in ${option} ${example}`);
    values[one.slice(0, at)] = readValue(one.slice(at + 1));
  }
  return values;
}

function readValue(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
