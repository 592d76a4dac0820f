/**
 * What of a value is no JSON, and where; null: all of it is. A member that is undefined counts as one that is not there.
 * @param at how the value is called in the answer
 */
export function jsonFault(value: unknown, at = '', around: readonly unknown[] = []): string | null {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return null;
    case 'number':
      return Number.isFinite(value) ? null : `${at} is ${value}`;
    case 'object':
      break;
    default:
      return `${at} is ${typeof value === 'undefined' ? 'undefined' : `a ${typeof value}`}`;
  }
  if (value === null) return null;
  if (around.includes(value)) return `${at} contains itself`;
  const inside = [...around, value];
  if (Array.isArray(value)) {
    // Holes too: they are no JSON.
    const faults = Array.from(value, (item, index) => jsonFault(item, `${at}[${index}]`, inside));
    return faults.find((fault) => fault !== null) ?? null;
  }
  if (!isPlain(value)) return `${at} is a ${value.constructor?.name ?? 'value of its own kind'}`;
  for (const [key, member] of Object.entries(value)) {
    const fault = member === undefined ? null : jsonFault(member, at === '' ? key : `${at}.${key}`, inside);
    if (fault !== null) return fault;
  }
  return null;
}

/** Of whatever realm: it inherits from the root of objects alone. */
function isPlain(value: object): boolean {
  const proto: unknown = Object.getPrototypeOf(value);
  return proto === null || Object.getPrototypeOf(proto) === null;
}
