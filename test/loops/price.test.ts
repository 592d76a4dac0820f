import { describe, expect, it } from 'vitest';
import { price } from '../../engine/loops/price';
import type { Tokens, Usage } from '../../engine/ports';
import { fc } from '../fc';

const none: Tokens = { in: 0, cachedIn: 0, cacheWrite: 0, out: 0, reasoning: 0 };
const used = (tokens: Partial<Tokens> | null, usd: number | null = null): Usage => ({
  state: 'reported',
  tokens: tokens && { ...none, ...tokens },
  usd,
  basis: usd === null ? null : 'worker-estimate',
});
const of = { use: 'codex', model: 'm' };
const full = { in: 2, cachedIn: 0.5, cacheWrite: 2.5, out: 10 };
const usdOf = (usage: Usage, prices = { m: full }, who: { use: string; model?: string } = of) => {
  const priced = price(usage, who, prices);
  return priced.state === 'reported' ? [priced.usd, priced.basis] : priced.state;
};

describe('what tokens cost', () => {
  it('is the sum of each kind by its own price, by the table', () => {
    const all = { in: 1_000_000, cachedIn: 2_000_000, cacheWrite: 1_000_000, out: 100_000 };
    expect(usdOf(used(all))).toEqual([2 + 1 + 2.5 + 1, 'price-table']);
    expect(usdOf(used(none))).toEqual([0, 'price-table']);
  });
  it('reasoning costs what output costs, and is counted once', () => {
    expect(usdOf(used({ out: 100_000, reasoning: 300_000 }))).toEqual([4, 'price-table']);
  });
  it('a cost that the worker reported stands, a free turn is free, an absent report stays absent', () => {
    expect(usdOf(used({ in: 1_000_000 }, 0.25))).toEqual([0.25, 'worker-estimate']);
    expect(usdOf({ state: 'free' })).toBe('free');
    expect(usdOf({ state: 'absent', why: 'x' })).toBe('absent');
  });
  it('without counts, a model or a price of it the cost stays unknown', () => {
    expect(usdOf(used(null))).toEqual([null, null]);
    expect(usdOf(used({ in: 5 }), { m: full }, { use: 'codex' })).toEqual([null, null]);
    expect(usdOf(used({ in: 5 }), { m: full }, { use: 'codex', model: 'other' })).toEqual([null, null]);
    expect(usdOf(used({ in: 5 }), { m: full }, { use: 'codex', model: 'toString' })).toEqual([null, null]);
  });
  it('a kind of token without a price leaves the whole cost unknown; one that was not used does not', () => {
    const some = { m: { in: 2, out: 10 } };
    const priced = (tokens: Partial<Tokens>) => price(used(tokens), of, some);
    expect(priced({ in: 1_000_000, cachedIn: 1 })).toEqual(used({ in: 1_000_000, cachedIn: 1 }));
    expect(priced({ in: 1_000_000, cacheWrite: 1 })).toEqual(used({ in: 1_000_000, cacheWrite: 1 }));
    expect(priced({ in: 1_000_000 })).toMatchObject({ usd: 2 });
  });
  it('the price of use/model goes before that of the model', () => {
    const prices = { m: full, 'codex/m': { ...full, in: 4 } };
    expect(usdOf(used({ in: 1_000_000 }), prices)).toEqual([4, 'price-table']);
    expect(usdOf(used({ in: 1_000_000 }), prices, { use: 'gemini', model: 'm' })).toEqual([2, 'price-table']);
  });
  it('is never less for more tokens, and never negative', () => {
    const count = fc.nat(5_000_000);
    const tokens = fc.record({ in: count, cachedIn: count, cacheWrite: count, out: count, reasoning: count });
    fc.assert(
      fc.property(
        tokens,
        fc.constantFrom(...(['in', 'cachedIn', 'cacheWrite', 'out', 'reasoning'] as const)),
        (one, kind) => {
          const cost = (each: Tokens) => {
            const priced = price(used(each), of, { m: full });
            return priced.state === 'reported' ? (priced.usd ?? Number.NaN) : Number.NaN;
          };
          expect(cost(one)).toBeGreaterThanOrEqual(0);
          expect(cost({ ...one, [kind]: one[kind] + 1000 })).toBeGreaterThan(cost(one));
        },
      ),
    );
  });
});
