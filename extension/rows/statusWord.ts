import { outcomeWord as inWords } from '../../engine/run/outcomeWord';
import type { Outcome } from '../../engine/trace/decision';
import { say } from './say';

/** How a run stands or ended, as a word for people. */
export function statusWord(status: Outcome | 'running' | 'waiting' | 'paused' | 'interrupted'): string {
  switch (status) {
    case 'running':
      return say('running');
    case 'waiting':
      return say('waiting');
    case 'paused':
      return say('paused');
    case 'interrupted':
      return say('interrupted');
    default:
      return outcomeWord(status);
  }
}

export const outcomeWord = (outcome: Outcome): string => inWords(outcome, say);
