import { ConvergeError } from '../failure';
import type { Json } from '../json';
import { canonicalJson } from '../json';

/**
 * One name for equal values: 64 hex characters, whatever the order of keys. Throws `internal` for what is no JSON value,
 * which would be taken for another one.
 */
export function keyOf(value: unknown, digest: (text: string) => string): string {
  if (isJson(value, [])) return digest(canonicalJson(value));
  throw new ConvergeError(
    'internal',
    'A key must be made of JSON values: text, numbers, true, false, null, lists, maps.',
  );
}

function isJson(value: unknown, around: readonly object[]): value is Json {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return true;
    case 'number':
      return Number.isFinite(value);
    case 'object':
      return value === null || isTree(value, around);
    default:
      return false;
  }
}

/** Lists without holes and plain maps, none of them inside itself. */
function isTree(value: object, around: readonly object[]): boolean {
  if (around.includes(value)) return false;
  const inside = [...around, value];
  if (Array.isArray(value)) return Array.from(value).every((item) => isJson(item, inside));
  const proto: unknown = Object.getPrototypeOf(value);
  if (proto !== null && proto !== Object.prototype) return false;
  return Object.values(value).every((member) => isJson(member, inside));
}
