import { describe, expect, it } from 'vitest';
import { byStep, flowWith, work } from '../fakes/flows';
import { absent, tokens, usd } from '../fakes/plays';
import { events, readState, resume, run } from '../fakes/runs';
import type { Play } from '../fakes/world';
import { Crash, world } from '../fakes/world';

type Members = Parameters<typeof flowWith>[2];

/** Works again and again until its budget says that it is enough. */
const forEver = (budget: NonNullable<Members>[string]) => flowWith('a', { a: work('b'), b: work('a') }, { budget });

describe('a budget over the run', () => {
  it('AF-72 after 60 and 50 of 100 tokens no further turn starts', async () => {
    const spent = [60, 50, 40];
    const made = world({ workers: { w: () => ({ usage: tokens(spent.shift() ?? 0) }) } });
    const state = await run(forEver({ tokens: 100 }), made);
    expect(made.requests).toHaveLength(2);
    expect(state.spend.tokens).toBe(110);
    expect(state.end).toMatchObject({ outcome: 'stopped', reason: 'budget' });
  });

  it('AF-73 EN-15 a turn that reports nothing stops as unproven under a cap; zero that is reported goes on', async () => {
    const made = world({ workers: { w: () => ({ usage: absent }) } });
    const state = await run(forEver({ usd: 1 }), made);
    expect(made.requests).toHaveLength(1);
    expect(state.end).toMatchObject({ outcome: 'stopped', reason: 'spend-unproven' });
    expect(state.spend).toMatchObject({ usd: 0, unknownUsd: 1 });

    const zero = world({ workers: { w: () => ({ usage: usd(0) }) } });
    const after = await run(forEver({ usd: 1, superSteps: 4 }), zero);
    expect(after.end).toMatchObject({ reason: 'super-step-limit' });
    expect(after.spend).toMatchObject({ usd: 0, unknownUsd: 0 });
  });

  it('AF-74 turns of a super-step that was discarded, and turns that were tried again, are summed', async () => {
    const flow = flowWith(['a', 'b'], {
      a: work('j'),
      b: work('j'),
      j: { kind: 'join', next: '@complete' },
    });
    const boom: Play = () => {
      throw new Error('boom');
    };
    const made = world({ workers: { w: byStep({ a: () => ({ usage: tokens(30) }), b: boom }) } });
    const state = await run(flow, made);
    expect(state.end?.outcome).toBe('failed');
    expect(state.spend.tokens).toBe(30);

    const tries = world({
      workers: { w: ({ attempt }) => ({ usage: tokens(10), status: attempt < 3 ? 'failed' : 'ok' }) },
    });
    const tried = await run(flowWith('a', { a: work('@complete', { attempts: 3 }) }), tries);
    expect(tried.spend).toMatchObject({ tokens: 30, turns: 3 });
  });

  it('AF-75 a resume goes on from what was spent', async () => {
    const flow = flowWith('a', { a: work('b'), b: work('@complete') }, { budget: { tokens: 100 } });
    let broken = true;
    const made = world({
      workers: {
        w: byStep({
          a: () => ({ usage: tokens(70) }),
          b: () => {
            if (broken) throw new Error('boom');
            return { usage: tokens(20) };
          },
        }),
      },
    });
    await run(flow, made);
    broken = false;
    const state = await resume(flow, made);
    expect(state.spend.tokens).toBe(90);
    expect(state.end?.outcome).toBe('complete');
  });

  it('EN-14 what siblings of one super-step spend is known to those that wait for their turn: they stay due', async () => {
    const flow = flowWith(
      ['a', 'b', 'c'],
      { a: work('j'), b: work('j'), c: work('j'), j: { kind: 'join', next: '@complete' } },
      { budget: { tokens: 100 }, concurrency: 1 },
    );
    const made = world({ workers: { w: () => ({ usage: tokens(60) }) } });
    const state = await run(flow, made);
    expect(made.requests.map(({ step }) => step)).toEqual(['a', 'b']);
    expect(state.end).toMatchObject({ outcome: 'stopped', reason: 'budget' });
    const after = await resume(flow, made, { raised: { budget: { tokens: 300 } } });
    expect(made.requests.map(({ step }) => step)).toEqual(['a', 'b', 'c']);
    expect(after.end?.outcome).toBe('complete');
  });

  it('UL-21 a turn that died is unproven under a cap, unless its worker is declared to cost nothing', async () => {
    const flow = flowWith('a', { a: work('@complete') }, { budget: { usd: 1 } });
    const afterCrash = async (free: boolean) => {
      let first = true;
      const made = world({
        free,
        workers: {
          w: () => {
            if (!first) return {};
            first = false;
            throw new Crash();
          },
        },
      });
      await expect(run(flow, made)).rejects.toThrow('crashed');
      return resume(flow, made);
    };
    expect((await afterCrash(false)).end).toMatchObject({ outcome: 'stopped', reason: 'spend-unproven' });
    const state = await afterCrash(true);
    expect(state.end).toMatchObject({ outcome: 'complete' });
    expect(state.spend).toMatchObject({ usd: 0, unknownUsd: 0, turns: 2 });
  });

  describe('EN-16 onOver "ask"', () => {
    const flow = forEver({ tokens: 100, superSteps: 4, onOver: 'ask' });
    const asked = async () => {
      const made = world({ workers: { w: () => ({ usage: tokens(60) }) } });
      const state = await run(flow, made);
      expect(state.end).toBeNull();
      expect(made.requests).toHaveLength(2);
      expect(Object.entries(state.asks)).toMatchObject([['budget.1', { choices: ['continue', 'take', 'stop'] }]]);
      return made;
    };
    const answered = async (choice: string) => {
      const made = await asked();
      const state = await resume(flow, made, {
        onStart: (driving) => driving.send({ do: 'answer', ask: 'budget.1', choice }, 'me'),
      });
      return { made, state };
    };

    it('continue spends as much again, then asks again', async () => {
      const { made, state } = await answered('continue');
      expect(state.end).toMatchObject({ reason: 'super-step-limit' });
      expect(state.spend.tokens).toBe(240);
      expect(events(made, 'caps.changed')).toMatchObject([{ loop: 'budget', caps: { tokens: 220 } }]);
    });
    it('take hands off what there is', async () => {
      const { state } = await answered('take');
      expect(state.end).toMatchObject({ outcome: 'handoff' });
    });
    it('stop stops, and says the budget', async () => {
      const { made, state } = await answered('stop');
      expect(state.end).toMatchObject({ outcome: 'stopped', reason: 'budget' });
      expect(readState(made)).toEqual(state);
    });
    it('EN-17 an answer that is none of the choices, or to another question, changes nothing', async () => {
      const made = await asked();
      const state = await resume(flow, made, {
        onStart: (driving) => {
          driving.send({ do: 'answer', ask: 'budget.1', choice: 'maybe' }, 'me');
          driving.send({ do: 'answer', ask: 'budget.2', choice: 'stop' }, 'me');
        },
      });
      expect(state.end).toBeNull();
      expect(events(made, 'ask.answered')).toEqual([]);
    });
  });
});
