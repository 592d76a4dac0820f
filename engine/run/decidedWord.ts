import type { Say } from '../say';
import type { Decision } from '../trace/decision';

/** What came of a pass, as a word for people; a bound is called what flows, expressions and the documentation call it. */
export function decidedWord(
  decision: Extract<Decision, { readonly type: 'pass.ended' }>['decision'],
  say: Say,
): string {
  if (decision === 'confirmed') return say('confirmed');
  return decision === 'again' ? say('again') : decision;
}
