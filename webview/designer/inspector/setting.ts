import type { FlowEdit } from '../../../engine/flow/edit';
import type { Json, JsonPath } from '../../../engine/json';
import { at, isObject } from '../../../engine/json';

/** Objects that are there only for what they hold: with their last member they go, too. */
const HOLDERS = [
  'check',
  'command',
  'spendCap',
  'notes',
  'routes',
  'branches',
  'budget',
  'env',
  'layout',
  'workers',
  'channels',
  'inputs',
  'cache',
  'effect',
  'input',
  'writes',
  'fields',
];

/** Maps whose entries have names of their author's making: an entry called like a holder is none. */
const ROOMS: readonly unknown[] = ['steps', 'loops', 'workers', 'channels', 'inputs'];

/** The edit for a field's new value; without one the key is removed, and each holder that would be left empty. */
export function setting(flow: Json, path: JsonPath, value: Json | undefined): FlowEdit {
  if (value !== undefined) return { type: 'set', path, value };
  let gone = path;
  while (gone.length > 1) {
    const parent = gone.slice(0, -1);
    const holder = at(flow, parent);
    const name = parent.at(-1);
    if (parent.length === 2 && ROOMS.includes(parent[0])) break;
    const last = isObject(holder)
      ? Object.keys(holder).every((key) => key === gone.at(-1))
      : Array.isArray(holder) && holder.length === 1;
    const held = Array.isArray(holder) || (typeof name === 'string' && HOLDERS.includes(name));
    if (!last || !held) break;
    gone = parent;
  }
  return { type: 'set', path: gone };
}

/** Another name for a member; only its key changes in the text. */
export function renaming(flow: Json, map: JsonPath, from: string, to: string): FlowEdit {
  const value = at(flow, [...map, from]);
  const gone: FlowEdit = { type: 'set', path: [...map, from] };
  return value === undefined ? gone : { type: 'batch', edits: [gone, { type: 'set', path: [...map, to], value }] };
}

/** Two entries of a list change places; what stands between them in the text stays. */
export function swapping(flow: Json, list: JsonPath, a: number, b: number): FlowEdit | null {
  const [first, second] = [at(flow, [...list, a]), at(flow, [...list, b])];
  if (first === undefined || second === undefined) return null;
  return {
    type: 'batch',
    edits: [
      { type: 'set', path: [...list, a], value: second },
      { type: 'set', path: [...list, b], value: first },
    ],
  };
}

/** `base`, or the first of `base2`, `base3` … that is free. */
export function freeName(value: Json | undefined, base: string): string {
  const taken = new Set(isObject(value) ? Object.keys(value) : []);
  if (!taken.has(base)) return base;
  for (let number = 2; ; number++) if (!taken.has(`${base}${number}`)) return `${base}${number}`;
}
