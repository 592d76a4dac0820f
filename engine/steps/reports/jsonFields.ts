import type { JsonObject } from '../../json';
import { isObject } from '../../json';

// What a report's object says of a field; one of another kind says nothing.

/** A count: a whole number that is not negative; 0 where there is none. */
export const numberIn = (value: JsonObject, name: string): number => {
  const found = value[name];
  return typeof found === 'number' && Number.isSafeInteger(found) && found >= 0 ? found : 0;
};

export const textIn = (value: JsonObject, name: string): string => {
  const found = value[name];
  return typeof found === 'string' ? found : '';
};

export const listIn = (value: JsonObject, name: string): readonly JsonObject[] => {
  const found = value[name];
  return Array.isArray(found) ? found.filter(isObject) : [];
};
