import type { Say } from '../../../say';

type Count = (say: Say, count: number) => string;

const count =
  (one: (say: Say) => string, more: (say: Say, said: string) => string): Count =>
  (say, number) =>
    number === 1 ? one(say) : more(say, number.toLocaleString('en'));

/** `1 token`, `2,000 tokens`: a message for one and a message for more, because languages have plurals of their own. */
export const tokens = count(
  (say) => say('1 token'),
  (say, n) => say('{0} tokens', n),
);
export const notes = count(
  (say) => say('1 note'),
  (say, n) => say('{0} notes', n),
);
export const steers = count(
  (say) => say('1 steer'),
  (say, n) => say('{0} steers', n),
);
