import type { Json, JsonObject } from '../../../json';
import { isObject } from '../../../json';

/**
 * A schema as services take it that hold a model to it: every object closed, with all of its properties required. What fits
 * it also fits the one that was given. `undefined` where it cannot be made so: an optional property, a value of any kind,
 * or a keyword that is not known here. Then the answer is asked for in words.
 */
export function closedSchema(schema: JsonObject | undefined): JsonObject | undefined {
  return schema === undefined || schema.type !== 'object' ? undefined : closed(schema);
}

const PLAIN = ['type', 'enum', 'description'];

function closed(schema: Json | undefined): JsonObject | undefined {
  if (!isObject(schema) || typeof schema.type !== 'string') return undefined;
  switch (schema.type) {
    case 'object': {
      const { properties, required, additionalProperties } = schema;
      if (!onlyHas(schema, [...PLAIN, 'properties', 'required', 'additionalProperties'])) return undefined;
      if (!isObject(properties) || !Array.isArray(required) || isObject(additionalProperties)) return undefined;
      const names = Object.keys(properties);
      if (names.length === 0 || !names.every((name) => required.includes(name))) return undefined;
      if (required.length !== names.length) return undefined;
      const members = names.map((name) => [name, closed(properties[name])] as const);
      if (members.some(([, member]) => member === undefined)) return undefined;
      return { ...schema, properties: Object.fromEntries(members) as JsonObject, additionalProperties: false };
    }
    case 'array': {
      const items = closed(schema.items);
      return items === undefined || !onlyHas(schema, [...PLAIN, 'items']) ? undefined : { ...schema, items };
    }
    case 'string':
    case 'number':
    case 'integer':
    case 'boolean':
      return onlyHas(schema, PLAIN) ? schema : undefined;
    default:
      return undefined;
  }
}

const onlyHas = (schema: JsonObject, keys: readonly string[]): boolean =>
  Object.keys(schema).every((key) => keys.includes(key));
