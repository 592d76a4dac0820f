import type { Json, JsonPath } from '../../json';
import { at, isObject } from '../../json';
import { textIn } from '../graph/tolerant';
import type { Leftovers } from './leftovers';

/** An agent of a workflow, as far as the import understands it. */
export interface Agent {
  readonly name: string;
  readonly path: JsonPath;
  readonly instructions: string;
  /** Name of the agent or end that its strong route leads to; empty where there is none that is understood. */
  readonly strong: string;
  readonly weak: readonly (readonly [string, string])[];
}

const PLACES: readonly JsonPath[] = [
  ['agents'],
  ['workers'],
  ['orchestration', 'agents'],
  ['orchestration', 'workers'],
];
const KNOWN = ['id', 'instructions', 'prompt', 'strongRoute', 'next', 'weakRoutes', 'branches', 'title', 'name'];

/** Agents wherever they are listed, as a map or as a list. Of several with one name the first counts. */
export function agentsIn(file: Json, left: Leftovers): readonly Agent[] {
  const found: Agent[] = [];
  for (const place of PLACES) {
    const all = at(file, place);
    const entries: readonly (readonly [string | number, Json])[] = Array.isArray(all)
      ? [...all.entries()]
      : isObject(all)
        ? Object.entries(all)
        : [];
    for (const [key, value] of entries) {
      const path = [...place, key];
      const name = textIn(value, ['id']) || (typeof key === 'string' ? key : '');
      if (name === '') left.add(path, 'It has no id.');
      else if (found.some((agent) => agent.name === name)) left.add(path, `There is an agent "${name}" already.`);
      else found.push(agentOf(name, value, path, left));
    }
  }
  return found;
}

function agentOf(name: string, value: Json, path: JsonPath, left: Leftovers): Agent {
  left.unknown(path, KNOWN);
  const strongKey = ['strongRoute', 'next'].find((key) => at(value, [key]) !== undefined) ?? 'strongRoute';
  const strong = textIn(value, [strongKey]);
  if (strong === '') left.key(path, strongKey, 'The import understands the id of one agent here.');
  const weakKey = ['weakRoutes', 'branches'].find((key) => at(value, [key]) !== undefined) ?? 'weakRoutes';
  const instructions = textIn(value, ['instructions']) || textIn(value, ['prompt']);
  if (instructions === '') left.add(path, 'It has no instructions: its prompt is a placeholder.');
  return {
    name,
    path,
    instructions: instructions || `Imported without instructions: say what "${name}" does.`,
    strong,
    weak: weakRoutes(at(value, [weakKey]), [...path, weakKey], left),
  };
}

/** A map from name to agent, or a list of agents. */
function weakRoutes(value: Json | undefined, path: JsonPath, left: Leftovers): readonly (readonly [string, string])[] {
  if (value === undefined) return [];
  if (!Array.isArray(value) && !isObject(value))
    left.add(path, 'The import understands a map or a list of agents here.');
  const entries: readonly (readonly [string | number, Json])[] = Array.isArray(value)
    ? [...value.entries()]
    : isObject(value)
      ? Object.entries(value)
      : [];
  return entries.flatMap(([key, to]) => {
    if (typeof to === 'string' && to !== '') return [[typeof key === 'string' ? key : to, to] as const];
    left.add([...path, key], 'The import understands the id of an agent here.');
    return [];
  });
}
