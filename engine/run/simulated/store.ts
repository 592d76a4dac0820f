import type { Store, StoreItem } from '../../store';

/** A store that is gone with the simulation. */
export function simulatedStore(now: () => number): Store {
  const held = new Map<string, { readonly item: StoreItem; readonly expires: number }>();
  const idOf = (namespace: readonly string[], key: string): string => JSON.stringify([...namespace, key]);
  const live = (id: string): StoreItem | undefined => {
    const found = held.get(id);
    return found === undefined || now() >= found.expires ? undefined : found.item;
  };
  return {
    get: async (namespace, key) => live(idOf(namespace, key)),
    put: async (namespace, key, value, how = {}) => {
      const id = idOf(namespace, key);
      if (how.ifAbsent === true && live(id) !== undefined) return false;
      const item = { namespace, key, value, at: new Date(now()).toISOString() };
      held.set(id, { item, expires: now() + (how.ttlMs ?? Number.POSITIVE_INFINITY) });
      return true;
    },
    delete: async (namespace, key) => {
      const id = idOf(namespace, key);
      return live(id) !== undefined && held.delete(id);
    },
    search: async (namespace, limit = 1000) =>
      [...held.keys()]
        .flatMap((id) => live(id) ?? [])
        .filter((item) => namespace.every((part, index) => item.namespace[index] === part))
        .slice(0, limit),
  };
}
