import type { Json, JsonPath } from '../json';
import { at, isObject } from '../json';
import type { Graph } from './graph';
import { routesBy } from './graph';
import { loopKeys } from './graph/loopKeys';

/** What a step is to the place that names it. */
export type StepRole =
  | 'start'
  | 'main'
  | 'terminal'
  | 'writer'
  | 'route'
  | 'read'
  | 'artifact'
  | 'called'
  | 'head'
  | 'tail'
  | 'onExhausted'
  | 'onConverged';

export interface StepPlace {
  readonly path: JsonPath;
  /** What stands there: the id of a step, a terminal, or something else that a person may write there. */
  readonly name: string;
  readonly role: StepRole;
}

/** Every value of a flow that may name a step, in the order of its parts here. Keys and expressions are not among them. */
export function stepPlaces(flow: Json, graph: Graph): readonly StepPlace[] {
  const leaving = routesBy(graph.routes, 'from');
  const place = (role: StepRole, path: JsonPath): readonly StepPlace[] => {
    const name = at(flow, path);
    return typeof name === 'string' ? [{ path, name, role }] : [];
  };
  const list = (role: StepRole, path: JsonPath) => keysIn(at(flow, path)).flatMap((key) => place(role, [...path, key]));
  return [
    ...place('start', ['start']),
    ...list('start', ['start']),
    ...place('main', ['main']),
    ...place('terminal', ['terminal']),
    ...keysIn(at(flow, ['channels'])).flatMap((channel) => {
      const fields: JsonPath = ['channels', channel, 'fields'];
      return keysIn(at(flow, fields)).flatMap((field) => place('writer', [...fields, field, 'writer']));
    }),
    ...graph.steps.flatMap(({ id, kind, path }) => [
      ...(leaving.get(id) ?? []).flatMap((route) => place('route', route.path)),
      ...list('read', [...path, 'reads']).filter(({ name }) => !(graph.called.has(id) && GIVEN.includes(name))),
      ...place('artifact', [...path, 'artifact']),
      ...(kind === 'map' ? place('called', [...path, 'step']) : []),
      ...(kind === 'plan' ? list('called', [...path, 'handlers']) : []),
    ]),
    ...graph.loops.flatMap(({ type, path }) => {
      const keys = loopKeys(type);
      return [
        ...place('head', [...path, keys.head]),
        ...place('tail', [...path, keys.tail]),
        ...place('onExhausted', [...path, keys.onExhausted]),
        ...place('onConverged', [...path, 'onConverged']),
      ];
    }),
  ];
}

/** What a called step is given under these names is no step, whatever steps there are. */
const GIVEN: readonly string[] = ['item', 'task'];

function keysIn(value: Json | undefined): readonly (string | number)[] {
  if (Array.isArray(value)) return [...value.keys()];
  return isObject(value) ? Object.keys(value) : [];
}
