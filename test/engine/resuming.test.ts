import { describe, expect, it } from 'vitest';
import type { Json } from '../../engine/json';
import { byStep, flowWith, work } from '../fakes/flows';
import { entries, events, resume, run, runCut } from '../fakes/runs';
import type { Play } from '../fakes/world';
import { Crash, world } from '../fakes/world';

const chain = (...ids: string[]) =>
  flowWith(
    ids[0] ?? '',
    Object.fromEntries(ids.map((id, index) => [id, work(ids[index + 1] ?? '@complete', { writes: 'list' })])),
    { channels: { list: { reducer: 'append' } } },
  );

describe('resuming', () => {
  it('AF-21 with nothing due a run is done; with a question open it is not', async () => {
    const asking = flowWith('q', {
      q: { kind: 'ask', question: 'Go?', choices: ['yes'], routes: { yes: '@complete' } },
    });
    const made = world({ workers: {} });
    const waiting = await run(asking, made);
    expect([waiting.end, waiting.frontier.length]).toEqual([null, 1]);
    const done = await resume(asking, made, {
      onStart: (driving) => driving.send({ do: 'answer', ask: 'q.1', choice: 'yes' }, 'me'),
    });
    expect([done.end?.outcome, done.frontier.length]).toEqual(['complete', 0]);
  });

  it('AF-22 a crash in the first super-step starts it again, from the inputs that were stored', async () => {
    const flow = flowWith(
      'a',
      { a: work('@complete', { reads: ['inputs.n'] }) },
      { inputs: { n: { type: 'number' } } },
    );
    const seen: Json[] = [];
    const made = world({
      workers: {
        w: (request) => {
          seen.push(request.reads['inputs.n'] ?? null);
          if (seen.length === 1) throw new Crash();
          return {};
        },
      },
    });
    await expect(run(flow, made, { inputs: { n: 7 } })).rejects.toThrow('crashed');
    const state = await resume(flow, made);
    expect(seen).toEqual([7, 7]);
    expect(state.end?.outcome).toBe('complete');
  });

  it('AF-23 after a crash behind super-step 3 the next one is number 4, at any append', async () => {
    const ids = ['a', 'b', 'c', 'd', 'e'];
    const whole = world({ workers: { w: byStep() } });
    const want = await run(chain(...ids), whole);
    for (let at = 1; at <= whole.appends.count; at++) {
      for (const when of ['before', 'after'] as const) {
        const made = world({ workers: { w: byStep() } });
        const state = await runCut(chain(...ids), made, at, when);
        expect(state.channels, `${when} append ${at}`).toEqual(want.channels);
        const numbers = entries(made).flatMap((entry) => (entry.type === 'commit' ? [entry.superStep] : []));
        expect(numbers).toEqual(numbers.map((_, index) => index + 1));
      }
    }
  });

  it('AF-24 a run that is complete, handed off or escalated is not resumed', async () => {
    for (const end of ['@complete', '@handoff', '@escalate']) {
      const flow = flowWith('a', { a: work(end) });
      const made = world({ workers: { w: () => ({}) } });
      await run(flow, made);
      await expect(async () => resume(flow, made), end).rejects.toMatchObject({ code: 'run-final' });
    }
  });

  it('AF-29 when its time is over the step in flight is cancelled, the last commit is named, and a resume goes on from it', async () => {
    const flow = { ...chain('a', 'b', 'c'), budget: { minutes: 10 } };
    let slow = true;
    const made = world({
      workers: {
        w: (request) => {
          if (request.step !== 'b' || !slow) return { structured: request.step };
          made.turn(11 * 60_000);
          return { status: 'timed-out', why: 'it took too long' };
        },
      },
    });
    const state = await run(flow, made);
    expect(state.end).toMatchObject({ outcome: 'stopped', reason: 'deadline' });
    expect(state.end?.why).toContain('super-step 1 was the last');
    expect(state.channels).toEqual({ list: ['a'] });
    slow = false;
    const after = await resume(flow, made, { raised: { budget: { minutes: 20 } } });
    expect(after.channels).toEqual({ list: ['a', 'b', 'c'] });
  });

  it('AF-30 whatever ends a stretch, it ends once, with its reason', async () => {
    const boom: Play = () => {
      throw new Error('boom');
    };
    const ends = [
      { flow: chain('a'), w: byStep(), outcome: 'complete' },
      { flow: chain('a'), w: boom, outcome: 'failed' },
      {
        flow: flowWith('a', { a: work('b'), b: work('a') }, { budget: { superSteps: 2 } }),
        w: byStep(),
        outcome: 'stopped',
      },
      {
        flow: flowWith(
          'r',
          {
            r: {
              kind: 'router',
              cases: [
                { when: 'false', to: 'r' },
                { when: 'false', to: '@stop' },
              ],
            },
          },
          { budget: { superSteps: 9 } },
        ),
        w: byStep(),
        outcome: 'failed',
      },
    ];
    for (const { flow, w, outcome } of ends) {
      const made = world({ workers: { w } });
      await run(flow, made);
      expect(events(made, 'run.ended').map((end) => end.outcome)).toEqual([outcome]);
    }
    const cancelled = world({ workers: { w: () => new Promise(() => {}) } });
    await run(chain('a'), cancelled, { onStart: (driving) => driving.send({ do: 'cancel' }, 'me') });
    expect(events(cancelled, 'run.ended').map((end) => end.outcome)).toEqual(['cancelled']);
  });
});
