import { useSyncExternalStore } from 'react';

/** One readonly state and those who want to know when it is replaced. */
export interface Store<S> {
  get(): S;
  /** Replaces what is named and tells the listeners, once, unless nothing changed. */
  set(change: Partial<S>): void;
  subscribe(listener: () => void): () => void;
}

export function createStore<S extends object>(initial: S): Store<S> {
  let state = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    set(change) {
      const keys = Object.keys(change) as (keyof S)[];
      if (keys.every((key) => Object.is(state[key], change[key]))) return;
      state = { ...state, ...change };
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** A part of the state. `select` must give the same object for the same state. */
export function useStore<S, T>(store: Store<S>, select: (state: S) => T): T {
  return useSyncExternalStore(store.subscribe, () => select(store.get()));
}
