import type { Judgment } from '../trace/result';

/** What the judge proposed beside what the engine decided, in one line. */
export function verdictText(proposed: Judgment['read'], confirmed: boolean): string {
  const decided = `engine decided: ${confirmed ? 'confirmed' : 'not confirmed'}`;
  return proposed === 'missing' ? `no judgment · ${decided}` : `judge proposed: ${WORDS[proposed]} · ${decided}`;
}

const WORDS: Readonly<Record<Exclude<Judgment['read'], 'missing'>, string>> = {
  met: 'the goal is met',
  'not-met': 'the goal is not met',
  unreadable: 'nothing readable',
  'wrong-type': 'no yes or no',
  void: 'void, since files changed while it judged',
};
