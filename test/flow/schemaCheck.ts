import type { Json } from '../../engine/json';
import { canonicalJson, isObject } from '../../engine/json';

/**
 * Where a value breaks a JSON Schema, as JSON pointers: as much of the standard as our own schema uses. A keyword that
 * is not known here throws, so that the schema cannot outgrow this.
 */
export function faultsOf(schema: Json, value: Json, root: Json = schema, at = ''): readonly string[] {
  if (typeof schema === 'boolean') return schema ? [] : [at];
  if (!isObject(schema)) throw new Error(`no schema at ${at}`);
  return Object.entries(schema).flatMap(([word, rule]) => keyword(word, rule, schema, value, root, at));
}

const NOTES = ['$schema', '$id', 'title', 'description', '$defs', 'default', 'format'];

function keyword(word: string, rule: Json, schema: Json, value: Json, root: Json, at: string): readonly string[] {
  const fault = (bad: boolean) => (bad ? [at] : []);
  const rules = Array.isArray(rule) ? rule : [];
  const fits = (option: Json) => faultsOf(option, value, root, at).length === 0;
  const member = (key: string): Json | undefined => (isObject(schema) ? schema[key] : undefined);
  if (NOTES.includes(word)) return [];
  switch (word) {
    case '$ref':
      return faultsOf(
        String(rule)
          .split('/')
          .slice(1)
          .reduce<Json>((here, key) => (isObject(here) ? (here[key] ?? false) : false), root),
        value,
        root,
        at,
      );
    case 'anyOf':
      return fault(!rules.some(fits));
    case 'oneOf':
      return fault(rules.filter(fits).length !== 1);
    case 'allOf':
      return rules.flatMap((option: Json) => faultsOf(option, value, root, at));
    case 'const':
      return fault(canonicalJson(rule) !== canonicalJson(value));
    case 'enum':
      return fault(!rules.some((option: Json) => canonicalJson(option) === canonicalJson(value)));
    case 'type':
      return fault(!hasType(String(rule), value));
    case 'pattern':
      return fault(typeof value === 'string' && !new RegExp(String(rule), 'u').test(value));
    case 'minLength':
      return fault(typeof value === 'string' && value.length < Number(rule));
    case 'minimum':
      return fault(typeof value === 'number' && value < Number(rule));
    case 'maximum':
      return fault(typeof value === 'number' && value > Number(rule));
    case 'exclusiveMinimum':
      return fault(typeof value === 'number' && value <= Number(rule));
    case 'minItems':
      return fault(Array.isArray(value) && value.length < Number(rule));
    case 'maxItems':
      return fault(Array.isArray(value) && value.length > Number(rule));
    case 'prefixItems':
      return Array.isArray(value)
        ? rules.flatMap((option: Json, index) =>
            value[index] === undefined ? [] : faultsOf(option, value[index], root, `${at}/${index}`),
          )
        : [];
    case 'items': {
      const skip = member('prefixItems');
      const from = Array.isArray(skip) ? skip.length : 0;
      return Array.isArray(value)
        ? value.flatMap((item: Json, index) => (index < from ? [] : faultsOf(rule, item, root, `${at}/${index}`)))
        : [];
    }
    case 'required':
      return isObject(value)
        ? rules.flatMap((key: Json) => (Object.hasOwn(value, String(key)) ? [] : [`${at}/${key}`]))
        : [];
    case 'properties':
      return isObject(value) && isObject(rule)
        ? Object.entries(rule).flatMap(([key, option]) =>
            value[key] === undefined ? [] : faultsOf(option, value[key], root, `${at}/${key}`),
          )
        : [];
    case 'additionalProperties': {
      const known = member('properties');
      if (!isObject(value)) return [];
      return Object.entries(value).flatMap(([key, item]) =>
        isObject(known) && Object.hasOwn(known, key) ? [] : faultsOf(rule, item, root, `${at}/${key}`),
      );
    }
    case 'propertyNames':
      return isObject(value) ? Object.keys(value).flatMap((key) => faultsOf(rule, key, root, `${at}/${key}`)) : [];
    default:
      throw new Error(`the keyword ${word} is not known`);
  }
}

function hasType(type: string, value: Json): boolean {
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'array') return Array.isArray(value);
  if (type === 'null') return value === null;
  return type === 'object' ? isObject(value) : typeof value === type;
}
