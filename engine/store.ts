import type { Json } from './json';

/**
 * What outlives a run: cache entries and effect markers. Memory, files or a database; all pass one contract test.
 * `namespace` is a list of names, each `^[A-Za-z0-9][A-Za-z0-9._:-]{0,199}$`; keys are at most 200 characters of the same.
 * Throws `folder-unwritable`, `disk-full` or `store-unreachable` where the store itself is broken.
 */
export interface Store {
  /** The live item, or undefined: absent or past its time to live. */
  readonly get: (namespace: readonly string[], key: string) => Promise<StoreItem | undefined>;
  /**
   * Durable when it resolves. With `ifAbsent` it is a claim: of several at once exactly one gives true, and an item past its
   * time to live counts as absent. Without it the item is replaced, and the answer is true.
   */
  readonly put: (namespace: readonly string[], key: string, value: Json, how?: StorePut) => Promise<boolean>;
  /** False where there was none. */
  readonly delete: (namespace: readonly string[], key: string) => Promise<boolean>;
  /** Live items of this namespace and those below it, by namespace and key in order, at most `limit` (default 1000). */
  readonly search: (namespace: readonly string[], limit?: number) => Promise<readonly StoreItem[]>;
}

export interface StorePut {
  /** Milliseconds; absent: for ever. */
  readonly ttlMs?: number;
  readonly ifAbsent?: boolean;
}

export interface StoreItem {
  readonly namespace: readonly string[];
  readonly key: string;
  readonly value: Json;
  /** ISO 8601, UTC: when it was last put. */
  readonly at: string;
}
