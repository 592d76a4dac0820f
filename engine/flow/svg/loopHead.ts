import { counted } from '../../counted';
import type { Json } from '../../json';
import { at } from '../../json';
import type { GraphLoop } from '../graph';

/** The caps of a loop in a line. */
export function loopHead(flow: Json, { type, path }: GraphLoop): string {
  const value = (...keys: string[]) => {
    const found = at(flow, [...path, ...keys]);
    return typeof found === 'number' || typeof found === 'string' ? String(found) : '';
  };
  const fact = (found: string, words: (found: string) => string) => (found === '' ? [] : [words(found)]);
  const spend = [
    ...fact(value('spendCap', 'usd'), (usd) => `$${usd}`),
    ...fact(value('spendCap', 'tokens'), (tokens) => counted(/^\d+$/.test(tokens) ? Number(tokens) : tokens, 'token')),
    ...fact(value('noProgressCeiling'), (count) => `no progress ${count}`),
  ];
  switch (type) {
    case 'group':
      return ['group', `${counted(value('maxIterations') || '?', 'iteration')} in a batch`].join(' · ');
    case 'improve':
      return ['improve', `at most ${counted(value('maxIterations') || '20', 'round')}`].join(' · ');
    default:
      return [type || 'until', `at most ${counted(value('maxPasses') || '?', 'pass', 'passes')}`, ...spend].join(' · ');
  }
}
