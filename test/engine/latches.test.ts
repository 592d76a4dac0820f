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
    expect(events(made, 'latch.opened')[0]?.latch).toMatchObject({ cause: 'claim', paths: ['a.js'] });
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
      { cause: 'claim', reason: expect.stringContaining('outside the workspace'), paths: [] },
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

  it('UL-17 and UL-31 closes stopped, naming the latch, where the flow leads to complete over one', async () => {
    const flow = flowOf({
      converge: 1,
      id: 'f',
      start: 'choose',
      steps: { choose: { kind: 'router', worker: 'w', branches: { left: '@escalate' }, else: '@complete' } },
    });
    const writes: Play = (_, files) => {
      files.set('a.js', 'touched');
      return { branch: 'left' };
    };
    const state = await run(flow, world({ workers: { w: writes } }));
    expect(state.end).toMatchObject({ outcome: 'stopped', reason: 'open-latches', confirmed: 'none' });
    expect(openLatches(state)).toMatchObject([{ id: 'void:choose', loop: null, step: 'choose' }]);
    const reads = await run(flow, world({ workers: { w: () => ({ branch: 'left' }) } }));
    expect(reads.end?.outcome).toBe('escalated');
    expect(reads.ledger).toEqual([]);
  });

  it('UL-15 outside a loop a latch clears when its step is done again and only reads', async () => {
    const flow = flowOf({
      converge: 1,
      id: 'f',
      start: 'choose',
      steps: {
        choose: { kind: 'router', worker: 'w', branches: { done: '@complete' }, else: 'again' },
        again: { kind: 'work', worker: 'w', prompt: 'x', next: 'choose' },
      },
    });
    const once: Play = (request, files) => {
      if (request.step === 'choose' && request.visit === 1) files.set('a.js', 'touched');
      return request.step === 'choose' ? { branch: 'done' } : {};
    };
    const made = world({ workers: { w: once } });
    const state = await run(flow, made);
    expect(state.end?.outcome).toBe('complete');
    expect(latchStory(state, 'void:choose')).toBe('opened 0, cleared 0');
  });

  it('a failure that leaves the loop by its own route leaves its latch open', async () => {
    const flow = fixFlow({ act: { routes: { failed: '@handoff' } } });
    const state = await run(
      flow,
      world({ workers: { implementer: () => ({ status: 'failed', why: 'no' }), reviewer: met }, check: green }),
    );
    expect(state.end?.outcome).toBe('handoff');
    expect(openLatches(state)).toMatchObject([{ id: 'step:act' }]);
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
