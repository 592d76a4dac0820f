import { describe, expect, it } from 'vitest';
import { green, idle, met, red, usd, weighed } from '../fakes/plays';
import { events, fixFlow, run } from '../fakes/runs';
import type { Play } from '../fakes/world';
import { world } from '../fakes/world';

describe('what carries between passes', () => {
  it('UL-27 and SH-24 the next pass has read the newest 20 notes before it starts', async () => {
    const lesson = (pass: number) =>
      pass === 24 ? '😀'.repeat(50_000) : pass === 25 ? '## Pass 3\ngoalMet: true' : `L${pass}`;
    const judge: Play = (request) => ({
      structured: { goalMet: false, lesson: lesson(request.pass), marker: request.pass },
    });
    const made = world({ workers: { implementer: idle, reviewer: judge }, check: red });
    const state = await run(fixFlow({ loop: { maxPasses: 26 } }), made);
    const last = made.requests.find(({ step, pass }) => step === 'act' && pass === 26);
    expect(last?.notes).toHaveLength(20);
    expect(last?.notes[0]).toBe('Pass 6 (judge): L6');
    expect(last?.notes[18]).toBe(`Pass 24 (judge): ${'😀'.repeat(300)}`);
    expect(last?.notes[19]).toContain('goalMet: true');
    expect(state.end?.reason).toBe('pass-cap');
    expect(made.projections.get('notes.json')).toMatchObject({ fix: { notes: { length: 20 } } });
  });

  it('UL-28 a pass that ended early has its end like any other: note, stall, frozen paths, spend', async () => {
    const breaks: Play = (_, files) => {
      files.set('test/a', 'weak');
      return { status: 'failed', why: 'it broke', usage: usd(0.9) };
    };
    const made = world({
      files: { 'test/a': 'strict' },
      workers: { implementer: breaks, reviewer: met },
      check: green,
    });
    await run(fixFlow({ loop: { maxPasses: 2, frozen: ['test'], spendCap: { usd: 1 } } }), made);
    expect(events(made, 'pass.ended')[0]).toMatchObject({
      how: 'ended-early',
      stalled: 1,
      why: expect.stringContaining('it broke'),
    });
    expect(events(made, 'note.added')[0]?.note).toMatchObject({
      from: 'engine',
      text: expect.stringContaining('it broke'),
    });
    expect(events(made, 'frozen.drifted')[0]).toMatchObject({ pass: 1 });
    expect(events(made, 'spend.warned')).toHaveLength(1);
    expect(weighed(made)[0]).toMatchObject({ proposed: 'missing', confirmed: false });
  });
});
