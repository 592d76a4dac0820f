import type { Json, JsonObject } from '../json';
import { at, isObject } from '../json';
import type { EntryMap } from './entryPlaces';
import { ENTRY_MAPS, entryPlaces } from './entryPlaces';
import { expressionPlaces, isOfCalledFlow } from './expressionPlaces';
import { graphOf } from './graph';
import { membersIn } from './graph/tolerant';
import { jsonOf, readSyntax } from './syntax';

/** What is copied out of a flow: it is whole without it. */
export interface FlowFragment {
  /** Format of the fragment: 1. */
  readonly convergeFragment: 1;
  readonly steps: Readonly<Record<string, Json>>;
  /** Loops whose whole body is in `steps`. */
  readonly loops: Readonly<Record<string, Json>>;
  /** Workers, channels and inputs of the flow that the steps name. */
  readonly workers: JsonObject;
  readonly channels: JsonObject;
  readonly inputs?: JsonObject;
  /** Where a person had placed the steps. */
  readonly layout: Readonly<Record<string, readonly [number, number]>>;
}

/** What these steps are when they are copied; ids that the flow does not have are left out. */
export function fragmentOf(flow: Json, ids: readonly string[]): FlowFragment {
  const wanted = new Set(ids);
  const steps = pick(flow, 'steps', (id) => wanted.has(id));
  const whole = graphOf(flow).loops.filter(
    ({ head, tail, body }) => wanted.has(head) && wanted.has(tail) && body.every((id) => wanted.has(id)),
  );
  const loops = pick(flow, 'loops', (id) => whole.some((loop) => loop.id === id));
  const named = namesIn({ steps, loops });
  const entries = (map: EntryMap) => pick(flow, map, (name) => named(map, name));
  return {
    convergeFragment: 1,
    steps,
    loops,
    workers: entries('workers'),
    channels: entries('channels'),
    inputs: entries('inputs'),
    layout: placesIn(flow, steps),
  };
}

/** A fragment as text for the clipboard: JSON that reads well. */
export const fragmentText = (fragment: FlowFragment): string => `${JSON.stringify(fragment, null, 2)}\n`;

/**
 * A text as a fragment: one that `fragmentText` made, or a flow file, which then is all that it has. Null for any other
 * text. Never throws.
 */
export function readFragment(text: string): FlowFragment | null {
  // Whatever is on a clipboard comes here: what cannot be one is not read to its end.
  if (!/^\uFEFF?\s*(?:\{|\/[/*])/.test(text) || !text.includes('"steps"')) return null;
  const { root, faults } = readSyntax(text);
  if (root === undefined || faults.length > 0) return null;
  const value = jsonOf(root);
  if (at(value, ['convergeFragment']) !== 1 && at(value, ['converge']) !== 1) return null;
  const objects = (map: string) => pick(value, map, (_, member) => isObject(member));
  const steps = objects('steps');
  if (Object.keys(steps).length === 0) return null;
  const [workers, channels, inputs] = ENTRY_MAPS.map(objects);
  return {
    convergeFragment: 1,
    steps,
    loops: objects('loops'),
    workers: workers ?? {},
    channels: channels ?? {},
    inputs: inputs ?? {},
    layout: placesIn(value, steps),
  };
}

const pick = (flow: Json, map: string, wanted: (name: string, member: Json) => boolean): JsonObject =>
  Object.fromEntries(Object.entries(membersIn(flow, [map])).filter(([name, member]) => wanted(name, member)));

function placesIn(flow: Json, steps: JsonObject): FlowFragment['layout'] {
  return Object.fromEntries(
    Object.entries(membersIn(flow, ['layout'])).flatMap(([id, place]): [string, readonly [number, number]][] => {
      const [x, y]: readonly Json[] = Array.isArray(place) ? place : [];
      return typeof x === 'number' && typeof y === 'number' && Object.hasOwn(steps, id) ? [[id, [x, y]]] : [];
    }),
  );
}

/** Whether something is named. Of expressions their words are taken: one name too many harms less than one too few. */
function namesIn(flow: Json): (map: EntryMap, name: string) => boolean {
  const graph = graphOf(flow);
  const named = new Set(entryPlaces(flow, graph).map(({ map, name }) => `${map} ${name}`));
  const words = new Set(
    expressionPlaces(flow, graph)
      .filter((place) => !isOfCalledFlow(place))
      .flatMap(({ text }) => [...(text.match(/\w+/g) ?? []), ...(text.match(/[\w-]+/g) ?? [])]),
  );
  return (map, name) => named.has(`${map} ${name}`) || (map !== 'workers' && words.has(name));
}
