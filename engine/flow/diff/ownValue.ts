import type { Json } from '../../json';
import { isObject } from '../../json';
import type { Route } from '../graph';

/**
 * A step without its routes, which are told apart: what holds a target is taken out, of a case its condition too, and so is
 * what has become empty by that. Whatever is no route, such as a target that is no text, stays.
 */
export function ownValue(step: Json, leaving: readonly Route[]): Json {
  if (!isObject(step)) return step;
  const taken = new Set(leaving.flatMap(({ path, kind }) => placesOf(path.slice(2), kind === 'case')));
  return Object.fromEntries(
    Object.entries(step).flatMap(([key, value]) => {
      if (taken.has(key)) return [];
      if (!HOLDERS.includes(key)) return [[key, value]];
      const rest = without(value, key, taken);
      return rest === undefined ? [] : [[key, rest]];
    }),
  );
}

const HOLDERS: readonly string[] = ['next', 'routes', 'branches', 'cases'];

const placesOf = (path: readonly (string | number)[], withCondition: boolean): readonly string[] => [
  path.join('/'),
  ...(withCondition ? [[...path.slice(0, -1), 'when'].join('/')] : []),
];

/** Undefined where nothing is left. */
function without(value: Json, path: string, taken: ReadonlySet<string>): Json | undefined {
  if (taken.has(path)) return undefined;
  if (!Array.isArray(value) && !isObject(value)) return value;
  const members = Object.entries(value).flatMap(([key, member]): readonly (readonly [string, Json])[] => {
    const rest = without(member, `${path}/${key}`, taken);
    return rest === undefined ? [] : [[key, rest]];
  });
  if (members.length === 0) return undefined;
  return Array.isArray(value) ? members.map(([, member]) => member) : Object.fromEntries(members);
}
