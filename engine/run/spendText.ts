import type { Spend } from '../loops/spend';
import type { Usage } from '../ports';

/** What was spent, in words. Unknown is said before anything else, because it is not zero. */
export function spendText(spend: Spend): string {
  if (spend.turns === 0) return 'spend: nothing yet';
  const proven = `${dollars(spend.usd)}, ${counted(spend.tokens, 'token')} in ${counted(spend.turns, 'turn')}`;
  const unknown = Math.max(spend.unknownUsd, spend.unknownTokens);
  if (unknown === 0) return `spend: ${proven}`;
  const first = spend.firstUnknown === null ? '' : `, first ${spend.firstUnknown}`;
  const what = spend.unknownTokens === 0 ? 'cost in dollars' : 'usage';
  return `spend unknown: ${counted(unknown, 'turn')} without proven ${what}${first}; proven: ${proven}`;
}

export function usageText(usage: Usage): string {
  switch (usage.state) {
    case 'free':
      return 'free';
    case 'absent':
      return `spend unknown (${usage.why})`;
    case 'reported': {
      const { tokens, usd } = usage;
      const parts = [
        ...(tokens === null
          ? []
          : [counted(tokens.in + tokens.cachedIn + tokens.cacheWrite + tokens.out + tokens.reasoning, 'token')]),
        usd === null ? 'cost unknown' : dollars(usd),
      ];
      return parts.join(', ');
    }
  }
}

const dollars = (usd: number): string => `$${usd.toFixed(usd !== 0 && usd < 0.01 ? 4 : 2)}`;

/** `1 turn`, `2,000 turns`, `2 open latches`. */
export const counted = (count: number, word: string, words = `${word}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? word : words}`;
