import type { Json } from '../../json';
import { isObject } from '../../json';

/** A small value that a JSON Schema takes, as far as its usual words tell. */
export function sampleOf(schema: Json | undefined, depth = 0): Json {
  if (!isObject(schema) || depth > DEEPEST) return null;
  const { const: fixed, enum: values, default: given, type } = schema;
  if (fixed !== undefined) return fixed;
  if (Array.isArray(values)) return values[0] ?? null;
  if (given !== undefined) return given;
  const [choice] = [schema.anyOf, schema.oneOf, schema.allOf].flatMap((list) => (Array.isArray(list) ? list : []));
  if (choice !== undefined) return sampleOf(choice, depth + 1);
  switch (Array.isArray(type) ? type[0] : (type ?? (isObject(schema.properties) ? 'object' : null))) {
    case 'object':
      return Object.fromEntries(
        Object.entries(isObject(schema.properties) ? schema.properties : {}).map(([key, part]) => [
          key,
          sampleOf(part, depth + 1),
        ]),
      );
    case 'array': {
      const least = typeof schema.minItems === 'number' ? schema.minItems : 0;
      return Array.from({ length: Math.min(least, 100) }, () => sampleOf(schema.items, depth + 1));
    }
    case 'string':
      return 'x'.repeat(typeof schema.minLength === 'number' ? Math.min(schema.minLength, 1000) : 0);
    case 'number':
    case 'integer':
      return typeof schema.minimum === 'number' ? Math.max(0, schema.minimum) : 0;
    case 'boolean':
      return false;
    default:
      return null;
  }
}

const DEEPEST = 8;
