import { getLocation } from 'jsonc-parser';
import type { Json, JsonPath } from '../json';
import { at, isObject } from '../json';
import { compileExpression } from './expression';
import { graphOf, routesBy } from './graph';
import { STEP_KINDS, TERMINALS } from './names';
import { positionsIn } from './positions';
import { keysAt } from './schemaKeys';
import { jsonOf, readSyntax } from './syntax';

export interface Completion {
  readonly label: string;
  readonly kind: 'key' | 'step' | 'terminal' | 'worker' | 'value';
  /** JSON text to put in the place of `length` characters at `offset`. */
  readonly insert: string;
  readonly offset: number;
  readonly length: number;
}

/** What may stand at the offset: keys of the schema, ids, targets, workers, fixed words. Works on half-typed text. */
export function completionsAt(text: string, offset: number): readonly Completion[] {
  const { path, previousNode, isAtPropertyKey } = getLocation(text, offset);
  const flow = flowIn(text);
  const inside =
    previousNode !== undefined && offset >= previousNode.offset && offset <= previousNode.offset + previousNode.length;
  const start = inside ? previousNode.offset : offset;
  const place = { offset: start, length: inside ? previousNode.length : 0 };
  const found = isAtPropertyKey ? keyNames(flow, path.slice(0, -1)) : valueNames(flow, path);
  const colon = isAtPropertyKey && !/^\s*:/.test(text.slice(start + place.length)) ? ': ' : '';
  return found.map(({ label, kind }) => ({ label, kind, insert: JSON.stringify(label) + colon, ...place }));
}

/** The step, loop or worker that the text at the offset names, as the path of its definition; undefined for other text. */
export function definitionAt(text: string, offset: number): JsonPath | undefined {
  const { root } = readSyntax(text);
  if (root === undefined) return undefined;
  const flow = jsonOf(root);
  const path = positionsIn(text, root).pathAt(offset);
  const here = at(flow, path);
  if (path[0] === 'layout' && path[1] !== undefined) return definition(flow, ['steps', path[1]]);
  if (typeof here !== 'string') return undefined;
  if (path.length === 3 && path[2] === 'worker') return definition(flow, ['workers', here]);
  const role = roleOf(path);
  return role === 'target' || role === 'step' || role === 'judge' ? definition(flow, ['steps', here]) : undefined;
}

/** The values and keys that name a step, in file order; not its definition. */
export function referencesOf(flow: Json, step: string): readonly JsonPath[] {
  const graph = graphOf(flow);
  const leaving = routesBy(graph.routes, 'from');
  const found: JsonPath[] = [];
  const look = (path: JsonPath) => {
    if (at(flow, path) === step) found.push(path);
  };
  const lookIn = (path: JsonPath) => {
    const list = at(flow, path);
    if (!Array.isArray(list)) look(path);
    else for (const index of list.keys()) look([...path, index]);
  };
  lookIn(['start']);
  for (const { path, id } of graph.steps) {
    const routes = leaving.get(id) ?? [];
    for (const route of routes) look(route.path);
    lookIn([...path, 'reads']);
    look([...path, 'artifact']);
    for (const route of routes) {
      if (route.kind !== 'case') continue;
      const read = compileExpression(route.label);
      const speaks = read.ok && read.references.some(({ root, name }) => root === 'steps' && name === step);
      if (speaks) found.push([...route.path.slice(0, -1), 'when']);
    }
  }
  for (const { path } of graph.loops) for (const key of ['head', 'tail', 'onExhausted']) look([...path, key]);
  if (at(flow, ['layout', step]) !== undefined) found.push(['layout', step]);
  return found;
}

interface Name {
  readonly label: string;
  readonly kind: Completion['kind'];
}

function flowIn(text: string): Json {
  const { root } = readSyntax(text);
  return root === undefined ? {} : jsonOf(root);
}

const definition = (flow: Json, path: JsonPath): JsonPath | undefined =>
  at(flow, path) === undefined ? undefined : path;

function keyNames(flow: Json, path: JsonPath): readonly Name[] {
  const here = at(flow, path);
  const taken = (name: string) => isObject(here) && Object.hasOwn(here, name) && name !== '';
  const keys = (names: readonly string[], kind: Name['kind'] = 'key') =>
    names.filter((name) => !taken(name)).map((label) => ({ label, kind }));
  if (path.length === 1 && path[0] === 'layout') return keys(stepIds(flow), 'step');
  if (path.length === 3 && path[2] === 'routes') {
    const step = path.slice(0, 2);
    const kind = at(flow, [...step, 'kind']);
    return keys(kind === 'ask' ? choices(flow, step) : kind === 'verify' ? ['fail'] : ['failed']);
  }
  return keys(keysAt(path, flow));
}

type Role = 'target' | 'step' | 'judge' | 'worker' | 'kind' | 'loop-type' | 'choice' | 'expect' | undefined;

/** What a value at a path stands for. */
function roleOf(path: JsonPath): Role {
  const [map, , key, inner, last] = path;
  if (map === 'start') return 'step';
  if (map === 'loops' && path.length === 3) {
    if (key === 'head') return 'step';
    if (key === 'tail') return 'judge';
    if (key === 'type') return 'loop-type';
    return key === 'onExhausted' ? 'target' : undefined;
  }
  if (map !== 'steps') return undefined;
  if (key === 'next' || (key === 'else' && path.length === 3)) return 'target';
  if ((key === 'routes' || key === 'branches') && path.length === 4) return 'target';
  if (key === 'cases' && last === 'to') return 'target';
  if ((key === 'reads' && inner !== undefined) || key === 'artifact') return 'step';
  if (path.at(-1) === 'expect') return 'expect';
  if (path.length !== 3) return undefined;
  return key === 'kind' ? 'kind' : key === 'worker' ? 'worker' : key === 'default' ? 'choice' : undefined;
}

function valueNames(flow: Json, path: JsonPath): readonly Name[] {
  const names = (labels: readonly string[], kind: Name['kind']) => labels.map((label) => ({ label, kind }));
  const role = roleOf(path);
  switch (role) {
    case 'target':
      return [
        ...names(
          stepIds(flow).filter((id) => id !== path[1]),
          'step',
        ),
        ...names(TERMINALS, 'terminal'),
      ];
    case 'step':
      return names(stepIds(flow), 'step');
    case 'judge':
      return names(
        stepIds(flow).filter((id) => at(flow, ['steps', id, 'kind']) === 'judge'),
        'step',
      );
    case 'worker': {
      const workers = at(flow, ['workers']);
      return names(isObject(workers) ? Object.keys(workers) : [], 'worker');
    }
    case 'kind':
      return names(STEP_KINDS, 'value');
    case 'loop-type':
      return names(['until'], 'value');
    case 'choice':
      return names(choices(flow, path.slice(0, 2)), 'value');
    case 'expect':
      return names(['exit', 'tests'], 'value');
    case undefined:
      return [];
  }
}

function stepIds(flow: Json): readonly string[] {
  const steps = at(flow, ['steps']);
  return isObject(steps) ? Object.keys(steps) : [];
}

function choices(flow: Json, step: JsonPath): readonly string[] {
  const list = at(flow, [...step, 'choices']);
  return Array.isArray(list) ? list.filter((choice) => typeof choice === 'string') : [];
}
