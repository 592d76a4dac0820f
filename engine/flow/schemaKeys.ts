import * as z from 'zod';
import type { Json, JsonPath } from '../json';
import { at } from '../json';
import { patched } from './patch';
import { flowSchema } from './schema';

/**
 * The keys that the schema knows for the object at `path` of a flow, however half-typed. Where kind or type is not
 * written yet, those of all of them. Empty for maps keyed by id, and for what is no object.
 */
export function keysAt(path: JsonPath, flow: Json): readonly string[] {
  const found = schemasAt(path, flow);
  return [...new Set(found.flatMap((schema) => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : [])))];
}

/** The fixed words that the schema knows for the value at `path`, whatever stands there now. */
export function wordsAt(path: JsonPath, flow: Json): readonly (string | boolean)[] {
  const words = schemasAt(path, patched(flow, [{ path }])).flatMap((schema): readonly unknown[] => {
    if (schema instanceof z.ZodEnum) return schema.options;
    if (schema instanceof z.ZodLiteral) return [...schema.values];
    return schema instanceof z.ZodBoolean ? [true, false] : [];
  });
  return [...new Set(words.filter((word) => typeof word === 'string' || typeof word === 'boolean'))];
}

/** What the schema says about the value at `path`, whatever stands there now: a sentence for each meaning it can have. */
export function sentencesAt(path: JsonPath, flow: Json): readonly string[] {
  const key = path.at(-1);
  if (key === undefined) return [];
  const members = schemasAt(path.slice(0, -1), flow).flatMap((schema) => memberOf(schema, key) ?? []);
  return [...new Set(members.flatMap((member) => sentenceOf(member) ?? []))];
}

function sentenceOf(schema: Schema): string | undefined {
  const own = schema instanceof z.ZodType ? schema.description : undefined;
  return own ?? (schema instanceof z.ZodOptional ? sentenceOf(schema.unwrap()) : undefined);
}

/** Whether the schema takes this value at a path, and whether the key may be left out. */
export function takesAt(path: JsonPath, flow: Json, value: Json | undefined): boolean {
  const key = path.at(-1);
  if (key === undefined) return false;
  return schemasAt(path.slice(0, -1), flow).some((schema) => {
    const member = memberOf(schema, key);
    return member !== undefined && z.safeParse(member, value).success;
  });
}

type Schema = z.core.$ZodType;

const schemasAt = (path: JsonPath, flow: Json): readonly Schema[] =>
  path.reduce<readonly Schema[]>(
    (schemas, key, depth) => schemas.flatMap((schema) => inside(schema, key, at(flow, path.slice(0, depth + 1)))),
    [flowSchema],
  );

function inside(schema: Schema, key: string | number, value: Json | undefined): readonly Schema[] {
  const member = memberOf(schema, key);
  return member === undefined ? [] : alternatives(member).filter((option) => fits(option, value));
}

function memberOf(schema: Schema, key: string | number): Schema | undefined {
  if (schema instanceof z.ZodObject) return Object.hasOwn(schema.shape, key) ? schema.shape[key] : undefined;
  if (schema instanceof z.ZodRecord) return schema.valueType;
  return schema instanceof z.ZodArray ? schema.element : undefined;
}

function alternatives(schema: Schema): readonly Schema[] {
  if (schema instanceof z.ZodOptional) return alternatives(schema.unwrap());
  return schema instanceof z.ZodUnion ? schema.options.flatMap(alternatives) : [schema];
}

/** Whether it can be the schema of this value, as far as its fixed words say. */
function fits(schema: Schema, value: Json | undefined): boolean {
  if (!(schema instanceof z.ZodObject)) return true;
  return Object.entries(schema.shape).every(([key, member]) => {
    const written = at(value, [key]);
    return (
      written === undefined || !(member instanceof z.ZodLiteral) || [...member.values].some((word) => word === written)
    );
  });
}
