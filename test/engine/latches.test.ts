import { describe, expect, it } from 'vitest';
import { openLatches } from '../../engine/run/state';
import { byFile, failing, green, idle, met, notMet, passes } from '../fakes/plays';
import { events, facts, fixFlow, flowOf, latchStory, resume, run } from '../fakes/runs';
import type { Play } from '../fakes/world';
import { world } from '../fakes/world';

describe('the honesty ledger', () => {
  it('UL-13 a claim of changes that are not there is tried again, then opens a latch; the run goes on', async () => {
    const lies: Play = (request, files) => {
      if (request.pass === 1) return { claims: ['a.js'] };
      files.set('a.js', 'good');
      return { claims: ['a.js'] };
    };
    const made = world({ files: { 'a.js': 'bad' }, workers: { implementer: lies, reviewer: met }, check: byFile });
    const flow = fixFlow({ act: { attempts: 2, check: { changedOnDisk: 'claimed' } } });
    const state = await run(flow, made);
    expect(facts(made, 'step.failed')).toMatchObject([{ attempt: 1 }, { attempt: 2 }]);
    expect(events(made, 'pass.ended')[0]).toMatchObject({ pass: 1, how: 'ended-early', decision: 'again' });
    expect(made.requests.filter(({ step }) => step === 'judge')).toHaveLength(1);
    expect(made.prompts[1]).toContain('as it was before');
    expect(latchStory(state, 'step:act')).toBe('opened 1, cleared 2');
    expect(state.end?.outcome).toBe('complete');
  });

  it('UL-13 a claim of a file outside the workspace does not hold', async () => {
    const made = world({
      files: { 'a.js': 'bad' },
      workers: { implementer: () => ({ claims: ['../x.js'] }), reviewer: met },
      check: green,
    });
    const state = await run(fixFlow({ loop: { maxPasses: 1 }, act: { check: { changedOnDisk: 'claimed' } } }), made);
    expect(openLatches(state)).toMatchObject([
      { cause: 'claim', reason: expect.stringContaining('outside the workspace') },
    ]);
  });

  it.each(['failed', 'timed-out', 'protocol-error', 'refused'] as const)(
    'UL-14 a turn that is %s in every attempt opens a latch and ends the pass',
    async (status) => {
      const breaks: Play = (request) => (request.pass === 1 ? { status, why: 'it broke' } : {});
      const made = world({ workers: { implementer: breaks, reviewer: met }, check: green });
      const state = await run(fixFlow({ act: { attempts: 2 } }), made);
      expect(made.requests.filter(({ step, pass }) => step === 'act' && pass === 1)).toHaveLength(2);
      expect(events(made, 'latch.opened')[0]?.latch).toMatchObject({
        id: 'step:act',
        cause: 'failed',
        reason: expect.stringContaining(status),
      });
      expect(state.end?.outcome).toBe('complete');
      expect(latchStory(state, 'step:act')).toBe('opened 1, cleared 2');
    },
  );

  it('UL-14 a judge that fails in every attempt opens a latch, and its pass is not met', async () => {
    const breaks: Play = (request) =>
      request.pass === 1 ? { status: 'timed-out', why: '30m' } : { structured: { goalMet: true, lesson: '' } };
    const made = world({ workers: { implementer: idle, reviewer: breaks }, check: green });
    const state = await run(fixFlow(), made);
    expect(latchStory(state, 'step:judge')).toBe('opened 1, cleared 2');
    expect(state.end?.outcome).toBe('complete');
  });

  it('UL-15 a latch stays open while its step is not run again', async () => {
    // In pass 1 the extra step fails; later passes go around it.
    const flow = fixFlow({
      loop: { maxPasses: 3 },
      act: { next: 'extra', branches: { around: 'verify' } },
      steps: { extra: { kind: 'work', worker: 'extra', prompt: 'More.', next: 'verify' } },
    });
    const around: Play = (request) => (request.pass > 1 ? { branch: 'around' } : {});
    const made = world({
      workers: { implementer: around, extra: () => ({ status: 'failed', why: 'no' }), reviewer: met },
      check: green,
    });
    const state = await run(flow, made);
    expect(latchStory(state, 'step:extra')).toBe('opened 1');
    expect(failing(made, 3)).toEqual(['ledger']);
    expect(state.end).toMatchObject({ outcome: 'stopped', reason: 'pass-cap' });
  });

  it('UL-16 opens again when the same step fails again: open, cleared, open', async () => {
    const flaky: Play = (request) => (request.pass === 2 ? {} : { status: 'failed', why: `pass ${request.pass}` });
    const made = world({ workers: { implementer: flaky, reviewer: notMet }, check: green });
    const state = await run(fixFlow({ loop: { maxPasses: 3 } }), made);
    expect(latchStory(state, 'step:act')).toBe('opened 1, cleared 2, opened 3');
    expect(made.projections.get('honesty-ledger.json')).toMatchObject({ open: [{ id: 'step:act' }], closed: [] });
  });

  it('UL-17 closes stopped, naming the latches, where the flow leads to complete over an open latch', async () => {
    // The judge's latch opens in the very step after the loop's own weighing: by the failed route of a later step.
    const flow = flowOf({
      converge: 1,
      id: 'fix',
      start: 'act',
      steps: {
        act: { kind: 'work', worker: 'implementer', prompt: 'x', next: 'verify' },
        verify: { kind: 'verify', commands: [{ run: ['t'] }], next: 'judge' },
        judge: { kind: 'judge', worker: 'reviewer', next: '@complete' },
      },
      loops: { fix: { type: 'until', head: 'act', tail: 'judge', maxPasses: 2 } },
    });
    const made = world({ workers: { implementer: idle, reviewer: met }, check: green });
    const state = await run(flow, made);
    expect(state.end?.outcome).toBe('complete');
    const { decide, planOf } = await import('../../engine/run/decide');
    const latch = {
      id: 'step:act',
      cause: 'failed',
      step: 'act',
      claim: '',
      reason: 'r',
      paths: [],
      loop: 'fix',
      state: 'open',
      history: [],
    } as const;
    const action = decide(planOf(flow), { ...state, end: null, frontier: [], ledger: [latch] });
    expect(action).toMatchObject({ do: 'end', end: { outcome: 'stopped', reason: 'open-latches' } });
  });

  it('UL-18 a frozen path that changed, appeared or vanished opens a latch that clears when it is as it was', async () => {
    const original = { 'test/a.test.js': 'strict', 'test/b.test.js': 'strict' };
    const drifts: Play = (request, files) => {
      if (request.pass === 1) files.set('test/a.test.js', 'weak');
      if (request.pass === 2) {
        files.set('test/a.test.js', 'strict');
        files.set('test/new.test.js', 'new');
      }
      if (request.pass === 3) {
        files.delete('test/new.test.js');
        files.delete('test/b.test.js');
      }
      if (request.pass === 4) files.set('test/b.test.js', 'strict');
      return {};
    };
    const made = world({ files: original, workers: { implementer: drifts, reviewer: met }, check: green });
    const state = await run(fixFlow({ loop: { frozen: ['test/**'] } }), made);
    expect(events(made, 'frozen.drifted').map(({ pass, paths }) => [pass, paths])).toEqual([
      [1, ['test/a.test.js']],
      [2, ['test/new.test.js']],
      [3, ['test/b.test.js']],
    ]);
    expect(latchStory(state, 'frozen:fix')).toBe('opened 1, cleared 4');
    expect(events(made, 'latch.opened')[0]?.latch).toMatchObject({ cause: 'frozen', step: 'act' });
    expect(state.end).toMatchObject({ outcome: 'complete' });
  });

  it('UL-18 a person can accept the drift, recorded with who and why', async () => {
    const drifts: Play = (request, files) => {
      if (request.pass === 1) files.set('test/a', 'new');
      return {};
    };
    const made = world({ files: { 'test/a': 'old' }, workers: { implementer: drifts, reviewer: met }, check: green });
    const flow = fixFlow({ loop: { frozen: ['test'], maxPasses: 2 } });
    const stopped = await run(flow, made);
    expect(stopped.end).toMatchObject({ outcome: 'stopped', reason: 'pass-cap' });
    const state = await resume(flow, made, {
      raised: { fix: { maxPasses: 4 } },
      onStart: (driving) => driving.send({ do: 'accept', latch: 'frozen:fix', why: 'the test was wrong' }, 'ada'),
    });
    expect(state.ledger.find(({ id }) => id === 'frozen:fix')?.history.at(-1)).toMatchObject({
      what: 'accepted',
      why: 'ada: the test was wrong',
    });
    expect(state.end?.outcome).toBe('complete');
    expect(passes(made)).toEqual([1, 2, 3]);
  });
});
