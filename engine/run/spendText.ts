import { counted } from '../counted';
import type { Meters } from '../loops/meters';
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

/** `3 turns, $0.12`; where something is unknown that is said, with the first reason and with what is proven beside it. */
export function meterText({ turns, usd, tokens, unknownUsd, unknownTokens, firstUnknown }: Spend): string {
  const taken = counted(turns, 'turn');
  const unknown = Math.max(unknownUsd, unknownTokens);
  if (unknown === 0) return `${taken}, ${dollars(usd)}`;
  const of = unknown < turns ? ` of ${counted(unknown, 'turn')}` : '';
  const why = firstUnknown === null ? '' : ` (${firstUnknown})`;
  const proven = usd > 0 ? `, proven ${dollars(usd)}` : tokens > 0 ? `, ${counted(tokens, 'token')}` : '';
  return `${taken}, ${unknownTokens === 0 ? 'cost' : 'spend'} unknown${of}${why}${proven}`;
}

/** Each worker and each loop with what it spent; turns of before these were told apart are counted, not hidden. */
export function meterTexts(
  { meters, spend }: { readonly meters: Meters; readonly spend: Spend },
  named: (name: string) => string = (name) => name,
  said: (spend: Spend) => string = meterText,
): readonly string[] {
  const told = Object.values(meters.workers).reduce((sum, { turns }) => sum + turns, 0);
  const rest = spend.turns - told;
  return [
    ...Object.entries(meters.workers).map(([worker, each]) => `${named(worker)}: ${said(each)}`),
    ...(rest > 0 ? [`${counted(rest, 'turn')} before: not told apart by worker`] : []),
    ...Object.entries(meters.loops).map(([loop, each]) => `in loop ${named(loop)}: ${said(each)}`),
  ];
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
