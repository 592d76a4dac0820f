import { getLocation } from 'jsonc-parser';
import type { Json, JsonPath } from '../json';
import { at, isObject } from '../json';
import { compileExpression } from './expression';
import { expressionPlaces } from './expressionPlaces';
import { graphOf } from './graph';
import { definitionOf } from './language/definitionOf';
import type { Name } from './language/namesFor';
import { choicesOf, fieldsOf, namesFor } from './language/namesFor';
import { positionsIn } from './positions';
import { keysAt } from './schemaKeys';
import { stepPlaces } from './stepPlaces';
import { jsonOf, readSyntax } from './syntax';

export interface Completion {
  readonly label: string;
  readonly kind: Name['kind'];
  /** JSON text to put in the place of `length` characters at `offset`. */
  readonly insert: string;
  readonly offset: number;
  readonly length: number;
}

/** What may stand at the offset: keys of the schema, ids, targets, workers, fixed words. Works on half-typed text. */
export function completionsAt(text: string, offset: number): readonly Completion[] {
  const { path, previousNode, isAtPropertyKey } = getLocation(text, offset);
  const { root } = readSyntax(text);
  const flow = root === undefined ? {} : jsonOf(root);
  const inside =
    previousNode !== undefined && offset >= previousNode.offset && offset <= previousNode.offset + previousNode.length;
  const start = inside ? previousNode.offset : offset;
  const place = { offset: start, length: inside ? previousNode.length : 0 };
  const found = isAtPropertyKey ? keysFor(flow, path.slice(0, -1)) : namesFor(flow, path);
  const colon = isAtPropertyKey && !/^\s*:/.test(text.slice(start + place.length)) ? ': ' : '';
  return found.map(({ value, kind }) => ({
    label: String(value),
    kind,
    insert: JSON.stringify(value) + colon,
    ...place,
  }));
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
  // Behind the quote; an expression with escapes in it is longer in the file than it is.
  return definitionOf(jsonOf(root), path, offset - positions.rangeOf(path).offset - 1);
}

/** The values and keys that name a step, expressions that speak of it included; not its definition. */
export function referencesOf(flow: Json, step: string): readonly JsonPath[] {
  const graph = graphOf(flow);
  const speaks = (text: string): boolean => {
    const read = compileExpression(text);
    return read.ok && read.references.some(({ root, name }) => (root === 'steps' || root === 'gates') && name === step);
  };
  return [
    ...stepPlaces(flow, graph).flatMap(({ path, name }) => (name === step ? [path] : [])),
    ...expressionPlaces(flow, graph).flatMap(({ path, text }) => (speaks(text) ? [path] : [])),
    ...(at(flow, ['layout', step]) === undefined ? [] : [['layout', step]]),
  ];
}

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
