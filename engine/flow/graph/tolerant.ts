import type { Json, JsonPath } from '../../json';
import { at, isObject } from '../../json';

/** The members of the object at `path`; none where there is no object. */
export function membersIn(value: Json | undefined, path: JsonPath): Readonly<Record<string, Json>> {
  const found = at(value, path);
  return isObject(found) ? found : {};
}

/** The text at `path`; empty where there is none. */
export function textIn(value: Json | undefined, path: JsonPath): string {
  const found = at(value, path);
  return typeof found === 'string' ? found : '';
}
