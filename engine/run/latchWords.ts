import type { Latch, LatchEvent } from '../loops/ledger';
import type { Say } from '../say';

/** How a latch stands, as a word for people. */
export function latchWord(state: Latch['state'], say: Say): string {
  switch (state) {
    case 'open':
      return say('open');
    case 'cleared':
      return say('cleared');
    case 'accepted':
      return say('accepted');
  }
}

/** What happened to a latch, and in which pass. */
export function latchEventText({ what, pass }: Pick<LatchEvent, 'what' | 'pass'>, say: Say): string {
  switch (what) {
    case 'opened':
      return say('opened in pass {0}', pass);
    case 'cleared':
      return say('cleared in pass {0}', pass);
    case 'accepted':
      return say('accepted in pass {0}', pass);
  }
}
