import type { Json } from '../engine/json';
import { at, isObject } from '../engine/json';

/** What earlier versions of documents held, for edits that were meant for them. */
export interface SeenVersions {
  /** `key` names a document. Versions that only grow. */
  readonly saw: (key: string, version: number, flow: Json) => void;
  readonly of: (key: string, version: number) => Json | undefined;
  /** Forgets all documents but these. */
  readonly keepOnly: (keys: ReadonlySet<string>) => void;
}

/** How many versions back an edit may have been meant for, and how many steps are remembered of a flow in all of them. */
const MOST_VERSIONS = 50;
const MOST_STEPS = 20_000;
/** As many a person is quicker than the canvas in a flow of any size. */
const FEWEST_VERSIONS = 8;

export function seenVersions(): SeenVersions {
  const seen = new Map<string, Map<number, Json>>();
  return {
    saw: (key, version, flow) => {
      const versions = seen.get(key) ?? new Map<number, Json>();
      seen.set(key, versions.set(version, flow));
      const oldest = version - remembered(flow);
      for (const each of versions.keys()) if (each <= oldest) versions.delete(each);
    },
    of: (key, version) => seen.get(key)?.get(version),
    keepOnly: (keys) => {
      for (const key of seen.keys()) if (!keys.has(key)) seen.delete(key);
    },
  };
}

function remembered(flow: Json): number {
  const steps = at(flow, ['steps']);
  const size = isObject(steps) ? Object.keys(steps).length : 0;
  return Math.min(MOST_VERSIONS, Math.max(FEWEST_VERSIONS, Math.floor(MOST_STEPS / Math.max(1, size))));
}
