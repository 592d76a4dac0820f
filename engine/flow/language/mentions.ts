import type { Json, JsonPath } from '../../json';
import { at } from '../../json';
import { entryPlaces } from '../entryPlaces';
import { compileExpression } from '../expression';
import type { Root } from '../expression/references';
import { expressionPlaces } from '../expressionPlaces';
import { graphOf } from '../graph';
import { stepPlaces } from '../stepPlaces';
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
      : entryPlaces(flow, graph).flatMap((place) => (place.map === map && place.name === name ? [place.path] : []));
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
