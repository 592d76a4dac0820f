import type { Say, Saying } from '../../say';
import { english, said } from '../../say';

/** Why a run is held, in one line. */
export function stopText(sayings: readonly Saying[], say: Say = english): string {
  const text = [...new Set(sayings.map((each) => said(each, say)))].join('; ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`.slice(0, 10_000);
}

/** The same of a hold that is told of. A runner of before holds could be told in other languages gives English alone. */
export const heldText = (held: { readonly text: string; readonly said: readonly Saying[] }, say: Say): string =>
  held.said.length === 0 ? held.text : stopText(held.said, say);
