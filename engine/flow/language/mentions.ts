import type { Json, JsonPath } from '../../json';
import { at, isObject } from '../../json';
import { compileExpression } from '../expression';
import type { Root } from '../expression/references';
import { expressionPlaces } from '../expressionPlaces';
import { graphOf } from '../graph';
import { membersIn } from '../graph/tolerant';
import { stepPlaces } from '../stepPlaces';
import { definitionOf } from './definitionOf';
import type { NamedMap } from './namedAt';

/** The values and keys that use a name, expressions that speak of it included; not where it is given. */
export function mentionsOf(flow: Json, map: NamedMap, name: string): readonly JsonPath[] {
  const graph = graphOf(flow);
  const roots = ROOTS_OF[map];
  const speaks = (text: string): boolean => {
    const read = compileExpression(text);
    return read.ok && read.references.some((each) => roots.includes(each.root) && each.name === name);
  };
  const written =
    map === 'steps'
      ? stepPlaces(flow, graph).flatMap((place) => (place.name === name ? [place.path] : []))
      : usesIn(flow, ['steps'], map, name);
  return [
    ...written,
    ...expressionPlaces(flow, graph).flatMap(({ path, text }) => (speaks(text) ? [path] : [])),
    ...(map === 'steps' && at(flow, ['layout', name]) !== undefined ? [['layout', name]] : []),
  ];
}

const ROOTS_OF: Readonly<Record<NamedMap, readonly Root[]>> = {
  steps: ['steps', 'gates'],
  loops: ['loops'],
  channels: ['state'],
  inputs: ['inputs'],
  workers: [],
};

/** Texts that are the name, and the keys of what a step writes. */
function usesIn(flow: Json, path: JsonPath, map: NamedMap, name: string): readonly JsonPath[] {
  const here = at(flow, path);
  if (typeof here === 'string') {
    // Expressions are read once, and not here.
    const [target, found] = definitionOf(flow, path, null) ?? [];
    return target === map && found === name ? [path] : [];
  }
  const keys = Array.isArray(here) ? [...here.keys()] : Object.keys(isObject(here) ? here : {});
  const own =
    map === 'channels' && path.length === 3 && path[2] === 'writes'
      ? Object.keys(membersIn(flow, path)).flatMap((key) => (key.split('.')[0] === name ? [[...path, key]] : []))
      : [];
  return [...own, ...keys.flatMap((key) => usesIn(flow, [...path, key], map, name))];
}
