import type { Json } from '../../json';
import { isObject } from '../../json';

/** A JSON value as expressions compute with it: whole numbers are ints. */
export function celOf(value: unknown): unknown {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value;
  if (Array.isArray(value)) return value.map(celOf);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, celOf(member)]));
}

/** The JSON value that an expression came to; undefined where it is none, such as bytes, or an int too large for one. */
export function jsonOf(value: unknown): Json | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : undefined;
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (Array.isArray(value)) {
    const items = value.map(jsonOf);
    return items.some((item) => item === undefined) ? undefined : items.filter((item) => item !== undefined);
  }
  if (!isObject(value) || Object.getPrototypeOf(value) !== Object.prototype) return undefined;
  const members = Object.entries(value).map(([key, member]) => [key, jsonOf(member)] as const);
  return members.some(([, member]) => member === undefined)
    ? undefined
    : Object.fromEntries(members.flatMap(([key, member]) => (member === undefined ? [] : [[key, member]])));
}
