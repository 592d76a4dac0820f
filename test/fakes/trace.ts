import type { Decision } from '../../engine/trace/decision';
import type { Commit, Entry, Fact } from '../../engine/trace/entry';
import type { Due, Within } from '../../engine/trace/scope';

type Without<T> = T extends unknown ? Omit<T, 'seq' | 'at'> : never;

/** An entry without its place in the trace. */
export type Given =
  | Without<Fact>
  | {
      readonly type: 'commit';
      readonly events: readonly Decision[];
      readonly frontier?: readonly Due[];
      readonly within?: Within;
    };

/** Entries as a runner would have written them, ten seconds apart. */
export function trace(...given: readonly Given[]): readonly Entry[] {
  let superStep = 0;
  return given.map((entry, seq): Entry => {
    const at = new Date(Date.UTC(2026, 2, 1, 10, 0, seq * 10)).toISOString();
    if (entry.type !== 'commit') return { ...entry, seq, at };
    superStep += 1;
    const { frontier = [] } = entry;
    const commit: Commit = { ...entry, seq, at, superStep, fence: 1, prev: '', digest: '', frontier };
    return commit;
  });
}
