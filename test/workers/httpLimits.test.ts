import { describe, expect, it } from 'vitest';
import { until } from '../until';
import { place, run, spentBy } from './modelPlace';
import { anIo, aTurn } from './turns';

describe.each(['openai-compatible', 'anthropic'] as const)('%s', (use) => {
  describe('limits and Stop', () => {
    it('an endless stream ends at the wall clock, a silent or deaf service at the idle clock', async () => {
      const endless = await run(await place(use, [{ text: 'x', fault: 'endless' }]), {
        limits: { wallMs: 700, idleMs: 500 },
      });
      expect(endless).toMatchObject({ status: 'timed-out', usage: { state: 'absent' } });
      expect(endless.why).toContain('longer than its limit of 700 ms');
      for (const fault of ['silent', 'deaf'] as const) {
        const end = await run(await place(use, [{ fault }]), { limits: { idleMs: 300 } });
        expect(end).toMatchObject({ status: 'timed-out', usage: { state: 'absent' } });
        expect(end.why).toContain('nothing for 300 ms');
      }
    });
    it('SH-27 Stop ends it at once, in a stream, in silence and in a wait; before it begins nothing is asked', async () => {
      for (const answer of [
        { text: 'x', fault: 'endless' },
        { fault: 'deaf' },
        { fault: { status: 500, retryAfter: 10 } },
      ] as const) {
        const there = await place(use, [answer]);
        const io = anIo();
        const ended = there.worker.run(aTurn(there.host), io);
        await until('a request', () => there.server.requests.length > 0);
        const stopped = performance.now();
        io.stopNow();
        expect(await ended).toMatchObject({ status: 'cancelled' });
        expect(performance.now() - stopped).toBeLessThan(2000);
      }
      const there = await place(use, []);
      const io = anIo();
      io.stopNow();
      expect(await there.worker.run(aTurn(there.host), io)).toMatchObject({ status: 'cancelled', usage: { usd: 0 } });
      expect(there.server.requests).toHaveLength(0);
    });
    it('Stop ends a check that the model runs', async () => {
      const there = await place(use, [{ tools: [{ name: 'run', input: { check: 1 } }] }]);
      const io = anIo();
      let told = false;
      const check: NonNullable<typeof io.check> = (_, stop) =>
        new Promise((resolve) => {
          stop.onNow(() => {
            told = true;
            resolve({ status: 'cancelled', exit: null, signal: null, output: '', log: null, durationMs: 1 });
          });
          io.stopNow();
        });
      const end = await there.worker.run({ ...aTurn(there.host), checks: ['npm test'] }, { ...io, check });
      expect([end.status, told]).toEqual(['cancelled', true]);
      expect(there.server.requests).toHaveLength(1);
    });
    it('a model that never ends its rounds is stopped by their limit', async () => {
      const there = await place(use, [{ tools: [{ name: 'list', input: {} }] }], { options: { maxTurns: 3 } });
      const end = await run(there);
      expect(end).toMatchObject({ status: 'failed', usage: { tokens: spentBy(there.server, use) } });
      expect(end.why).toContain('limit of 3 requests');
      expect(there.server.requests).toHaveLength(3);
    });
    it('caps of tokens and dollars are held between rounds and handed on as the limit of an answer', async () => {
      const rounds = [{ tools: [{ name: 'list', input: {} }], reasoning: 900 }];
      const tokens = await place(use, rounds);
      const end = await run(tokens, { limits: { maxTokens: 1500 } });
      expect(end).toMatchObject({ status: 'failed' });
      expect(end.why).toContain('limit of 1500 tokens');
      const asked = tokens.server.requests.map(({ body }) => Number(body.max_tokens));
      expect(asked[0]).toBeLessThanOrEqual(1500);
      if (asked[1] !== undefined) expect(asked[1]).toBeLessThan(700);
      const prices = { 'fake-model': { in: 1, out: 1000, cachedIn: 1, cacheWrite: 1 } };
      const usd = await place(use, rounds, { host: { prices } });
      const capped = await run(usd, { limits: { maxUsd: 0.5 } });
      expect(capped.why).toContain('limit of $0.5');
      expect(usd.server.requests).toHaveLength(1);
      expect(usd.worker.holds).toEqual(['tokens', 'usd']);
    });
    it('SH-13 under a cap nothing more is asked once nobody can tell what was used', async () => {
      const there = await place(use, [{ tools: [{ name: 'list', input: {} }], usage: 'none' }]);
      expect((await run(there, { limits: { maxTokens: 9999 } })).why).toContain('nobody can tell what it used');
      expect(there.server.requests).toHaveLength(1);
    });
  });
});
