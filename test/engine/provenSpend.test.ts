import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../engine/json';
import type { Prices } from '../../engine/loops/price';
import { pricedWorker } from '../../engine/node/workers/pricedWorker';
import { reportedUsage } from '../../engine/node/workers/reportedUsage';
import type { Usage } from '../../engine/ports';
import { drive } from '../../engine/run/run';
import { absent, notMet, passes, red, tokens, usd } from '../fakes/plays';
import { fixFlow, opening } from '../fakes/runs';
import { world } from '../fakes/world';

const PRICES: Prices = { 'fake/small': { in: 1000, out: 1000 } };

/** How two passes under a cap end where each turn of the implementer reports this; the reviewer is free. */
async function ends(usage: Usage, cap: JsonObject, model?: string) {
  const made = world({ workers: { implementer: () => ({ usage }), reviewer: notMet }, check: red });
  const ports = made.ports();
  const flow = fixFlow({ loop: { maxPasses: 2, spendCap: cap } });
  const state = await drive(flow, opening(flow), {
    ...ports,
    worker: (name) => {
      const worker = ports.worker(name);
      return worker && pricedWorker(model === undefined ? worker : { ...worker, model }, PRICES);
    },
  }).parked;
  return { reason: state.end?.reason, pass: passes(made).at(-1), spend: state.spend };
}

const cap = { usd: 1 };
const read = (report: Json): Usage => reportedUsage(report, false);

describe('SH-13 spend must be provable', () => {
  it('SH-13 (a) a result without usage stops the loop under a cap of either kind, and is not counted as zero', async () => {
    expect(await ends(absent, cap)).toMatchObject({ reason: 'spend-unproven', pass: 1, spend: { unknownUsd: 1 } });
    expect(await ends(absent, { tokens: 1000 })).toMatchObject({ reason: 'spend-unproven', pass: 1 });
    expect(await ends(absent, cap, 'small')).toMatchObject({ reason: 'spend-unproven', pass: 1 });
  });
  it('SH-13 (b) token counts of a model without a price stop a cap of dollars, not one of tokens', async () => {
    expect(await ends(tokens(50), cap)).toMatchObject({ reason: 'spend-unproven', pass: 1, spend: { usd: 0 } });
    expect(await ends(tokens(50), cap, 'large')).toMatchObject({ reason: 'spend-unproven', pass: 1 });
    expect(await ends(tokens(50), { tokens: 1000 })).toMatchObject({ reason: 'pass-cap', pass: 2 });
  });
  it('SH-13 (b) with a price they go on, are summed to the token, and reach the cap', async () => {
    const cheap = await ends(tokens(50), cap, 'small');
    expect(cheap).toMatchObject({ reason: 'pass-cap', pass: 2, spend: { usd: 0.1, tokens: 100, unknownUsd: 0 } });
    const dear = await ends(tokens(1000), cap, 'small');
    expect(dear).toMatchObject({ reason: 'spend-cap', pass: 1, spend: { usd: 1 } });
  });
  it('SH-13 (c) a cost under a name that the adapter does not know, and no tokens, is no cost', async () => {
    const usage = read({ cost_usd: 0.3, total: 0.3 });
    expect(usage.state).toBe('absent');
    expect(await ends(usage, cap, 'small')).toMatchObject({ reason: 'spend-unproven', pass: 1 });
  });
  it('SH-13 (d) an explicit cost of zero for zero tokens is zero and goes on', async () => {
    const usage = read({ usd: 0, inputTokens: 0, outputTokens: 0 });
    expect(await ends(usage, cap)).toMatchObject({ reason: 'pass-cap', pass: 2, spend: { usd: 0, unknownUsd: 0 } });
    expect(await ends(read({ inputTokens: 0, outputTokens: 0 }), cap, 'small')).toMatchObject({
      reason: 'spend-unproven',
      pass: 1,
    });
  });
  it.each(['NaN', -1])('SH-13 (e) a cost of %j is not proven, tokens beside it or not', async (cost) => {
    expect(await ends(read({ usd: cost }), cap, 'small')).toMatchObject({ reason: 'spend-unproven', pass: 1 });
    expect(await ends(read({ usd: cost, inputTokens: 5, outputTokens: 5 }), cap, 'small')).toMatchObject({
      reason: 'spend-unproven',
      pass: 1,
    });
  });
  it.each([
    ['reported', usd(0.4), undefined],
    ['priced', tokens(400), 'small'],
  ] as const)(
    'SH-13 (f) three workers in one step at 0.40 each, %s, all finish, and no pass follows',
    async (_, usage, model) => {
      const act = { kind: 'work', worker: 'implementer', prompt: 'x', next: 'verify' };
      const flow = fixFlow({
        flow: { start: 'go' },
        act: { next: ['a1', 'a2', 'a3'] },
        steps: { go: { kind: 'router', else: 'act' }, a1: act, a2: act, a3: act },
        loop: { spendCap: cap },
      });
      const made = world({
        workers: {
          implementer: ({ step }) => ({ usage: step === 'act' ? { state: 'free' } : usage }),
          reviewer: notMet,
        },
        check: red,
      });
      const ports = made.ports();
      const state = await drive(flow, opening(flow), {
        ...ports,
        worker: (name) => {
          const worker = ports.worker(name);
          return worker && pricedWorker({ ...worker, ...(model && { model }) }, PRICES);
        },
      }).parked;
      expect(made.requests.map(({ step }) => step)).toEqual(['act', 'a1', 'a2', 'a3']);
      expect(state.spend).toMatchObject({ usd: 1.2, unknownUsd: 0 });
      expect(state.end).toMatchObject({ outcome: 'stopped', reason: 'spend-cap' });
      expect(passes(made)).toEqual([1]);
    },
  );
});
