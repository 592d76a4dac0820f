import type { JsonObject } from '../../../json';
import { isObject } from '../../../json';

/** The record that a line of a transcript holds; `undefined` where it is cut, no JSON or no object with a `type`. */
export function recordIn(line: string): (JsonObject & { readonly type: string }) | undefined {
  if (!line.includes('{')) return undefined;
  try {
    const value = JSON.parse(line);
    return isObject(value) && typeof value.type === 'string' ? { ...value, type: value.type } : undefined;
  } catch {
    return undefined;
  }
}
