import type { Json } from './json';
import type { Store, StoreItem } from './store';
import { byPlace, checkedNamespace, checkedPlace, isBelow, SEARCH_LIMIT } from './storePlace';

interface Held {
  readonly item: StoreItem;
  /** Milliseconds since 1970; infinite: for ever. */
  readonly expires: number;
}

/** A store that lives as long as its process. */
export function createMemoryStore(clock: { readonly now: () => number }): Store {
  const held = new Map<string, Held>();
  const idOf = (namespace: readonly string[], key: string): string => {
    const place = checkedPlace(namespace, key);
    return JSON.stringify([...place.namespace, place.key]);
  };
  const live = (id: string): StoreItem | undefined => {
    const found = held.get(id);
    if (found === undefined || clock.now() < found.expires) return found?.item;
    held.delete(id);
    return undefined;
  };
  return {
    get: async (namespace, key) => copied(live(idOf(namespace, key))),
    put: async (namespace, key, value, how = {}) => {
      const id = idOf(namespace, key);
      if (how.ifAbsent === true && live(id) !== undefined) return false;
      const now = clock.now();
      const item = { namespace: [...namespace], key, value: plain(value), at: new Date(now).toISOString() };
      held.set(id, { item, expires: now + (how.ttlMs ?? Number.POSITIVE_INFINITY) });
      return true;
    },
    delete: async (namespace, key) => {
      const id = idOf(namespace, key);
      return live(id) !== undefined && held.delete(id);
    },
    search: async (namespace, limit = SEARCH_LIMIT) => {
      checkedNamespace(namespace);
      const items = [...held.keys()].flatMap((id) => live(id) ?? []);
      const found = items.filter((item) => isBelow(namespace, item.namespace)).sort(byPlace);
      return found.slice(0, limit).flatMap((item) => copied(item) ?? []);
    },
  };
}

/** What is kept is nobody's to change, as it would be in a file. */
const plain = (value: Json): Json => JSON.parse(JSON.stringify(value));
const copied = (item: StoreItem | undefined): StoreItem | undefined => item && { ...item, value: plain(item.value) };
