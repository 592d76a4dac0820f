import type { Usage } from '../ports';

/** Summed from every turn, those of discarded and repeated steps too. Unknown is not zero. */
export interface Spend {
  readonly usd: number;
  readonly tokens: number;
  readonly turns: number;
  /** Turns whose cost in dollars is not proven. */
  readonly unknownUsd: number;
  readonly unknownTokens: number;
  /** The first turn of which something is unknown: step and why. */
  readonly firstUnknown: string | null;
}

export const EMPTY_SPEND: Spend = { usd: 0, tokens: 0, turns: 0, unknownUsd: 0, unknownTokens: 0, firstUnknown: null };

/** The spend after one more turn of `step`. */
export function addTurn(spend: Spend, step: string, usage: Usage): Spend {
  const turns = spend.turns + 1;
  switch (usage.state) {
    case 'free':
      return { ...spend, turns };
    case 'absent':
      return {
        ...spend,
        turns,
        unknownUsd: spend.unknownUsd + 1,
        unknownTokens: spend.unknownTokens + 1,
        firstUnknown: spend.firstUnknown ?? `${step}: ${usage.why}`,
      };
    case 'reported': {
      const tokens = usage.tokens;
      const unknown = [...(usage.usd === null ? ['no price'] : []), ...(tokens === null ? ['no token counts'] : [])];
      return {
        usd: roundUsd(spend.usd + (usage.usd ?? 0)),
        tokens:
          spend.tokens +
          (tokens === null ? 0 : tokens.in + tokens.cachedIn + tokens.cacheWrite + tokens.out + tokens.reasoning),
        turns,
        unknownUsd: spend.unknownUsd + (usage.usd === null ? 1 : 0),
        unknownTokens: spend.unknownTokens + (tokens === null ? 1 : 0),
        firstUnknown: spend.firstUnknown ?? (unknown.length > 0 ? `${step}: ${unknown.join(', ')}` : null),
      };
    }
  }
}

/** The spend after a turn that died without a record: charged what it was allowed at most, unknown where nothing was. */
export function addDeadTurn(
  spend: Spend,
  step: string,
  reserved: { readonly usd?: number; readonly tokens?: number } | null,
): Spend {
  const why = `${step}: the turn ended without a record`;
  return {
    usd: roundUsd(spend.usd + (reserved?.usd ?? 0)),
    tokens: spend.tokens + (reserved?.tokens ?? 0),
    turns: spend.turns + 1,
    unknownUsd: spend.unknownUsd + (reserved?.usd === undefined ? 1 : 0),
    unknownTokens: spend.unknownTokens + (reserved?.tokens === undefined ? 1 : 0),
    firstUnknown: spend.firstUnknown ?? (reserved?.usd === undefined || reserved.tokens === undefined ? why : null),
  };
}

/** Billionths of a dollar: sums of reported costs stay readable and equal on every machine. */
const roundUsd = (usd: number): number => Math.round(usd * 1e9) / 1e9;
