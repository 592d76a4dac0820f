import type { Json, JsonPath } from '../../json';
import { at } from '../../json';
import { compileExpression } from '../expression';
import { expressionPlaces } from '../expressionPlaces';
import { graphOf } from '../graph';
import { positionsIn } from '../positions';
import { jsonOf, readSyntax } from '../syntax';
import { definitionOf } from './definitionOf';
import { literalIndex, valueIndex } from './literal';

/** The maps of a flow whose keys are names that other parts of it use. */
export type NamedMap = 'steps' | 'loops' | 'workers' | 'channels' | 'inputs';

/** A name in a text: what it is the name of, and where its own characters stand, quotes left out. */
export interface Named {
  readonly map: NamedMap;
  readonly name: string;
  readonly offset: number;
  readonly length: number;
  /** Path of what holds the name: its definition, or the value that uses it. */
  readonly path: JsonPath;
  /** It stands where it is given, not where it is used. */
  readonly defines: boolean;
  readonly flow: Json;
}

/** What the text at the offset is the name of; undefined for all other text. */
export function namedAt(text: string, offset: number): Named | undefined {
  const { root } = readSyntax(text);
  if (root === undefined) return undefined;
  const positions = positionsIn(text, root);
  const path = positions.pathAt(offset);
  const flow = jsonOf(root);
  const [map, name] = path;
  if (path.length === 2 && typeof name === 'string') {
    const key = positions.keyRangeOf(path);
    const inKey = key.offset <= offset && offset <= key.offset + key.length;
    const own = map === 'layout' && at(flow, ['steps', name]) !== undefined ? 'steps' : map;
    if (inKey && isNamedMap(own)) return { map: own, name, ...within(key), path, defines: own === map, flow };
  }
  const value = positions.rangeOf(path);
  if (typeof at(flow, path) !== 'string' || offset < value.offset || offset > value.offset + value.length)
    return undefined;
  const literal = text.slice(value.offset, value.offset + value.length);
  const character = valueIndex(literal, offset - value.offset);
  const [target, found] = definitionOf(flow, path, character) ?? [];
  if (!isNamedMap(target) || typeof found !== 'string') return undefined;
  const start = nameStart(flow, path, found, character);
  if (start === undefined) return undefined;
  const from = literalIndex(literal, start);
  const to = literalIndex(literal, start + found.length);
  return { map: target, name: found, offset: value.offset + from, length: to - from, path, defines: false, flow };
}

const isNamedMap = (key: string | number | undefined): key is NamedMap =>
  key === 'steps' || key === 'loops' || key === 'workers' || key === 'channels' || key === 'inputs';

const within = ({ offset, length }: { offset: number; length: number }) => ({
  offset: offset + 1,
  length: Math.max(0, length - 2),
});

/** Where in the value the name begins: the value is the name, has a word before it or a field behind it, or is an expression. */
function nameStart(flow: Json, path: JsonPath, name: string, character: number): number | undefined {
  const value = String(at(flow, path));
  const key = JSON.stringify(path);
  if (expressionPlaces(flow, graphOf(flow)).some((place) => JSON.stringify(place.path) === key)) {
    const read = compileExpression(value);
    const reference = read.ok
      ? read.references.find(({ start, end }) => start <= character && character <= end)
      : undefined;
    const start = reference === undefined ? -1 : value.indexOf(name, reference.start);
    return start < 0 ? undefined : start;
  }
  const [before = ''] = /^(?:channel:|inputs\.)/.exec(value) ?? [];
  return value.startsWith(name, before.length) ? before.length : undefined;
}
