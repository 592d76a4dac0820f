import { ConvergeError } from './failure';
import type { StoreItem } from './store';

/** Where an item stands. */
export interface Place {
  readonly namespace: readonly string[];
  readonly key: string;
}

const NAME = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,199}$/;

/** Names are ours, made of ids and digests: another one is our own fault, `internal`. */
export function checkedPlace(namespace: readonly string[], key: string): Place {
  checkedNamespace(namespace);
  if (!NAME.test(key)) throw noName(key);
  return { namespace, key };
}

export function checkedNamespace(namespace: readonly string[]): readonly string[] {
  const wrong = namespace.find((name) => !NAME.test(name));
  if (wrong !== undefined) throw noName(wrong);
  return namespace;
}

const noName = (name: string): ConvergeError =>
  new ConvergeError('internal', `"${name}" is no name that a store can keep something under.`);

/** Whether a namespace is `top` or stands below it. */
export const isBelow = (top: readonly string[], namespace: readonly string[]): boolean =>
  top.every((name, index) => namespace[index] === name);

/** The order of search: by namespace, name for name, then by key; code units decide. */
export function byPlace(a: StoreItem, b: StoreItem): number {
  for (let index = 0; index < Math.min(a.namespace.length, b.namespace.length); index++) {
    const order = byText(a.namespace[index] ?? '', b.namespace[index] ?? '');
    if (order !== 0) return order;
  }
  return a.namespace.length - b.namespace.length || byText(a.key, b.key);
}

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** How many items a search gives where it is not told. */
export const SEARCH_LIMIT = 1000;
