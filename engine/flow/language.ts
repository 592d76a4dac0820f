import { getLocation } from 'jsonc-parser';
import type { Json, JsonPath } from '../json';
import { at, isObject } from '../json';
import { graphOf } from './graph';
import { definitionOf } from './language/definitionOf';
import { expressionNames, isExpression } from './language/expressionNames';
import { valueIndex } from './language/literal';
import { mentionsOf } from './language/mentions';
import type { Around, Name } from './language/namesFor';
import { choicesOf, fieldsOf, namesFor } from './language/namesFor';
import { positionsIn } from './positions';
import { keysAt, sentencesAt } from './schemaKeys';
import { jsonOf, readSyntax } from './syntax';

export interface Completion {
  readonly label: string;
  readonly kind: Name['kind'] | 'name';
  /** JSON text to put in the place of `length` characters at `offset`. */
  readonly insert: string;
  readonly offset: number;
  readonly length: number;
  /** A sentence about it; empty where there is none. */
  readonly about: string;
}

/** What may stand at the offset: keys of the schema, ids, targets, workers, fixed words. Works on half-typed text. */
export function completionsAt(
  text: string,
  offset: number,
  around: Around = { workers: [], flows: [] },
): readonly Completion[] {
  const { path, previousNode, isAtPropertyKey } = getLocation(text, offset);
  const { root } = readSyntax(text);
  const flow = root === undefined ? {} : jsonOf(root);
  const inside =
    previousNode !== undefined && offset >= previousNode.offset && offset <= previousNode.offset + previousNode.length;
  const start = inside ? previousNode.offset : offset;
  const place = { offset: start, length: inside ? previousNode.length : 0 };
  if (!isAtPropertyKey && isExpression(flow, path)) return inExpression(flow, path, text, offset, place);
  const found = isAtPropertyKey ? keysFor(flow, path.slice(0, -1)) : namesFor(flow, path, around);
  const colon = isAtPropertyKey && !/^\s*:/.test(text.slice(start + place.length)) ? ': ' : '';
  return found.map(({ value, kind }) => ({
    label: String(value),
    kind,
    insert: JSON.stringify(value) + colon,
    ...place,
    about: isAtPropertyKey ? (sentencesAt([...path.slice(0, -1), String(value)], flow)[0] ?? '') : '',
  }));
}

/** Names that an expression may go on with where the cursor stands in its text. */
function inExpression(
  flow: Json,
  path: JsonPath,
  text: string,
  offset: number,
  place: { readonly offset: number; readonly length: number },
): readonly Completion[] {
  const literal = text.slice(place.offset, place.offset + place.length);
  if (!literal.startsWith('"') || offset <= place.offset) return [];
  const before = plainText(text.slice(place.offset + 1, offset));
  return expressionNames(flow, path, before).map(({ label, insert, length, about }) => ({
    label,
    kind: 'name' as const,
    insert: JSON.stringify(insert).slice(1, -1),
    offset: offset - length,
    length,
    about,
  }));
}

/** What is typed of a text so far, escapes read; as it stands where they cannot be. */
function plainText(typed: string): string {
  try {
    return String(JSON.parse(`"${typed}"`));
  } catch {
    return typed;
  }
}

/**
 * What the text at the offset names (a step, worker, channel, input or loop), as the path of its definition; undefined
 * for other text.
 */
export function definitionAt(text: string, offset: number): JsonPath | undefined {
  const { root } = readSyntax(text);
  if (root === undefined) return undefined;
  const positions = positionsIn(text, root);
  const path = positions.pathAt(offset);
  const value = positions.rangeOf(path);
  const literal = text.slice(value.offset, value.offset + value.length);
  return definitionOf(jsonOf(root), path, valueIndex(literal, offset - value.offset));
}

/** The values and keys that name a step, expressions that speak of it included; not its definition. */
export const referencesOf = (flow: Json, step: string): readonly JsonPath[] => mentionsOf(flow, 'steps', step);

function keysFor(flow: Json, path: JsonPath): readonly Name[] {
  const here = at(flow, path);
  const taken = (name: string) => isObject(here) && Object.hasOwn(here, name) && name !== '';
  const keys = (names: readonly string[], kind: Name['kind'] = 'key') =>
    names.filter((name) => !taken(name)).map((value) => ({ value, kind }));
  const [map, , key] = path;
  if (path.length === 1 && map === 'layout')
    return keys(
      graphOf(flow).steps.map(({ id }) => id),
      'step',
    );
  if (path.length === 3 && key === 'routes' && at(flow, [...path.slice(0, 2), 'kind']) === 'ask')
    return keys(choicesOf(flow, path.slice(0, 2)));
  return keys(path.length === 3 && key === 'writes' ? fieldsOf(flow) : keysAt(path, flow));
}
