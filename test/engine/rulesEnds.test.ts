import { describe, expect, it } from 'vitest';
import type { Flow } from '../../engine/flow/schema';
import type { Json } from '../../engine/json';
import type { Usage } from '../../engine/ports';
import type { Driving } from '../../engine/run/driving';
import type { RaisedBounds } from '../../engine/trace/control';
import { byStep, flowWith, work } from '../fakes/flows';
import { absent, green, idle, met, notMet, red, tokens, usd } from '../fakes/plays';
import { events, fixFlow, resume, run } from '../fakes/runs';
import type { Play, World } from '../fakes/world';
import { Crash, world } from '../fakes/world';

const two = flowWith('a', { a: work('b'), b: work('@complete') });
const boom: Play = () => {
  throw new Error('boom');
};
const judge: Play = () => ({ structured: { goalMet: true, lesson: 'all is done', marker: 'same' } });
const circle = (budget: Json) => flowWith('a', { a: work('b'), b: work('a') }, { budget });

interface WayOut {
  readonly flow: Flow;
  /** Until it is mended, which is what a resume needs beside `raised`. */
  readonly made: (mended: () => boolean) => World;
  readonly act?: Parameters<Driving['send']>[0];
  readonly end: readonly [outcome: string, reason: string | null];
  readonly raised?: Readonly<Record<string, RaisedBounds>>;
}

const fixing = (worker: Play, reviewer: Play = judge) =>
  world({ workers: { implementer: worker, reviewer }, check: red });

/** Every way out but success, of flows that lead to @complete otherwise. */
const WAYS_OUT: Readonly<Record<string, WayOut>> = {
  'the cap on passes': {
    flow: fixFlow({ loop: { maxPasses: 2 } }),
    made: () => fixing(idle),
    end: ['stopped', 'pass-cap'],
    raised: { fix: { maxPasses: 3 } },
  },
  'no progress': {
    flow: fixFlow({ loop: { noProgressCeiling: 1 } }),
    made: () => fixing(idle),
    end: ['stopped', 'no-progress'],
    raised: { fix: { noProgressCeiling: 2 } },
  },
  'the cap on spend': {
    flow: fixFlow({ loop: { spendCap: { usd: 1 } } }),
    made: () => fixing(() => ({ usage: usd(1) })),
    end: ['stopped', 'spend-cap'],
    raised: { fix: { usd: 2 } },
  },
  'spend that is not known': {
    flow: fixFlow({ loop: { spendCap: { usd: 1 } } }),
    made: () => fixing(() => ({ usage: absent })),
    end: ['stopped', 'spend-unproven'],
  },
  'the budget': {
    flow: circle({ usd: 1 }),
    made: () => world({ workers: { w: () => ({ usage: usd(1) }) } }),
    end: ['stopped', 'budget'],
    raised: { budget: { usd: 2 } },
  },
  'a circle': {
    flow: circle({ superSteps: 3 }),
    made: () => world({ workers: { w: idle } }),
    end: ['stopped', 'super-step-limit'],
    raised: { budget: { superSteps: 4 } },
  },
  'the time of the run': {
    flow: flowWith('a', { a: work('@complete') }, { budget: { minutes: 1 } }),
    made: (mended) => {
      const made: World = world({
        workers: {
          w: () => {
            if (mended()) return {};
            made.turn(61_000);
            return { status: 'timed-out', why: 'too long' };
          },
        },
      });
      return made;
    },
    end: ['stopped', 'deadline'],
    raised: { budget: { minutes: 9 } },
  },
  'a person, at a boundary': {
    flow: two,
    made: () => world({ workers: { w: idle } }),
    act: { do: 'stop' },
    end: ['stopped', 'by-person'],
  },
  'a person, now': {
    flow: two,
    made: (mended) => world({ workers: { w: () => (mended() ? {} : new Promise(() => {})) } }),
    act: { do: 'cancel' },
    end: ['cancelled', null],
  },
  'an error': {
    flow: two,
    made: (mended) => world({ workers: { w: (request, files) => (mended() ? {} : boom(request, files)) } }),
    end: ['failed', null],
  },
  'a failure without a route': {
    flow: two,
    made: (mended) => world({ workers: { w: () => (mended() ? {} : { status: 'failed', why: 'no' }) } }),
    end: ['failed', null],
  },
};

const came = async ({ flow, made, act }: WayOut, mended = () => false) => {
  const where = made(mended);
  const state = await run(flow, where, act === undefined ? {} : { onStart: ({ send }) => send(act, 'ada') });
  return { where, state };
};

describe('ways out other than success', () => {
  it.each(Object.entries(WAYS_OUT))(
    'EN-02 AF-30 %s ends the run once, not complete, with its one reason',
    async (_, way) => {
      const { where, state } = await came(way);
      expect([state.end?.outcome, state.end?.reason]).toEqual(way.end);
      expect(state.end?.why).not.toBe('');
      const ended = events(where, 'run.ended');
      expect(ended.map(({ outcome, reason, confirmed }) => [outcome, reason, confirmed])).toEqual([
        [...way.end, 'none'],
      ]);
    },
  );

  it.each(Object.entries(WAYS_OUT))(
    'AF-24 behind %s it can be resumed, after a bound only with that bound raised',
    async (_, way) => {
      let mended = false;
      const { where, state } = await came(way, () => mended);
      mended = true;
      const before = where.requests.length;
      if (way.raised === undefined && state.end?.reason === 'spend-unproven') {
        await expect(async () => resume(way.flow, where)).rejects.toMatchObject({ code: 'bound-not-raised' });
        return;
      }
      if (way.raised !== undefined) {
        await expect(async () => resume(way.flow, where)).rejects.toMatchObject({ code: 'bound-not-raised' });
        const other = { raised: { other: { usd: 9 } } };
        await expect(async () => resume(way.flow, where, other)).rejects.toMatchObject({ code: 'bound-not-raised' });
      }
      await resume(way.flow, where, way.raised === undefined ? {} : { raised: way.raised });
      expect(where.requests.length).toBeGreaterThan(before);
      // AF-30: the second stretch has an end of its own, and one.
      expect(events(where, 'run.ended')).toHaveLength(2);
    },
  );

  it('EN-02 steps behind a bound do not make it complete, wherever they lead', async () => {
    const flow = fixFlow({
      loop: { maxPasses: 1, onExhausted: 'tell' },
      steps: { tell: { kind: 'work', worker: 'implementer', prompt: 'Tell.', next: '@complete' } },
    });
    const made = world({ workers: { implementer: idle, reviewer: notMet }, check: red });
    const state = await run(flow, made);
    expect(made.requests.at(-1)?.step).toBe('tell');
    expect(state.end).toMatchObject({ outcome: 'stopped', reason: 'pass-cap' });
    const good = world({ workers: { implementer: idle, reviewer: met }, check: green });
    expect((await run(flow, good)).end).toMatchObject({ outcome: 'complete' });
  });
});

describe('a bound on spend', () => {
  it('EN-14 is looked at before each attempt too: what the ones before it cost counts', async () => {
    const flow = flowWith('a', { a: work('@handoff', { attempts: 5 }) }, { budget: { tokens: 100 } });
    const failing: Play = () => ({ status: 'failed', why: 'no', usage: tokens(60) });
    const made = world({ workers: { w: failing } });
    const state = await run(flow, made);
    expect(made.requests.map(({ attempt }) => attempt)).toEqual([1, 2]);
    expect(state.end).toMatchObject({ outcome: 'stopped', reason: 'budget' });
    expect(state.frontier).toMatchObject([{ step: 'a' }]);
    await resume(flow, made, { raised: { budget: { tokens: 150 } } });
    expect(made.requests.map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
  });
});

describe('spend that is not known', () => {
  it('EN-15 under a cap it stops the run and is called what it is; zero that is reported, and a free worker, are zero', async () => {
    const bounded = (budget: Json) => flowWith('a', { a: work('b'), b: work('@handoff') }, { budget });
    const came = async (budget: Json, usage?: Usage) =>
      run(bounded(budget), world({ workers: { w: () => (usage === undefined ? {} : { usage }) } }));
    const unknown = await came({ usd: 1 }, absent);
    expect(unknown.end).toMatchObject({ outcome: 'stopped', reason: 'spend-unproven' });
    expect(unknown.end?.why).toContain('did not report');
    expect(unknown.spend).toMatchObject({ usd: 0, unknownUsd: 1, firstUnknown: 'a: the worker reported no usage' });
    // Tokens alone say nothing of dollars, and are all that a cap on tokens needs.
    expect((await came({ usd: 1 }, tokens(5))).end?.reason).toBe('spend-unproven');
    for (const known of [
      await came({ tokens: 100 }, tokens(5)),
      await came({ usd: 1 }, usd(0)),
      await came({ usd: 1 }),
    ]) {
      expect(known.end).toMatchObject({ outcome: 'handoff' });
    }
    // Without a cap it is only not known.
    const free = await came({ superSteps: 9 }, absent);
    expect([free.end?.outcome, free.spend.unknownUsd]).toEqual(['handoff', 2]);
  });
});

describe('a run that nobody carries', () => {
  const cancelled = (flow: Flow, made: World) =>
    resume(flow, made, { onStart: ({ send }) => send({ do: 'cancel' }, 'ada') });

  it('AF-46 is cancelled at once where it waits for a person: no answer, and no step behind it', async () => {
    const flow = flowWith('q', {
      q: { kind: 'ask', question: 'Go?', choices: ['yes'], deadline: '1h', default: 'yes', routes: { yes: 'a' } },
      a: work('@complete'),
    });
    const made = world({ workers: { w: idle } });
    await run(flow, made);
    // Not even what is due by now is taken first.
    made.turn(2 * 3_600_000);
    const state = await cancelled(flow, made);
    expect(state.end).toMatchObject({ outcome: 'cancelled' });
    expect([events(made, 'ask.answered'), made.requests]).toEqual([[], []]);
  });

  it('AF-46 is cancelled at once where it was interrupted: the step that was cut off does not start again', async () => {
    const made = world({
      workers: {
        w: byStep({
          b: () => {
            throw new Crash();
          },
        }),
      },
    });
    await expect(run(two, made)).rejects.toThrow(Crash);
    const before = made.requests.length;
    const state = await cancelled(two, made);
    expect(state.end).toMatchObject({ outcome: 'cancelled' });
    expect(made.requests).toHaveLength(before);
    expect(Object.keys(state.steps)).toEqual(['a']);
  });
});
