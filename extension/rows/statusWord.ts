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

export function outcomeWord(outcome: Outcome): string {
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
