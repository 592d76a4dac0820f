import { describe, expect, it } from 'vitest';
import type { PassBounds } from '../../engine/loops/bounds';
import { boundReached, left, partSpent, spendBound } from '../../engine/loops/bounds';
import type { Spend } from '../../engine/loops/spend';
import { addDeadTurn, addTurn, EMPTY_SPEND } from '../../engine/loops/spend';
import type { Usage } from '../../engine/ports';

const tokens = (count: number) => ({ in: count, cachedIn: 0, cacheWrite: 0, out: 0, reasoning: 0 });
const reported = (usd: number | null, count: number | null = 0): Usage => ({
  state: 'reported',
  usd,
  tokens: count === null ? null : tokens(count),
  basis: null,
});
const of = (...usages: readonly Usage[]): Spend =>
  usages.reduce((spend, usage) => addTurn(spend, 'act', usage), EMPTY_SPEND);

const bounds = (change: Partial<PassBounds> = {}): PassBounds => ({
  mode: 'autonomous',
  spend: EMPTY_SPEND,
  spendCap: {},
  budget: {},
  pass: 1,
  maxPasses: 5,
  stalled: 0,
  noProgressCeiling: undefined,
  ...change,
});

describe('spend and bounds', () => {
  it('UL-22 sums every turn, whatever came of it', () => {
    const spend = of(reported(0.4, 10), reported(0.4, 20), reported(0.4, 30));
    expect(spend).toMatchObject({ usd: 1.2, tokens: 60, turns: 3, unknownUsd: 0 });
  });

  it('UL-21 an absent report is unknown, an explicit zero is zero, a free turn is zero', () => {
    expect(of({ state: 'absent', why: 'no usage' })).toMatchObject({
      usd: 0,
      unknownUsd: 1,
      unknownTokens: 1,
      firstUnknown: 'act: no usage',
    });
    expect(of(reported(0, 0), { state: 'free' })).toMatchObject({
      usd: 0,
      unknownUsd: 0,
      unknownTokens: 0,
      firstUnknown: null,
    });
  });

  it('UL-21 tokens without a price are unproven under a cap in dollars and proven under one in tokens', () => {
    const spend = of(reported(null, 500));
    expect(spendBound(spend, { usd: 1 }, {})).toBe('spend-unproven');
    expect(spendBound(spend, { tokens: 1000 }, {})).toBeNull();
    expect(spendBound(spend, {}, {})).toBeNull();
  });

  it('a dead turn is charged what it was allowed at most, and is unproven where nothing was passed down', () => {
    expect(addDeadTurn(EMPTY_SPEND, 'act', { usd: 0.5 })).toMatchObject({ usd: 0.5, unknownUsd: 0, unknownTokens: 1 });
    expect(addDeadTurn(EMPTY_SPEND, 'act', null)).toMatchObject({ usd: 0, unknownUsd: 1, unknownTokens: 1 });
  });

  it('UL-23 spend at the cap stands in the way of a turn; below it does not', () => {
    expect(spendBound(of(reported(1)), { usd: 1 }, {})).toBe('spend-cap');
    expect(spendBound(of(reported(0.99)), { usd: 1 }, {})).toBeNull();
    expect(spendBound(of(reported(1)), {}, { usd: 1 })).toBe('budget');
  });

  it('UL-24 knows the used part of the tighter cap', () => {
    expect(partSpent(of(reported(0.8, 10)), { usd: 1, tokens: 100 })).toBeCloseTo(0.8);
    expect(partSpent(of(reported(0.1, 90)), { usd: 1, tokens: 100 })).toBeCloseTo(0.9);
  });

  it('passes down the least of what is left', () => {
    expect(left(of(reported(0.4, 10)), { usd: 1 }, { usd: 0.5, tokens: 100 })).toEqual({
      usd: expect.closeTo(0.1),
      tokens: 90,
    });
    expect(left(of(reported(3)), { usd: 1 }, {})).toEqual({ usd: 0 });
    expect(left(EMPTY_SPEND, {}, {})).toEqual({});
  });

  it('UL-19 gives one reason: unproven, then spend, budget, no progress, passes', () => {
    const all = { spendCap: { usd: 1 }, budget: { usd: 1 }, pass: 5, stalled: 2, noProgressCeiling: 2 };
    expect(boundReached(bounds({ ...all, spend: of({ state: 'absent', why: '' }) }))).toBe('spend-unproven');
    expect(boundReached(bounds({ ...all, spend: of(reported(1)) }))).toBe('spend-cap');
    expect(boundReached(bounds({ ...all, spendCap: {}, spend: of(reported(1)) }))).toBe('budget');
    expect(boundReached(bounds(all))).toBe('no-progress');
    expect(boundReached(bounds({ ...all, stalled: 1 }))).toBe('pass-cap');
    expect(boundReached(bounds({ ...all, stalled: 1, pass: 4 }))).toBeNull();
  });

  it('UL-01 supervised leaves after one pass, for spend before not-met', () => {
    expect(boundReached(bounds({ mode: 'supervised' }))).toBe('not-met');
    expect(boundReached(bounds({ mode: 'supervised', spendCap: { usd: 1 }, spend: of(reported(2)) }))).toBe(
      'spend-cap',
    );
  });
});
