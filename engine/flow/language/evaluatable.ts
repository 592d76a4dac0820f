import type { Json, JsonPath } from '../../json';
import { at } from '../../json';
import { ROOTS } from '../expression/references';
import { expressionPlaces } from '../expressionPlaces';
import { graphOf } from '../graph';
import { positionsIn } from '../positions';
import { jsonOf, readSyntax } from '../syntax';
import { literalIndex, valueIndex } from './literal';
import type { NamedMap } from './namedAt';
import { namedAt } from './namedAt';

/** An expression whose value says what a place of the text stands for while a run is looked at. */
export interface Evaluatable {
  readonly expression: string;
  readonly offset: number;
  readonly length: number;
}

/**
 * In an expression the name under the cursor, with what stands before it; at the key of one the whole expression; anywhere
 * else the step, channel, input or loop that is named. Undefined for all other text.
 */
export function evaluatableAt(text: string, offset: number): Evaluatable | undefined {
  const { root } = readSyntax(text);
  if (root === undefined) return undefined;
  const positions = positionsIn(text, root);
  const path = positions.pathAt(offset);
  const flow = jsonOf(root);
  const expression = expressionAt(flow, path);
  if (expression !== undefined) {
    const key = positions.keyRangeOf(path);
    if (key.offset <= offset && offset <= key.offset + key.length)
      return { expression, offset: key.offset, length: key.length };
    const value = positions.rangeOf(path);
    const literal = text.slice(value.offset, value.offset + value.length);
    const found = chainAt(expression, valueIndex(literal, offset - value.offset));
    if (found === undefined) return undefined;
    const from = literalIndex(literal, found.start);
    const to = literalIndex(literal, found.start + found.chain.length);
    return { expression: found.chain, offset: value.offset + from, length: to - from };
  }
  const named = namedAt(text, offset);
  const base = named && ROOT_OF[named.map];
  if (!named || !base) return undefined;
  return { expression: member(base, named.name), offset: named.offset, length: named.length };
}

function expressionAt(flow: Json, path: JsonPath): string | undefined {
  const key = JSON.stringify(path);
  if (typeof at(flow, path) !== 'string') return undefined;
  return expressionPlaces(flow, graphOf(flow)).find((place) => JSON.stringify(place.path) === key)?.text;
}

/** Workers have no value. */
const ROOT_OF: Readonly<Partial<Record<NamedMap, string>>> = {
  steps: 'steps',
  channels: 'state',
  inputs: 'inputs',
  loops: 'loops',
};

const member = (root: string, name: string): string =>
  /^[A-Za-z_]\w*$/.test(name) ? `${root}.${name}` : `${root}[${JSON.stringify(name)}]`;

/** A root and what is taken out of it, up to the end of the name at this character. */
function chainAt(
  expression: string,
  character: number,
): { readonly chain: string; readonly start: number } | undefined {
  for (const found of expression.matchAll(CHAINS)) {
    const start = found.index;
    if (character < start || character > start + found[0].length) continue;
    const part = [...found[0].matchAll(PARTS)].find(({ index, 0: name }) => character <= start + index + name.length);
    if (part) return { chain: found[0].slice(0, part.index + part[0].length), start };
  }
  return undefined;
}

const CHAINS = new RegExp(`(?<![\\w.])(?:${ROOTS.join('|')})\\b(?:\\.\\w+\\b(?!\\()|\\["[^"]*"\\]|\\[\\d+\\])*`, 'g');
const PARTS = /\["[^"]*"\]|\[\d+\]|\.?\w+/g;
