import type { Tokens, Usage } from '../ports';

/** Dollars for a million tokens of each kind, as a person wrote them down. */
export interface Price {
  readonly in: number;
  readonly out: number;
  /** Input that was read from the provider's cache. */
  readonly cachedIn?: number | undefined;
  /** Input that was written to it. */
  readonly cacheWrite?: number | undefined;
}

/** By model, or `use/model` where adapters pay differently for the same model. There is no built-in one. */
export type Prices = Readonly<Record<string, Price>>;

export interface Priced {
  readonly use: string;
  /** Absent: the adapter's own default, which nobody wrote a price down for. */
  readonly model?: string | undefined;
}

/** The price of what a worker uses: that of `use/model` before that of the model alone. */
export function priceFor({ use, model }: Priced, prices: Prices): Price | undefined {
  if (model === undefined) return undefined;
  return [`${use}/${model}`, model].flatMap((name) => (Object.hasOwn(prices, name) ? [prices[name]] : []))[0];
}

/**
 * What a turn cost, by the price table where the worker itself did not say.
 *
 * R1 A cost that the worker reported stands; so does `free`.
 * R2 Without token counts, or without a price, the cost stays unknown.
 * R3 Tokens of a kind that has no price leave the whole cost unknown: no kind is taken for another.
 * R4 Reasoning costs what output costs. It is never contained in `out`: adapters take it apart.
 */
export function price(usage: Usage, of: Priced, prices: Prices): Usage {
  if (usage.state !== 'reported' || usage.usd !== null || usage.tokens === null) return usage;
  const known = priceFor(of, prices);
  const usd = known && costOf(usage.tokens, known);
  return usd === undefined ? usage : { ...usage, usd, basis: 'price-table' };
}

function costOf(tokens: Tokens, known: Price): number | undefined {
  const parts = [
    [tokens.in, known.in],
    [tokens.cachedIn, known.cachedIn],
    [tokens.cacheWrite, known.cacheWrite],
    [tokens.out + tokens.reasoning, known.out],
  ] as const;
  let millionths = 0;
  for (const [count, each] of parts) {
    if (count === 0) continue;
    if (each === undefined) return undefined;
    millionths += count * each;
  }
  return Math.round(millionths * 1e3) / 1e9;
}
