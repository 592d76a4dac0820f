import type { Flow } from '../flow/schema';
import type { Within } from '../trace/scope';
import { placeOf, qualified } from '../trace/scope';
import type { RunState } from './state';

const DEFAULT_ROUNDS = 20;

/**
 * The iterations that a group may take in a batch, or the rounds of an improve loop, as they are in force: as a person or a
 * resume set them, else as the flow says. Null where neither is known, as in a called flow.
 */
export function iterationLimit(
  state: RunState,
  flow: Flow | null | undefined,
  within: Within,
  loop: string,
): number | null {
  const set = state.head?.raised[qualified(placeOf(within), loop)]?.maxIterations;
  if (set !== undefined) return set;
  const declared = within === '' ? flow?.loops?.[loop] : undefined;
  if (declared?.type === 'group') return declared.maxIterations;
  return declared?.type === 'improve' ? (declared.maxIterations ?? DEFAULT_ROUNDS) : null;
}

/** `2 of 3`. A limit that was lowered below the count is shown as it is, `4 of 2`, and said to be passed. */
export function outOf(count: number, limit: number | null): string {
  if (limit === null) return String(count);
  return count > limit ? `${count} of ${limit} (over the limit)` : `${count} of ${limit}`;
}

/** `batch 2 · iteration 2 of 3 · total 5`; number 0 is what ran before the first batch. */
export function batchText(
  at: { readonly batch: number; readonly iteration: number; readonly total: number },
  limit: number | null,
): string {
  if (at.batch === 0) return 'before batch 1';
  return `batch ${at.batch} · iteration ${outOf(at.iteration, limit)} · total ${at.total}`;
}
