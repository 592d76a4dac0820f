import type { Json, JsonPath } from '../../../engine/json';
import { isObject } from '../../../engine/json';

/** Keys of a value that are no part of any field, also inside of objects of which some keys are. */
export function unknownKeys(value: Json | undefined, fields: readonly JsonPath[]): readonly JsonPath[] {
  if (!isObject(value)) return [];
  return Object.keys(value).flatMap((key): readonly JsonPath[] => {
    const inside = fields.filter(([first]) => first === key);
    if (inside.length === 0) return [[key]];
    if (inside.some((field) => field.length === 1)) return [];
    const rest = inside.map((field) => field.slice(1));
    return unknownKeys(value[key], rest).map((found) => [key, ...found]);
  });
}
