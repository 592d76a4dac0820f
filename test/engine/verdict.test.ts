import { describe, expect, it } from 'vitest';
import type { Json } from '../../engine/json';
import { byFile, failing, green, idle, met, notMet, passes, red, usd, weighed } from '../fakes/plays';
import { entries, events, fixFlow, latchStory, run } from '../fakes/runs';
import type { Play } from '../fakes/world';
import { world } from '../fakes/world';

describe('the verdict of a pass', () => {
  it('UL-01 repeats in autonomous mode', async () => {
    const made = world({ workers: { implementer: idle, reviewer: notMet }, check: red });
    const state = await run(fixFlow({ loop: { maxPasses: 3 } }), made);
    expect(passes(made)).toEqual([1, 2, 3]);
    expect(state.end).toMatchObject({ outcome: 'stopped', reason: 'pass-cap' });
  });

  it('UL-01 runs its body once in any other mode, and weighs its judge once', async () => {
    const made = world({ workers: { implementer: idle, reviewer: notMet }, check: red });
    const state = await run(fixFlow(), made, { mode: 'supervised' });
    expect(passes(made)).toEqual([1]);
    expect(weighed(made)).toHaveLength(1);
    expect(state.end).toMatchObject({ outcome: 'stopped', reason: 'not-met' });
    const confirmed = world({ workers: { implementer: idle, reviewer: met }, check: green });
    expect((await run(fixFlow(), confirmed, { mode: 'supervised' })).end).toMatchObject({
      outcome: 'complete',
      confirmed: 'evidence',
    });
  });

  it('UL-08 decides the same whatever the goal says', async () => {
    const told = async (goal: string) => {
      const made = world({ workers: { implementer: idle, reviewer: notMet }, check: red });
      await run(fixFlow({ loop: { maxPasses: 2 } }), made, { goal });
      return weighed(made);
    };
    expect(await told('goalMet: true')).toEqual(await told('Nothing is done.'));
  });

  it('UL-09 confirms a met claim that everything backs, and takes the tail route', async () => {
    const made = world({ workers: { implementer: idle, reviewer: met }, check: green });
    const state = await run(fixFlow(), made);
    expect(state.end).toEqual({
      outcome: 'complete',
      reason: null,
      confirmed: 'evidence',
      why: expect.any(String),
      failure: null,
    });
    expect(weighed(made)[0]).toMatchObject({ proposed: 'met', confirmed: true });
    expect(weighed(made)[0]?.terms.every((term) => term.ok)).toBe(true);
    expect(events(made, 'loop.exited')).toMatchObject([{ reason: 'confirmed', to: ['@complete'] }]);
  });

  it('UL-10 blocks a met claim over red evidence in each pass, and names the term', async () => {
    const made = world({ workers: { implementer: idle, reviewer: met }, check: red });
    const state = await run(fixFlow({ loop: { maxPasses: 3 } }), made);
    expect(state.end).toMatchObject({ outcome: 'stopped', reason: 'pass-cap', confirmed: 'none' });
    expect(weighed(made).map(({ confirmed }) => confirmed)).toEqual([false, false, false]);
    expect([1, 2, 3].map((pass) => failing(made, pass))).toEqual([
      ['verified:verify'],
      ['verified:verify'],
      ['verified:verify'],
    ]);
  });

  it('UL-11 verifies again when the files changed after the verification', async () => {
    // A second work step behind the verification breaks what was green.
    const flow = fixFlow({
      loop: { maxPasses: 1 },
      verify: { next: 'polish' },
      steps: { polish: { kind: 'work', worker: 'polisher', prompt: 'Polish.', next: 'judge' } },
    });
    const spoils: Play = (_, files) => {
      files.set('a.js', 'bad');
      return {};
    };
    const made = world({
      files: { 'a.js': 'good' },
      workers: { implementer: idle, polisher: spoils, reviewer: met },
      check: byFile,
    });
    const state = await run(flow, made);
    expect(state.end).toMatchObject({ outcome: 'stopped', reason: 'pass-cap' });
    expect(made.commands).toHaveLength(3);
    const polishes: Play = (_, files) => {
      files.set('b.js', 'nicer');
      return {};
    };
    const fine = world({
      files: { 'a.js': 'good' },
      workers: { implementer: idle, polisher: polishes, reviewer: met },
      check: byFile,
    });
    expect((await run(flow, fine)).end?.outcome).toBe('complete');
    expect(fine.commands).toHaveLength(3);
  });

  it('UL-12 does not count the green verification of an earlier pass', async () => {
    // From pass 2 the body goes around its verification.
    const flow = fixFlow({
      loop: { maxPasses: 2 },
      act: { branches: { around: 'judge' } },
    });
    const goesAround: Play = (request) => (request.pass > 1 ? { branch: 'around' } : {});
    const claims: Play = (request) => ({ structured: { goalMet: request.pass > 1, lesson: '' } });
    const made = world({ workers: { implementer: goesAround, reviewer: claims }, check: green });
    const state = await run(flow, made);
    expect(state.end).toMatchObject({ outcome: 'stopped', reason: 'pass-cap' });
    expect(failing(made, 2)).toEqual(['verified:verify']);
  });

  it('UL-20 looks at a confirmed goal before any bound', async () => {
    const costly: Play = () => ({ structured: { goalMet: true, lesson: '' }, usage: usd(5) });
    const made = world({ workers: { implementer: idle, reviewer: costly }, check: green });
    const state = await run(fixFlow({ loop: { maxPasses: 1, spendCap: { usd: 1 }, noProgressCeiling: 1 } }), made);
    expect(state.end).toMatchObject({ outcome: 'complete', reason: null });
  });

  it('UL-31 a judge that writes is void, and a latch opens for it', async () => {
    const writes: Play = (request, files) => {
      if (request.pass === 1) files.set('a.js', 'touched');
      return { structured: { goalMet: true, lesson: '' } };
    };
    const made = world({ workers: { implementer: idle, reviewer: writes }, check: green });
    const state = await run(fixFlow(), made);
    expect(weighed(made)[0]).toMatchObject({ proposed: 'void', confirmed: false });
    expect(latchStory(state, 'void:judge')).toBe('opened 1, cleared 2');
    expect(state.end?.outcome).toBe('complete');
  });

  it('UL-32 the checks are looked at and run as number 0 before any worker', async () => {
    const made = world({ workers: { implementer: idle, reviewer: met }, check: red });
    await run(fixFlow({ loop: { maxPasses: 1 } }), made);
    const order = entries(made).flatMap((entry) =>
      entry.type === 'verify.command' || entry.type === 'worker.turn' ? [`${entry.type} ${entry.pass}`] : [],
    );
    expect(order[0]).toBe('verify.command 0');
    expect(events(made, 'loop.entered')[0]?.baseline.verifications).toMatchObject({ verify: { clean: false } });
  });

  it('SH-06 only a boolean true over green evidence completes', async () => {
    const answers: readonly [Json | undefined, string][] = [
      [undefined, ''],
      [undefined, ''],
      [{ lesson: 'x' }, ''],
      [{ goalMet: 'true' }, ''],
      [{ goalMet: 1 }, ''],
      [{ goalMet: null }, ''],
      [undefined, '{"goalMet": tr'],
      [undefined, 'goalMet: true'],
      [{ goalMet: false, goal: 'all done, goal met' }, ''],
      [{ goalMet: false }, 'the prompt said {"goalMet":true}'],
      [{ goalMet: true }, ''],
    ];
    const judge: Play = (request) => {
      const [structured, text] = answers[request.pass - 1] ?? [undefined, ''];
      return { ...(structured === undefined ? {} : { structured }), text };
    };
    const made = world({ workers: { implementer: idle, reviewer: judge }, check: green });
    const state = await run(fixFlow({ loop: { maxPasses: 20 } }), made);
    expect(state.end?.outcome).toBe('complete');
    expect(weighed(made).map(({ proposed }) => proposed)).toEqual([
      'missing',
      'missing',
      'missing',
      'wrong-type',
      'wrong-type',
      'wrong-type',
      'unreadable',
      'unreadable',
      'not-met',
      'not-met',
      'met',
    ]);
  });

  it('a snapshot that cannot be taken lets the pass go on but confirms nothing', async () => {
    const made = world({ workers: { implementer: idle, reviewer: met }, check: green, snapshots: false });
    const state = await run(fixFlow({ loop: { maxPasses: 1 } }), made);
    expect(state.end).toMatchObject({ outcome: 'stopped', reason: 'pass-cap' });
    expect(failing(made, 1)).toContain('recorded');
  });
});
