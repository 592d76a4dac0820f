import type { Json, JsonPath } from '../../json';
import { at } from '../../json';
import { compileExpression } from '../expression';
import type { Reference } from '../expression/references';
import { expressionPlaces } from '../expressionPlaces';
import { graphOf } from '../graph';
import { roleOf } from './roleOf';

/**
 * What the value at a path names, as the path of its definition; undefined where it names nothing that is there.
 * @param character in an expression: how far into it
 */
export function definitionOf(flow: Json, path: JsonPath, character: number): JsonPath | undefined {
  const [map, name] = path;
  if (map === 'layout' && name !== undefined) return there(flow, ['steps', name]);
  const here = at(flow, path);
  if (typeof here !== 'string') return undefined;
  switch (roleOf(flow, path)) {
    case 'target':
    case 'step':
    case 'outside-step':
    case 'judge':
    case 'router':
      return there(flow, ['steps', here]);
    case 'read':
      return readDefinition(flow, here);
    case 'worker':
      return there(flow, ['workers', here]);
    case 'channel':
    case 'field':
      return fieldDefinition(flow, here);
    case 'choice':
    case 'flow':
      return undefined;
    case undefined:
      return inExpression(flow, path, character);
  }
}

const there = (flow: Json, path: JsonPath): JsonPath | undefined => (at(flow, path) === undefined ? undefined : path);

function readDefinition(flow: Json, read: string): JsonPath | undefined {
  const [, root, name] = /^(channel:|inputs\.)(.*)$/.exec(read) ?? [];
  if (root === undefined || name === undefined) return there(flow, ['steps', read]);
  return root === 'channel:' ? fieldDefinition(flow, name) : there(flow, ['inputs', name]);
}

function fieldDefinition(flow: Json, name: string): JsonPath | undefined {
  const [channel = '', field] = name.split('.');
  const whole = there(flow, ['channels', channel]);
  return field === undefined ? whole : (there(flow, ['channels', channel, 'fields', field]) ?? whole);
}

const MAPS: Partial<Record<Reference['root'], string>> = {
  steps: 'steps',
  gates: 'steps',
  loops: 'loops',
  state: 'channels',
  inputs: 'inputs',
};

function inExpression(flow: Json, path: JsonPath, character: number): JsonPath | undefined {
  const key = JSON.stringify(path);
  const place = expressionPlaces(flow, graphOf(flow)).find((found) => JSON.stringify(found.path) === key);
  const read = place === undefined ? undefined : compileExpression(place.text);
  if (read?.ok !== true) return undefined;
  const named = read.references.find(({ start, end }) => start <= character && character <= end);
  const map = named === undefined ? undefined : MAPS[named.root];
  return map === undefined || named?.name === undefined ? undefined : there(flow, [map, named.name]);
}
