import type { FlowEdit } from '../../../engine/flow/edit';
import type { Json, JsonPath } from '../../../engine/json';
import { at, isObject } from '../../../engine/json';

/** Objects that are there only for what they hold: with their last member they go, too. */
const HOLDERS = ['check', 'command', 'spendCap', 'notes', 'routes', 'branches', 'budget', 'env', 'layout', 'workers'];

/** The edit for a field's new value; without one the key is removed, and each holder that would be left empty. */
export function setting(flow: Json, path: JsonPath, value: Json | undefined): FlowEdit {
  if (value !== undefined) return { type: 'set', path, value };
  let gone = path;
  while (gone.length > 1) {
    const parent = gone.slice(0, -1);
    const holder = at(flow, parent);
    const name = parent.at(-1);
    const last = isObject(holder) && Object.keys(holder).every((key) => key === gone.at(-1));
    if (!last || typeof name !== 'string' || !HOLDERS.includes(name)) break;
    gone = parent;
  }
  return { type: 'set', path: gone };
}

/** The same members in the same order with one renamed. */
export function renamed(value: Json | undefined, from: string, to: string): Json {
  if (!isObject(value)) return {};
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key === from ? to : key, member]));
}

/** `base`, or the first of `base2`, `base3` … that is free. */
export function freeName(value: Json | undefined, base: string): string {
  const taken = new Set(isObject(value) ? Object.keys(value) : []);
  if (!taken.has(base)) return base;
  for (let number = 2; ; number++) if (!taken.has(`${base}${number}`)) return `${base}${number}`;
}
