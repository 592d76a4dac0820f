import { describe, expect, it } from 'vitest';
import type { Flow, UntilLoop } from '../../engine/index';
import type { Handlers } from '../../engine/run/handlers';
import { AUTONOMOUS, clockByHand, commitsOf, embedded } from './library';

const work = (next: string, more: object = {}) =>
  ({ kind: 'work', worker: 'a', prompt: 'Do it.', next, ...more }) as const;
const green = {
  run: async () => ({ status: 'exited', exit: 0, signal: null, output: '', log: null, durationMs: 1 }) as const,
};

/** Act, verify, judge in a loop; verification is always green. */
const loop = (more: Partial<UntilLoop> = {}, steps: Flow['steps'] = {}): Flow => ({
  converge: 1,
  id: 'loop',
  start: 'act',
  steps: {
    act: work('verify'),
    verify: { kind: 'verify', commands: [{ run: ['check'] }], next: 'judge' },
    judge: { kind: 'judge', worker: 'judge', next: '@complete' },
    ...steps,
  },
  loops: { fix: { type: 'until', head: 'act', tail: 'judge', maxPasses: 3, ...more } },
});

/** In each of at most two passes a group refines a draft. */
const refining = (maxIterations: number): Flow => {
  const flow = loop({ maxPasses: 2 }, { act: work('draft'), draft: work('review'), review: work('draft') });
  const refine = { type: 'group', from: 'review', to: 'draft', maxIterations, exitTo: 'verify' } as const;
  return { ...flow, loops: { ...flow.loops, refine } };
};

describe('rules of every engine', () => {
  it('EN-01 whatever a work step says, the loop goes on until its judge proposes and the engine decides', async () => {
    const loud = { goalMet: true, done: true, passed: true, next: '@complete', status: 'complete', score: 100 };
    const endedWhen = async (met: number) => {
      let judged = 0;
      const { engine } = embedded(
        { work: { a: () => loud }, judge: { judge: () => ({ goalMet: ++judged >= met, marker: judged }) } },
        { memory: { commands: green } },
      );
      const { outcome, counters } = await engine.run(loop(), AUTONOMOUS).done;
      return [outcome, counters.fix?.pass];
    };
    expect(await endedWhen(1)).toEqual(['complete', 1]);
    expect(await endedWhen(3)).toEqual(['complete', 3]);
    expect(await endedWhen(9)).toEqual(['stopped', 3]);
  });

  it('EN-04 whatever stops a run, one reason of a closed list is stored, once; what completes has none', async () => {
    const judge = (marker?: number) => ({ judge: () => ({ goalMet: false, ...(marker ? { marker } : {}) }) });
    const two = (to: string): Flow => ({ converge: 1, id: 'two', start: 'act', steps: { act: work(to) } });
    const round: Flow = {
      ...two('more'),
      budget: { superSteps: 3 },
      steps: {
        act: work('more'),
        more: { kind: 'router', cases: [{ when: 'steps.act.visits < 99', to: 'act' }], else: '@complete' },
      },
    };
    const silent = { a: () => ({ output: 1, usage: { state: 'absent', why: 'it said nothing' } as const }) };
    const dear = { a: () => ({ output: 1, usage: { state: 'reported', tokens: null, usd: 5, basis: null } as const }) };
    const lies = { a: () => ({ output: 1, claims: { changedFiles: ['x'] } }) };
    const latching = loop({}, { act: work('verify', { check: { changedOnDisk: 'claimed' } }) });
    const cases: readonly (readonly [Flow, Handlers, string | null, ('supervised' | 'autonomous')?])[] = [
      [two('@complete'), { work: { a: () => 1 } }, null],
      [two('@stop'), { work: { a: () => 1 } }, 'route'],
      [round, { work: { a: () => 1 } }, 'super-step-limit'],
      [{ ...two('b'), steps: { act: work('b'), b: work('@complete') }, budget: { usd: 1 } }, { work: dear }, 'budget'],
      [loop(), { work: { a: () => 1 }, judge: judge() }, 'pass-cap'],
      [latching, { work: lies, judge: judge() }, 'pass-cap'],
      [loop({ noProgressCeiling: 1 }), { work: { a: () => 1 }, judge: judge(1) }, 'no-progress'],
      [loop({ spendCap: { usd: 1 } }), { work: dear, judge: judge() }, 'spend-cap'],
      [loop({ spendCap: { usd: 1 } }), { work: silent, judge: judge() }, 'spend-unproven'],
      [loop(), { work: { a: () => 1 }, judge: judge() }, 'not-met', 'supervised'],
    ];
    for (const [flow, handlers, reason, mode = 'autonomous'] of cases) {
      const { engine, ports } = embedded(handlers, { memory: { commands: green } });
      const result = await engine.run(flow, { mode }).done;
      expect([result.reason, result.outcome]).toEqual([reason, reason === null ? 'complete' : 'stopped']);
      const ends = commitsOf(ports).flatMap(({ events }) => events.filter(({ type }) => type === 'run.ended'));
      expect(ends).toEqual([expect.objectContaining({ reason })]);
    }
  });

  it('EN-12 what a pass and an iteration made stays, each labelled with its loop, step and number', async () => {
    let turns = 0;
    const clock = clockByHand();
    const { engine, ports } = embedded(
      {
        work: {
          a: () => {
            // Artifacts of what is quicker are gathered.
            clock.turn(1000);
            return ++turns;
          },
        },
        judge: { judge: () => ({ goalMet: false }) },
      },
      { memory: { commands: green, clock } },
    );
    await engine.run(refining(2), AUTONOMOUS).done;
    const artifact = (path: string) => ports.kept.get(`artifacts/${path}.json`);
    expect(artifact('act/1')).toMatchObject({ step: 'act', visit: 1, loop: 'fix', pass: 1, result: { output: 1 } });
    expect(artifact('act/2')).toMatchObject({ step: 'act', visit: 2, loop: 'fix', pass: 2, result: { output: 6 } });
    const draft = { step: 'draft', loop: 'fix' };
    expect([1, 2, 3, 4].map((visit) => artifact(`draft/${visit}`))).toMatchObject([
      { ...draft, pass: 1, inner: { loop: 'refine', iteration: 1 }, result: { output: 2 } },
      { ...draft, pass: 1, inner: { loop: 'refine', iteration: 2 }, result: { output: 4 } },
      { ...draft, pass: 2, inner: { loop: 'refine', iteration: 1 }, result: { output: 7 } },
      { ...draft, pass: 2, inner: { loop: 'refine', iteration: 2 }, result: { output: 9 } },
    ]);
  });

  it('EN-22 a cap counts passes: a step that is visited often in one uses up none of it', async () => {
    let visits = 0;
    let passes = 0;
    const { engine } = embedded(
      {
        work: { a: ({ step }) => (step === 'draft' ? ++visits : 0) },
        judge: { judge: () => ({ goalMet: ++passes > 9 }) },
      },
      { memory: { commands: green } },
    );
    const { reason, counters } = await engine.run(refining(4), AUTONOMOUS).done;
    expect([reason, counters.fix?.pass, visits, passes]).toEqual(['pass-cap', 2, 8, 2]);
  });
});
