import type { Json, JsonPath } from '../../json';
import { membersIn } from '../graph/tolerant';
import { TERMINALS } from '../names';
import type { Leftovers } from './leftovers';

export interface ItemRoute {
  readonly name: string;
  /** A step's id or a terminal. */
  readonly to: string;
}

/** The routes of an item by what they are for a step; those that are its loop's are not among them. */
export interface ItemRoutes {
  readonly next: string | undefined;
  readonly nextName: string;
  readonly failed: string | undefined;
  readonly failedName: string;
  readonly others: readonly ItemRoute[];
}

const SUCCESS = ['continue', 'complete', 'pass'];
const FAILURE = ['failed', 'fail'];

/** @param ofLoop names of routes that are the loop's own */
export function itemRoutes(
  value: Json,
  path: JsonPath,
  targetOf: (target: Json, path: JsonPath) => string,
  ofLoop: readonly string[],
): ItemRoutes {
  const all = Object.entries(membersIn(value, ['routes']))
    .filter(([name]) => !ofLoop.includes(name))
    .map(([name, target]) => ({ name, to: targetOf(target, [...path, 'routes', name]) }));
  const next = all.find(({ name }) => SUCCESS.includes(name));
  const failed = all.find(({ name }) => FAILURE.includes(name));
  const twice = ({ name, to }: ItemRoute) =>
    (SUCCESS.includes(name) && to === next?.to) || (FAILURE.includes(name) && to === failed?.to);
  const others = all.filter((route) => route !== next && route !== failed && !twice(route));
  return { next: next?.to, nextName: next?.name ?? '', failed: failed?.to, failedName: failed?.name ?? '', others };
}

/** A target in terms of steps. One that does not exist leads to `@stop` and is listed. */
export const targetReader =
  (ids: ReadonlyMap<string, string>, left: Leftovers) =>
  (target: Json, path: JsonPath): string => {
    const text = typeof target === 'string' ? target : '';
    const known = TERMINALS.find((end) => end === text) ?? ids.get(text);
    if (known === undefined)
      left.add(path, `${JSON.stringify(target)} is neither an item nor an end: it leads to @stop.`);
    return known ?? '@stop';
  };
