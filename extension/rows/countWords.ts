import { say } from './say';
import { joined } from './words';

/** `2 of 3`. A limit that was lowered below the count is shown as it is, and said to be passed. */
export function outOf(count: number, limit: number | null): string {
  if (limit === null) return String(count);
  return count > limit ? say('{0} of {1} (over the limit)', count, limit) : say('{0} of {1}', count, limit);
}

/** `batch 2 · iteration 2 of 3 · total 5`; number 0 is what ran before the first batch. */
export function batchText(
  at: { readonly batch: number; readonly iteration: number; readonly total: number },
  limit: number | null,
): string {
  if (at.batch === 0) return say('before batch 1');
  const iteration = say('iteration {0}', outOf(at.iteration, limit));
  return joined(say('batch {0}', at.batch), iteration, say('total {0}', at.total));
}
