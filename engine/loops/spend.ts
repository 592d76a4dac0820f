/** Summed from every turn, those of discarded and repeated steps too. Unknown is not zero. */
export interface Spend {
  readonly usd: number;
  readonly tokens: number;
  readonly turns: number;
  /** Turns whose cost in dollars is not proven; the first is named. */
  readonly unknownUsd: number;
  readonly unknownTokens: number;
  readonly firstUnknown: string | null;
}

export const EMPTY_SPEND: Spend = { usd: 0, tokens: 0, turns: 0, unknownUsd: 0, unknownTokens: 0, firstUnknown: null };
