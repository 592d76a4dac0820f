import { describe, expect, it } from 'vitest';
import type { Json } from '../../engine/json';
import { flowWith, work } from '../fakes/flows';
import { events, facts, resume, run, runCut } from '../fakes/runs';
import { Crash, world } from '../fakes/world';

/** Work that is visited three times, under one key or under one for each visit, and writes to two accumulators. */
const cached = (key: string) =>
  flowWith(
    'count',
    {
      count: work('more', { cache: { key }, writes: { total: 'output.by', list: 'output.by' } }),
      more: { kind: 'router', cases: [{ when: 'steps.more.visits < 2', to: 'count' }], else: '@handoff' },
    },
    { channels: { total: { reducer: 'add' }, list: { reducer: 'append' } } },
  );
const counting = () => world({ workers: { w: () => ({ structured: { by: 5 } }) } });

describe('cached work in a run', () => {
  it('AF-78 what comes from the cache does not advance an accumulator that has had it', async () => {
    const made = counting();
    const state = await run(cached('"same"'), made);
    expect(made.requests).toHaveLength(1);
    expect(events(made, 'step.done').filter(({ step }) => step === 'count')).toHaveLength(3);
    expect(state.channels).toEqual({ total: 5, list: [5] });
    const other = counting();
    const each = await run(cached('string(steps.count.visits)'), other);
    expect(other.requests).toHaveLength(3);
    expect(each.channels).toEqual({ total: 15, list: [5, 5, 5] });
  });

  it('AF-77 AF-78 another run has its result from the cache too, and folds it once', async () => {
    const made = counting();
    await run(cached('"same"'), made);
    made.lines.length = 0;
    const state = await run(cached('"same"'), made);
    expect(made.requests).toHaveLength(1);
    expect(facts(made, 'cache.hit')).toHaveLength(3);
    expect(state.channels).toEqual({ total: 5, list: [5] });
  });

  it('AF-78 a crash at any append folds it neither twice nor not at all', async () => {
    const whole = counting();
    await run(cached('"same"'), whole);
    for (let at = 1; at <= whole.appends.count; at++) {
      for (const when of ['before', 'after'] as const) {
        const state = await runCut(cached('"same"'), counting(), at, when);
        expect(state.channels, `${when} append ${at}`).toEqual({ total: 5, list: [5] });
      }
    }
  });
});

describe('an effect in a run', () => {
  /** The process dies behind the effect and before anybody said so; then it is resumed. */
  async function cutBehind(effect: { readonly [key: string]: Json }) {
    const flow = flowWith('notify', {
      notify: work('@handoff', { effect: { key: '"m1"', ...effect }, routes: { incomplete: '@escalate' } }),
    });
    let sent = 0;
    const made = world({
      workers: {
        w: () => {
          sent += 1;
          if (sent === 1) throw new Crash();
          return { structured: `sent ${sent}` };
        },
      },
    });
    await expect(run(flow, made)).rejects.toThrow(Crash);
    const state = await resume(flow, made);
    return [
      sent,
      state.end?.outcome,
      state.steps.notify?.outcome,
      facts(made, 'effect.incomplete').map(({ policy }) => policy),
    ];
  }

  it('EN-20 that may have happened is met by the policy of its step: by error it is not repeated, and has a route', async () => {
    expect(await cutBehind({})).toEqual([1, 'escalated', 'incomplete', ['error']]);
    expect(await cutBehind({ onIncomplete: 'error' })).toEqual([1, 'escalated', 'incomplete', ['error']]);
  });

  it('EN-20 by skip it is not repeated and the flow goes on; by rerun it is, once', async () => {
    expect(await cutBehind({ onIncomplete: 'skip' })).toEqual([1, 'handoff', 'done', ['skip']]);
    expect(await cutBehind({ onIncomplete: 'rerun' })).toEqual([2, 'handoff', 'done', ['rerun']]);
  });

  it('AF-81 one that was committed is not repeated by the step’s next visit, nor by another run', async () => {
    const flow = flowWith('notify', {
      notify: work('more', { effect: { key: '"m1"' } }),
      more: { kind: 'router', cases: [{ when: 'steps.more.visits < 1', to: 'notify' }], else: '@handoff' },
    });
    const made = world({ workers: { w: ({ visit }) => ({ structured: `visit ${visit}` }) } });
    const state = await run(flow, made);
    made.lines.length = 0;
    const again = await run(flow, made);
    expect(made.requests).toHaveLength(1);
    for (const { steps } of [state, again])
      expect(steps.notify).toMatchObject({ visits: 2, result: { ok: true, output: 'visit 1' } });
  });
});
