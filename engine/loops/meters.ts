import type { Spend } from './spend';
import { EMPTY_SPEND } from './spend';

/** What a run spent, told apart. The sum over the workers is what the run spent. */
export interface Meters {
  /** By the name that steps use; a called flow's worker of the same name counts here too. */
  readonly workers: Readonly<Record<string, Spend>>;
  /** By qualified name. A turn counts in every loop around it, those around a call too, so that loops have no sum. */
  readonly loops: Readonly<Record<string, Spend>>;
}

export const EMPTY_METERS: Meters = { workers: {}, loops: {} };

/** The meters after one more turn of `worker` within `loops`. */
export function addToMeters(
  meters: Meters,
  worker: string,
  loops: readonly string[],
  add: (spend: Spend) => Spend,
): Meters {
  const added = (known: Readonly<Record<string, Spend>>, name: string) => ({
    ...known,
    [name]: add((Object.hasOwn(known, name) ? known[name] : undefined) ?? EMPTY_SPEND),
  });
  return { workers: added(meters.workers, worker), loops: [...new Set(loops)].reduce(added, meters.loops) };
}
