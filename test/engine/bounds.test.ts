import { describe, expect, it } from 'vitest';
import type { Json } from '../../engine/json';
import type { Usage } from '../../engine/ports';
import { absent, green, idle, met, notMet, passes, red, tokens, usd } from '../fakes/plays';
import { events, fixFlow, run } from '../fakes/runs';
import type { Play } from '../fakes/world';
import { world } from '../fakes/world';

describe('the bounds of a loop', () => {
  it('UL-19 and SH-04 each bound ends stopped with its own reason, whatever the judge says', async () => {
    const ends = async (loop: { [key: string]: Json }, usage: Usage | undefined) => {
      const judge: Play = () => ({
        structured: { goalMet: true, lesson: 'all is done', marker: 'same' },
        ...(usage === undefined ? {} : { usage }),
      });
      const made = world({ workers: { implementer: idle, reviewer: judge }, check: red });
      const state = await run(fixFlow({ loop: { maxPasses: 4, ...loop } }), made);
      expect(events(made, 'run.ended')).toHaveLength(1);
      return [state.end?.outcome, state.end?.reason];
    };
    expect(await ends({}, undefined)).toEqual(['stopped', 'pass-cap']);
    expect(await ends({ spendCap: { usd: 1 } }, usd(2))).toEqual(['stopped', 'spend-cap']);
    expect(await ends({ spendCap: { usd: 1 } }, absent)).toEqual(['stopped', 'spend-unproven']);
    expect(await ends({ noProgressCeiling: 2 }, undefined)).toEqual(['stopped', 'no-progress']);
  });

  it('UL-19 an exhaustion route over steps cannot end complete either', async () => {
    const flow = fixFlow({
      loop: { maxPasses: 1, onExhausted: 'tell' },
      steps: { tell: { kind: 'work', worker: 'implementer', prompt: 'Tell.', next: '@stop' } },
    });
    const made = world({ workers: { implementer: idle, reviewer: notMet }, check: red });
    expect((await run(flow, made)).end).toMatchObject({ outcome: 'stopped', reason: 'pass-cap' });
    expect(made.requests.at(-1)?.step).toBe('tell');
  });

  it('UL-22 and SH-13 three workers of one super-step all finish and all count', async () => {
    const act = { kind: 'work', worker: 'implementer', prompt: 'x', next: 'verify' };
    const flow = fixFlow({
      act: { next: ['a1', 'a2', 'a3'] },
      steps: { a1: act, a2: act, a3: act },
      loop: { spendCap: { usd: 1 } },
    });
    const made = world({
      workers: { implementer: (request) => ({ usage: usd(request.step === 'act' ? 0 : 0.4) }), reviewer: notMet },
      check: red,
    });
    const state = await run(flow, made);
    expect(made.requests.map(({ step }) => step)).toEqual(['act', 'a1', 'a2', 'a3']);
    expect(state.spend.usd).toBe(1.2);
    expect(state.end).toMatchObject({ outcome: 'stopped', reason: 'spend-cap' });
    expect(passes(made)).toEqual([1]);
  });

  it('UL-22 failed and repeated turns count', async () => {
    const made = world({
      workers: {
        implementer: (request) => ({ status: request.attempt === 1 ? 'failed' : 'ok', usage: usd(0.3) }),
        reviewer: met,
      },
      check: green,
    });
    const state = await run(fixFlow({ act: { attempts: 2 } }), made);
    expect(state.spend).toMatchObject({ usd: 0.6, turns: 3 });
  });

  it('UL-23 a turn does not start at the cap, and nothing is held against its step', async () => {
    const made = world({ workers: { implementer: () => ({ usage: usd(1) }), reviewer: notMet }, check: red });
    const state = await run(fixFlow({ loop: { spendCap: { usd: 1 } } }), made);
    expect(made.requests.map(({ step }) => step)).toEqual(['act']);
    expect(state.end).toMatchObject({ outcome: 'stopped', reason: 'spend-cap' });
    expect(state.ledger).toEqual([]);
  });

  it('UL-24 at 80 % of the cap a steer to close out rides with the next pass', async () => {
    const made = world({ workers: { implementer: () => ({ usage: usd(0.85) }), reviewer: notMet }, check: red });
    await run(fixFlow({ loop: { spendCap: { usd: 1 }, maxPasses: 2 } }), made);
    expect(events(made, 'spend.warned')).toMatchObject([{ pass: 1, part: 0.85 }]);
    const second = made.requests.find(({ step, pass }) => step === 'act' && pass === 2);
    expect(second?.notes[0]).toContain('prioritise closing out');
    const below = world({ workers: { implementer: () => ({ usage: usd(0.3) }), reviewer: notMet }, check: red });
    await run(fixFlow({ loop: { spendCap: { usd: 1 }, maxPasses: 2 } }), below);
    expect(events(below, 'steer.sent')).toEqual([]);
  });

  it.each([
    ['A, B, C, D', (pass: number) => String.fromCharCode(64 + pass), 6, 'pass-cap'],
    ['A each time', () => 'A', 4, 'no-progress'],
  ] as const)('UL-25 and SH-05 with markers %s the ceiling of 3 is held', async (_, marker, last, reason) => {
    const busy: Play = (request, files) => {
      files.set('work.txt', String(request.pass));
      return {};
    };
    const quiet: Play = (request) => ({ structured: { goalMet: false, lesson: '', marker: marker(request.pass) } });
    const made = world({ workers: { implementer: busy, reviewer: quiet }, check: red });
    const state = await run(fixFlow({ loop: { maxPasses: 6, noProgressCeiling: 3 } }), made);
    expect(state.end).toMatchObject({ outcome: 'stopped', reason });
    expect(passes(made).at(-1)).toBe(last);
  });

  it('UL-25 a pass without a readable marker counts as unchanged; a new one sets the count to zero', async () => {
    const markers: readonly (string | null)[] = ['A', null, 'B', null, null];
    const judge: Play = (request) => ({
      structured: { goalMet: false, lesson: '', marker: markers[request.pass - 1] ?? null },
    });
    const made = world({ workers: { implementer: idle, reviewer: judge }, check: red });
    await run(fixFlow({ loop: { maxPasses: 5 } }), made);
    expect(events(made, 'pass.ended').map(({ stalled }) => stalled)).toEqual([0, 1, 0, 1, 2]);
  });

  it('UL-26 the first stalled pass sends a steer to try another approach', async () => {
    const judge: Play = () => ({ structured: { goalMet: false, lesson: 'x', marker: 'A' } });
    const made = world({ workers: { implementer: idle, reviewer: judge }, check: red });
    await run(fixFlow({ loop: { maxPasses: 6, noProgressCeiling: 3 } }), made);
    expect(events(made, 'steer.sent')).toMatchObject([{ pass: 3, steer: 'try-another-approach' }]);
    expect(made.requests.find(({ step, pass }) => step === 'act' && pass === 3)?.notes[0]).toContain(
      'different approach',
    );
  });

  it('SH-13 what is not proven stops the loop, what is zero does not', async () => {
    const ends = async (usage: Usage, cap: { [key: string]: Json }) => {
      const made = world({ workers: { implementer: () => ({ usage }), reviewer: notMet }, check: red });
      const state = await run(fixFlow({ loop: { maxPasses: 2, spendCap: cap } }), made);
      return [state.end?.reason, passes(made).at(-1)];
    };
    expect(await ends(absent, { usd: 1 })).toEqual(['spend-unproven', 1]);
    expect(await ends(tokens(50), { usd: 1 })).toEqual(['spend-unproven', 1]);
    expect(await ends(tokens(50), { tokens: 1000 })).toEqual(['pass-cap', 2]);
    expect(await ends(usd(0), { usd: 1 })).toEqual(['pass-cap', 2]);
  });
});
