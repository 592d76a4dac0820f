import type { Json, JsonPath } from '../../json';
import { canonicalJson, isObject } from '../../json';
import type { ValueChange } from './change';

/**
 * The innermost values that differ, in the order of their keys: objects are compared member by member, lists of as many
 * objects item by item, anything else whole. An object that is on one side only is compared with an empty one.
 */
export function valueChanges(
  before: Json | undefined,
  after: Json | undefined,
  path: JsonPath = [],
): readonly ValueChange[] {
  if (same(before, after)) return [];
  if (isObject(before ?? {}) && isObject(after ?? {})) {
    const [a, b] = [membersOf(before), membersOf(after)];
    const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])];
    const inner = keys.flatMap((key) => valueChanges(a[key], b[key], [...path, key]));
    // An empty object on one side only is a value of its own.
    if (inner.length > 0) return inner;
  }
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length && before.every(isObject))
    if (after.every(isObject))
      return before.flatMap((item, index) => valueChanges(item, after[index], [...path, index]));
  return [{ path, ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) }];
}

const membersOf = (value: Json | undefined): Readonly<Record<string, Json>> => (isObject(value) ? value : {});

const same = (a: Json | undefined, b: Json | undefined): boolean =>
  a === undefined || b === undefined ? a === b : canonicalJson(a) === canonicalJson(b);
