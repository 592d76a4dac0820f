import type { RunResult } from './state';

/** How a run stands, in one line. A completion always says what stands behind it. */
export function outcomeText({
  outcome,
  reason,
  why,
  confirmed,
}: Pick<RunResult, 'outcome' | 'reason' | 'why' | 'confirmed'>): string {
  return `${outcome}${outcome === 'complete' ? proofText(confirmed) : ''}${reason === null ? '' : `: ${reason}`}${why === '' ? '' : ` (${why})`}`;
}

/** What stands behind a completion: checks that the engine ran, a worker's word, or nothing. */
export function proofText(confirmed: RunResult['confirmed']): string {
  switch (confirmed) {
    case 'evidence':
      return ', confirmed on evidence';
    case 'opinion':
      return ', on a worker’s opinion alone';
    case 'none':
      return ', not checked';
  }
}
