import type { Say } from '../say';
import type { Outcome } from '../trace/decision';

/** How a run ended, as a word for people. */
export function outcomeWord(outcome: Outcome, say: Say): string {
  switch (outcome) {
    case 'complete':
      return say('complete');
    case 'stopped':
      return say('stopped');
    case 'failed':
      return say('failed');
    case 'cancelled':
      return say('cancelled');
    case 'handoff':
      return say('handoff');
    case 'escalated':
      return say('escalated');
  }
}
