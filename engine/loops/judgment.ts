import type { Json } from '../json';
import { canonicalJson, isObject } from '../json';
import type { Judgment } from '../trace/result';

/**
 * Reads what a judge proposed. Met means the boolean true at `goalMet` and nothing else (no text, no number, no prose);
 * what was found instead is told apart for people. The goal's text is not an argument: the engine never reads it.
 */
export function readJudgment(structured: Json | undefined, text: string): Judgment {
  if (structured === undefined) {
    const found = text.trim() === '' ? 'no answer' : `prose, not a judgment: ${short(text)}`;
    return { read: text.trim() === '' ? 'missing' : 'unreadable', found, lesson: '', marker: null };
  }
  if (!isObject(structured)) {
    return {
      read: 'unreadable',
      found: `not an object: ${short(JSON.stringify(structured))}`,
      lesson: '',
      marker: null,
    };
  }
  const { goalMet, lesson, marker } = structured;
  const rest = {
    lesson: typeof lesson === 'string' ? lesson : '',
    marker: marker === undefined || marker === null ? null : canonicalJson(marker),
  };
  if (goalMet === undefined) return { read: 'missing', found: 'no goalMet', ...rest };
  if (typeof goalMet !== 'boolean') {
    return { read: 'wrong-type', found: `goalMet is ${short(JSON.stringify(goalMet))}, not a boolean`, ...rest };
  }
  return { read: goalMet ? 'met' : 'not-met', found: `goalMet: ${goalMet}`, ...rest };
}

/** A judgment that nobody gave. */
export const noJudgment = (found: string): Judgment => ({ read: 'missing', found, lesson: '', marker: null });

const short = (text: string): string => (text.length > 120 ? `${text.slice(0, 120)}…` : text);
