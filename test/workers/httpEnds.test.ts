import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { place, run, spentBy, write } from './modelPlace';

describe.each(['openai-compatible', 'anthropic'] as const)('%s', (use) => {
  describe('SH-38 what its end means', () => {
    it.each([
      [401, 'refused'],
      [402, 'refused'],
      [403, 'refused'],
      [400, 'failed'],
      [404, 'failed'],
      [307, 'failed'],
    ])('status %i is %s at once, and cost nothing', async (status, expected) => {
      const there = await place(use, [{ fault: { status } }]);
      const end = await run(there);
      expect(end).toMatchObject({ status: expected, usage: { state: 'reported', tokens: { in: 0, out: 0 }, usd: 0 } });
      expect(end.why).toContain(`status ${status}`);
      expect(there.server.requests).toHaveLength(1);
    });
    it.each([500, 503, 529, 429])('status %i is tried again, counted and logged', async (status) => {
      const there = await place(use, [{ fault: { status, retryAfter: 0 } }, { text: 'Done.' }]);
      const end = await run(there);
      expect(end).toMatchObject({ status: 'ok', text: 'Done.', usage: { tokens: spentBy(there.server, use) } });
      expect(end.logged).toContain('"retry":1');
      expect(there.server.requests).toHaveLength(2);
    });
    it.each([
      [500, 'failed'],
      [429, 'refused'],
    ])('status %i that stays is %s after four more tries', async (status, expected) => {
      const there = await place(use, [{ fault: { status, retryAfter: 0, html: true } }]);
      const end = await run(there);
      expect(end).toMatchObject({ status: expected });
      expect(end.why).toContain('after 4 more tries');
      expect(there.server.requests).toHaveLength(5);
    });
    it('a quota that is used up is a refusal without another try; a wait that is too long too', async () => {
      const waits = await place(use, [{ fault: { status: 429, retryAfter: 7200 } }]);
      expect(await run(waits)).toMatchObject({ status: 'refused' });
      expect(waits.server.requests).toHaveLength(1);
      const late = await place(use, [{ fault: { status: 429, retryAfter: 20 } }]);
      const end = await run(late, { limits: { wallMs: 10_000 } });
      expect(end).toMatchObject({ status: 'refused' });
      expect(end.why).toContain('too late for this turn');
    });
    it.each([
      ['cut', 'protocol-error'],
      ['ends', 'protocol-error'],
      ['garbage', 'protocol-error'],
      ['huge', 'protocol-error'],
      ['error', 'failed'],
    ] as const)(
      'a stream with %s is %s; what it used is not known and nothing of it is done',
      async (fault, status) => {
        const there = await place(use, [{ text: 'I write.', tools: [write('a.txt', 'A'.repeat(500))], fault }]);
        expect(await run(there)).toMatchObject({ status, usage: { state: 'absent' } });
        expect(existsSync(join(there.host.workspaceRoot, 'a.txt'))).toBe(false);
        expect(there.server.requests).toHaveLength(1);
      },
    );
    it('a round that breaks after others leaves the whole turn’s usage unknown; the changes stand', async () => {
      const there = await place(use, [{ tools: [write('a.txt', 'A')] }, { text: 'More to come', fault: 'cut' }]);
      expect(await run(there)).toMatchObject({ status: 'protocol-error', usage: { state: 'absent' } });
      expect(existsSync(join(there.host.workspaceRoot, 'a.txt'))).toBe(true);
    });
    it.each([
      ['length', 'failed'],
      ['filter', 'refused'],
      ['refusal', 'refused'],
    ] as const)('an answer that ends with %s is %s, and its tools are not used', async (end, status) => {
      const there = await place(use, [{ text: 'I', tools: [write('a.txt', 'A')], end }]);
      expect(await run(there)).toMatchObject({ status, usage: { tokens: spentBy(there.server, use) } });
      expect(existsSync(join(there.host.workspaceRoot, 'a.txt'))).toBe(false);
    });
    it('SH-13 an answer without usage, or with zeros, is absent and never zero', async () => {
      for (const usage of ['none', 'zero'] as const) {
        expect(await run(await place(use, [{ text: 'Done.', usage }]))).toMatchObject({
          status: 'ok',
          usage: { state: 'absent' },
        });
      }
      const later = await place(use, [{ tools: [{ name: 'list', input: {} }], usage: 'none' }, { text: 'Done.' }]);
      expect(await run(later)).toMatchObject({ status: 'ok', usage: { state: 'absent' } });
    });
    it('nobody at the address: not started, nothing spent, and where it was looked for', async () => {
      const there = await place(use, []);
      await there.server.close();
      const end = await run(there);
      expect(end).toMatchObject({ status: 'not-started', usage: { state: 'reported', usd: 0 } });
      expect(end.why).toContain(`${there.server.url} cannot be reached`);
    });
  });
});
