import type { Flow } from '../flow/schema';
import type { Json, JsonObject } from '../json';
import { isObject } from '../json';

/**
 * The inputs of a run as its flow declares them: given, else by default.
 * Refused with everything that is wrong: a name that is not declared, one that is missing, a value of another type.
 */
export function inputsOf(
  flow: Flow,
  given: JsonObject,
): { readonly ok: true; readonly value: JsonObject } | { readonly ok: false; readonly why: string } {
  const declared = flow.inputs ?? {};
  const names = Object.keys(declared).join(', ') || 'none';
  const wrong = Object.keys(given)
    .filter((name) => !Object.hasOwn(declared, name))
    .map((name) => `there is no input "${name}" (declared: ${names})`);
  const value: Record<string, Json> = {};
  for (const [name, { type, default: fallback }] of Object.entries(declared)) {
    const found = Object.hasOwn(given, name) ? given[name] : fallback;
    if (found === undefined) wrong.push(`the input "${name}" (${type}) is missing`);
    else if (isOfType(found, type)) value[name] = found;
    else wrong.push(`the input "${name}" is to be of type ${type}, and ${JSON.stringify(found).slice(0, 100)} is not`);
  }
  return wrong.length === 0 ? { ok: true, value } : { ok: false, why: wrong.join('; ') };
}

type InputType = NonNullable<Flow['inputs']>[string]['type'];

function isOfType(value: Json, type: InputType): boolean {
  switch (type) {
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isObject(value);
    case 'integer':
      return Number.isSafeInteger(value);
    case 'number':
      return typeof value === 'number' && Number.isFinite(value);
    case 'string':
    case 'boolean':
      return typeof value === type;
  }
}
