import type { Json, JsonPath } from '../../json';
import { at } from '../../json';
import type { Root } from '../expression/references';
import { BUDGET_NAMES, FIELDS, ROOTS } from '../expression/references';
import { expressionPlaces } from '../expressionPlaces';
import { graphOf } from '../graph';
import { membersIn } from '../graph/tolerant';
import { patched } from '../patch';

/** A name that may go on an expression: what is put in the place of its last `length` characters. */
export interface ExpressionName {
  readonly label: string;
  readonly insert: string;
  /** How many characters before the cursor it takes the place of. */
  readonly length: number;
  readonly about: string;
}

/** Whether the value at a path is an expression, whether something stands there already or not. */
export function isExpression(flow: Json, path: JsonPath): boolean {
  if (!path.some((key) => HOLDERS.has(key))) return false;
  const key = JSON.stringify(path);
  const written = patched(flow, [{ path, value: 'true' }]);
  return expressionPlaces(written, graphOf(written)).some((place) => JSON.stringify(place.path) === key);
}

/** Keys in or under which expressions stand: most texts are under none of them. */
const HOLDERS: ReadonlySet<string | number> = new Set(['when', 'over', 'input', 'output', 'writes', 'key', 'exitWhen']);

/**
 * How an expression may go on behind `before`: with a root, behind a root with the names that it has here, behind a name
 * with its fields. `path`: where the expression stands.
 */
export function expressionNames(flow: Json, path: JsonPath, before: string): readonly ExpressionName[] {
  const [, root, dotted, quoted, typed = ''] = CHAIN.exec(before) ?? [];
  const name = dotted ?? quoted;
  if (root === undefined) {
    const [word = ''] = /\w*$/.exec(before) ?? [];
    // Behind a dot of something else there are fields that nobody knows.
    if (before.slice(0, before.length - word.length).endsWith('.')) return [];
    return rootsAt(flow, path).map((each) => ({
      label: each,
      insert: each,
      length: word.length,
      about: ROOT_ABOUT[each],
    }));
  }
  const known = ROOTS.find((each) => each === root);
  if (known === undefined) return [];
  const found = name === undefined ? namesOf(flow, known) : fieldsOf(flow, known, name);
  return found.map((each) =>
    /^[A-Za-z_]\w*$/.test(each)
      ? { label: each, insert: each, length: typed.length, about: '' }
      : { label: each, insert: `["${each}"]`, length: typed.length + 1, about: '' },
  );
}

/** A root, perhaps a name of it, and what is typed behind the last dot. */
const CHAIN = /(?:^|[^\w.])([a-z]+)(?:\.(\w+)|\["([^"]*)"\])?\.(\w*)$/;

const ROOT_ABOUT: Readonly<Record<Root, string>> = {
  state: 'The channels',
  inputs: 'What was given when the run started',
  steps: 'Output, visits and outcome of each step',
  gates: 'The last verdict of each gate',
  loops: 'Counters, best and reason of each loop',
  budget: 'What is spent and what is left',
  item: 'The item that the map gives',
  task: 'The task that the plan gives',
  output: 'What this step itself gave',
};

function rootsAt(flow: Json, path: JsonPath): readonly Root[] {
  const callers = (graphOf(flow).called.get(String(path[1])) ?? []).map((id) => at(flow, ['steps', id, 'kind']));
  return ROOTS.filter((root) => {
    if (root === 'output') return path[2] === 'writes';
    if (root === 'item') return callers.includes('map');
    return root === 'task' ? callers.includes('plan') : true;
  });
}

function namesOf(flow: Json, root: Root): readonly string[] {
  switch (root) {
    case 'steps':
      return graphOf(flow).steps.map(({ id }) => id);
    case 'gates':
      return graphOf(flow).steps.flatMap(({ id, kind }) => (kind === 'gate' ? [id] : []));
    case 'loops':
      return Object.keys(membersIn(flow, ['loops']));
    case 'state':
      return Object.keys(membersIn(flow, ['channels']));
    case 'inputs':
      return Object.keys(membersIn(flow, ['inputs']));
    case 'budget':
      return BUDGET_NAMES;
    case 'item':
    case 'task':
    case 'output':
      return [];
  }
}

function fieldsOf(flow: Json, root: Root, name: string): readonly string[] {
  if (root === 'state') return Object.keys(membersIn(flow, ['channels', name, 'fields']));
  return root === 'steps' || root === 'gates' || root === 'loops' ? FIELDS[root] : [];
}
