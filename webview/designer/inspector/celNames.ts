import { BUDGET_NAMES, FIELDS, ROOTS } from '../../../engine/flow/expression/references';
import type { JsonPath } from '../../../engine/json';
import { at, isObject } from '../../../engine/json';
import type { Completing } from '../../controls/CodeField';
import type { Scene } from '../scene';

/** Names that an expression may go on with, as CodeField offers them. `path`: the expression's, for what only it sees. */
export function celNames(scene: Scene, path: JsonPath): Completing['complete'] {
  return (before) => {
    const [typed = ''] = /[A-Za-z_][\w.-]*$/.exec(before) ?? [];
    const [root = '', name = '', ...more] = typed.split('.');
    const depth = typed.split('.').length;
    const last = more.length > 0 ? (more.at(-1) ?? '') : depth === 2 ? name : root;
    const from = before.length - last.length;
    const names = depth === 1 ? rootsFor(scene, path) : depth === 2 ? namesOf(scene, root) : fieldsOf(root, more);
    const items = names.filter((item) => item.startsWith(last) && item !== last).slice(0, MOST);
    return { from, items };
  };
}

/** More than these are found sooner by typing on. */
const MOST = 8;

function rootsFor({ flow, graph }: Scene, path: JsonPath): readonly string[] {
  const [room, step, key] = path;
  const called = room === 'steps' && typeof step === 'string' && graph.called.has(step);
  return ROOTS.filter((root) => {
    if (root === 'output') return key === 'writes';
    if (root === 'item' || root === 'task') return called;
    if (root === 'state') return has(flow, 'channels');
    if (root === 'inputs') return has(flow, 'inputs');
    return true;
  });
}

const has = (flow: Scene['flow'], key: string): boolean => isObject(at(flow, [key]));

function namesOf({ flow, graph, order }: Scene, root: string): readonly string[] {
  const keys = (key: string) => {
    const map = at(flow, [key]);
    return isObject(map) ? Object.keys(map) : [];
  };
  switch (root) {
    case 'state':
      return keys('channels');
    case 'inputs':
      return keys('inputs');
    case 'steps':
      return order;
    case 'gates':
      return graph.steps.filter(({ kind }) => kind === 'gate').map(({ id }) => id);
    case 'loops':
      return graph.loops.map(({ id }) => id);
    case 'budget':
      return BUDGET_NAMES;
    default:
      return [];
  }
}

function fieldsOf(root: string, more: readonly string[]): readonly string[] {
  if (more.length !== 1) return [];
  return root === 'steps' || root === 'gates' || root === 'loops' ? FIELDS[root] : [];
}
