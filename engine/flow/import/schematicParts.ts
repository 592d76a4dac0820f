import type { Json, JsonObject, JsonPath } from '../../json';
import { textIn } from '../graph/tolerant';
import type { Leftovers } from './leftovers';
import { textsIn } from './reading';
import type { ItemRoutes } from './schematicRoutes';

/** One item of a schematic, with what is known of the whole. */
export interface Item {
  readonly value: Json;
  readonly path: JsonPath;
  /** Of the step that it becomes. */
  readonly id: string;
  readonly routes: ItemRoutes;
  /** Steps whose output it takes in. */
  readonly reads: readonly string[];
  /** It ends an until loop, and says there whether the goal is met. */
  readonly judges: boolean;
}

export type Steps = readonly (readonly [string, JsonObject])[];

export const titleOf = ({ value }: Item): string | undefined => textIn(value, ['title']) || undefined;

export function promptOf({ value, id }: Item): string {
  const evidence = textsIn(value, ['evidence_requirements']);
  const title = textIn(value, ['title']) || id;
  return evidence.length === 0
    ? title
    : [title, '', 'Show as evidence:', ...evidence.map((line) => `- ${line}`)].join('\n');
}

export function workerOf({ value, path }: Item, left: Leftovers, otherwise: string): string {
  const role = textIn(value, ['execution', 'role']);
  if (role !== '') return role;
  left.add([...path, 'execution'], `It names no role: its worker is "${otherwise}".`);
  return otherwise;
}

/** Lists the routes that a kind has no place for; and that there is none where one is due. */
export function dropRoutes({ routes, path }: Item, left: Leftovers, why: string, failedToo: boolean): void {
  if (routes.next === undefined) left.add([...path, 'routes'], 'No route leads on from it: give the step a "next".');
  for (const { name } of routes.others) left.add([...path, 'routes', name], why);
  if (failedToo && routes.failed !== undefined) left.add([...path, 'routes', routes.failedName], why);
}
