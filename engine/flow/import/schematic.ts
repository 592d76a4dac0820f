import type { Json, JsonObject, JsonPath } from '../../json';
import { at } from '../../json';
import { membersIn, textIn } from '../graph/tolerant';
import type { NotCarried } from './leftovers';
import { leftoversOf } from './leftovers';
import { given, idFor, listIn, members } from './reading';
import { listItemKeys, stepsOf } from './schematicItem';
import { loopDeclaration, schematicLoop } from './schematicLoop';
import { itemRoutes, targetReader } from './schematicRoutes';

/** A flow made of an until-loop schematic; null where it has no item that could become a step. */
export function importSchematic(
  file: Json,
): { readonly flow: Json; readonly notCarried: readonly NotCarried[] } | null {
  const left = leftoversOf(file);
  const found = itemsIn(file, left.add);
  const first = found[0];
  if (first === undefined) return null;
  const ids = new Map(found.map(({ name, id }) => [name, id]));
  const targetOf = targetReader(ids, left);
  const loop = schematicLoop(file, ids, left);
  const producers = producersIn(found);
  const taken = new Set(ids.values());
  const steps: (readonly [string, JsonObject])[] = [];
  for (const { value, path, name, id } of found) {
    const isTail = loop?.tail === name;
    listItemKeys(value, path, left);
    const reads = Object.entries(membersIn(value, ['input'])).flatMap(([input, contract]) => {
      const from = (typeof contract === 'string' ? producers.get(contract) : undefined) ?? [];
      if (from.length === 1) return from;
      const many = from.length === 0 ? 'No item puts this out' : `${from.length} items put this out`;
      left.add([...path, 'input', input], `${many}: add what the step is to read to its "reads".`);
      return [];
    });
    const routes = itemRoutes(value, path, targetOf, isTail ? loop.ofLoop : []);
    const item = { value, path, id, routes, reads: [...new Set(reads)], judges: isTail && loop.judged };
    for (const [step, declared] of stepsOf(item, left, taken)) {
      taken.add(step);
      steps.push([step, declared]);
    }
  }
  for (const key of [
    'initial_contracts',
    'contract_aliases',
    'axes',
    'stage_path_policy',
    'stages',
    'status',
    'version',
  ])
    left.key([], key, 'A flow has nothing of the kind.');
  left.unknown([], KNOWN);
  const flow = given({
    converge: 1,
    id: idFor(textIn(file, ['id']) || 'imported', new Set()),
    title: textIn(file, ['title']) || undefined,
    purpose: textIn(file, ['purpose']) || undefined,
    start: startOf(file, ids, first.id, left.add),
    steps: Object.fromEntries(steps),
    loops: members(loop === null ? [] : [['loop', loopDeclaration(file, loop, ids, targetOf, left)]]),
  });
  return { flow, notCarried: left.all() };
}

const KNOWN = [
  'schema_version',
  'id',
  'title',
  'purpose',
  'status',
  'starts_at',
  'initial_contracts',
  'contract_aliases',
  'items',
  'version',
  'axes',
  'stage_path_policy',
  'stages',
  'engine_flags',
];

interface Found {
  readonly value: Json;
  readonly path: JsonPath;
  /** Its id in the file. */
  readonly name: string;
  /** Of the step. */
  readonly id: string;
}

function itemsIn(file: Json, add: (path: JsonPath, why: string) => void): readonly Found[] {
  const found: Found[] = [];
  for (const [index, value] of listIn(file, ['items']).entries()) {
    const path: JsonPath = ['items', index];
    const name = textIn(value, ['id']);
    if (name === '') add(path, 'It has no id.');
    else if (found.some((item) => item.name === name)) add(path, `There is an item "${name}" already.`);
    else {
      const id = idFor(name, new Set(found.map((item) => item.id)));
      if (id !== name) add([...path, 'id'], `An id of a step looks otherwise: it is "${id}".`);
      found.push({ value, path, name, id });
    }
  }
  return found;
}

/** Which steps put out a contract. */
function producersIn(found: readonly Found[]): ReadonlyMap<string, readonly string[]> {
  const producers = new Map<string, string[]>();
  for (const { value, id } of found) {
    const contract = textIn(value, ['output']);
    if (contract === '') continue;
    producers.set(contract, [...(producers.get(contract) ?? []), id]);
  }
  return producers;
}

function startOf(
  file: Json,
  ids: ReadonlyMap<string, string>,
  first: string,
  add: (path: JsonPath, why: string) => void,
): string {
  const named = ids.get(textIn(file, ['starts_at']));
  if (named === undefined)
    add(['starts_at'], `${JSON.stringify(at(file, ['starts_at']) ?? null)} is no item: it starts at "${first}".`);
  return named ?? first;
}
