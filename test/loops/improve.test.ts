import { describe, expect, it } from 'vitest';
import type { ImproveLoop } from '../../engine/flow/schema';
import { loopSchema } from '../../engine/flow/schema/loops';
import type { Json } from '../../engine/json';
import type { ImproveEvent, ImprovePlan, Round } from '../../engine/loops/improve';
import { foldImprove, improveEntered, scored } from '../../engine/loops/improve';
import type { ImproveState } from '../../engine/loops/innerState';
import { fc } from '../fc';

const planOf = (change: Partial<ImproveLoop> = {}): ImprovePlan => ({
  id: 'draft',
  loop: { type: 'improve', head: 'write', tail: 'score', ...change },
  next: ['report'],
});

/** A round by its output; its tree is named for it. */
const roundOf = (output: Json, change: Partial<Round> = {}): Round => ({
  output,
  ok: true,
  confirmed: true,
  tree: `tree of ${JSON.stringify(output)}`,
  ...change,
});

interface Ended {
  readonly state: ImproveState;
  readonly events: readonly ImproveEvent[];
  readonly decision: string;
  readonly to: readonly string[];
  readonly restored: number | null;
  readonly rounds: number;
}

/** Round after round until it ends; a number is a score. */
function improve(plan: ImprovePlan, rounds: readonly (number | Round)[], before?: ImproveState): Ended {
  const entered = improveEntered(plan.id, before);
  const events: ImproveEvent[] = [entered];
  let state = foldImprove(before, entered, 1);
  let end: Omit<Ended, 'state' | 'events' | 'rounds'> = { decision: 'again', to: [], restored: null };
  let count = 0;
  for (const round of rounds) {
    const went = scored(plan, state, typeof round === 'number' ? roundOf({ score: round }) : round);
    count++;
    for (const event of went.events) state = foldImprove(state, event, 1 + count);
    events.push(...went.events);
    end = { decision: went.decision, to: went.to, restored: went.restore?.round ?? null };
    if (went.decision !== 'again') break;
  }
  return { state, events, rounds: count, ...end };
}

const repeat = (score: number, times: number): readonly number[] => Array.from({ length: times }, () => score);
const lastScored = ({ events }: Ended) =>
  events
    .filter((event): event is Extract<ImproveEvent, { type: 'improve.scored' }> => event.type === 'improve.scored')
    .at(-1);

describe('improve loops', () => {
  it('AF-59 50, 60, 60, 60, 60, 60 with patience 4: converged after six rounds, best 60', () => {
    const ended = improve(planOf({ patience: 4 }), [50, ...repeat(60, 20)]);
    expect(ended).toMatchObject({ decision: 'converged', rounds: 6, to: ['report'] });
    expect(ended.state).toMatchObject({
      status: 'ended',
      reason: 'converged',
      best: { score: 60, round: 2 },
      stale: 4,
    });
  });

  it('AF-59 patience is counted in a row: a better round starts it anew', () => {
    const ended = improve(planOf({ patience: 2 }), [50, 40, 51, 40, 52, 52, 52]);
    expect(ended).toMatchObject({ decision: 'converged', rounds: 7 });
  });

  it('AF-60 done with a lower score than the best: the reason is done and the best stays', () => {
    const ended = improve(planOf(), [80, roundOf({ score: 30, done: true })]);
    expect(ended).toMatchObject({ decision: 'done', to: ['report'] });
    expect(ended.state).toMatchObject({ reason: 'done', best: { round: 1, score: 80, output: { score: 80 } } });
  });

  it('AF-61 a score equal to the best is no improvement, one that is a little higher is', () => {
    const equal = improve(planOf(), [60, 60]);
    expect(lastScored(equal)).toMatchObject({ improved: false, stale: 1, why: '60 is not better than 60 of round 1' });
    expect(equal.state.best?.round).toBe(1);
    const more = improve(planOf(), [60, 60 + 1e-12]);
    expect(lastScored(more)).toMatchObject({ improved: true, stale: 0 });
    expect(more.state.best?.round).toBe(2);
  });

  it('better is more than minDelta above the best, whatever binary fractions do', () => {
    const by = (first: number, second: number, minDelta: number) =>
      lastScored(improve(planOf({ minDelta }), [first, second]))?.improved;
    expect([by(50, 52, 2), by(50, 52.1, 2)]).toEqual([false, true]);
    expect([by(0.7, 0.8, 0.1), by(50, 50.1, 0.1), by(0.1, 0.3, 0.2)]).toEqual([false, false, false]);
    expect([by(0.7, 0.8001, 0.1), by(50, 50.1001, 0.1)]).toEqual([true, true]);
  });

  it('small steps add up against the best, not against the round before', () => {
    expect(improve(planOf({ minDelta: 2 }), [50, 51, 52, 53]).state).toMatchObject({ best: { round: 4 }, stale: 0 });
  });

  it('AF-62 both done and perfect: the reason is done; perfect alone is optimal', () => {
    expect(improve(planOf(), [roundOf({ score: 100, done: true })])).toMatchObject({
      decision: 'done',
      to: ['report'],
    });
    expect(improve(planOf(), [100])).toMatchObject({ decision: 'optimal', to: ['report'] });
    expect(improve(planOf({ perfect: 0.9 }), [0.89, 0.9])).toMatchObject({ decision: 'optimal', rounds: 2 });
    expect(improve(planOf({ perfect: 101 }), [100]).decision).toBe('again');
  });

  it('AF-63 patience 0 or a cap of 0 is refused, 1 is not', () => {
    const loop = { type: 'improve', head: 'a', tail: 'b' };
    const fits = (more: object) => loopSchema.safeParse({ ...loop, ...more }).success;
    expect([fits({ patience: 0 }), fits({ maxIterations: 0 })]).toEqual([false, false]);
    expect([fits({ patience: 1 }), fits({ maxIterations: 1 })]).toEqual([true, true]);
  });

  it.each([
    [{ score: Number.NaN }, /NaN is not a finite number/],
    [JSON.parse('{ "score": 1e999 }'), /Infinity is not a finite number/],
    [{ score: '90' }, /"90" is not a number/],
    [{ score: null }, /null is not a number/],
    [{ score: [90] }, /\[90\] is not a number/],
    [{ grade: 90 }, /has no "score"/],
    ['90', /has no "score"/],
    [null, /has no "score"/],
  ] as readonly (readonly [Json, RegExp])[])(
    'AF-64 %j is an invalid round: no progress, with a reason',
    (output, why) => {
      const ended = improve(planOf(), [70, roundOf(output)]);
      expect(lastScored(ended)).toMatchObject({
        score: null,
        improved: false,
        stale: 1,
        why: expect.stringMatching(why),
      });
      expect(ended).toMatchObject({ decision: 'again', state: { best: { round: 1, score: 70 }, round: 3 } });
    },
  );

  it('AF-64 a round whose tail failed is invalid, whatever its output says; so is what an invalid round says of done', () => {
    expect(lastScored(improve(planOf(), [roundOf({ score: 90 }, { ok: false })]))).toMatchObject({ score: null });
    expect(improve(planOf(), [roundOf({ score: 90, done: true }, { ok: false })]).decision).toBe('again');
    expect(improve(planOf(), [roundOf({ score: 'much', done: true })]).decision).toBe('again');
  });

  it('AF-64 zero and negative numbers are scores', () => {
    expect(improve(planOf(), [-5, 0]).state).toMatchObject({ best: { score: 0, round: 2 } });
  });

  it('AF-65 done that the checks do not confirm: the loop goes on, and says why', () => {
    const said = roundOf({ score: 70, done: true }, { confirmed: false });
    const went = improve(planOf(), [said]);
    expect(went).toMatchObject({ decision: 'again', to: ['write'], state: { round: 2, best: { score: 70 } } });
    expect(lastScored(went)?.why).toMatch(/checks of this round do not confirm/);
    expect(improve(planOf(), [said, roundOf({ score: 70, done: true })])).toMatchObject({
      decision: 'done',
      rounds: 2,
    });
  });

  it('AF-65 done is the boolean true and nothing else', () => {
    for (const done of ['true', 1, {}, null, false]) {
      expect(improve(planOf(), [roundOf({ score: 70, done })]).decision).toBe('again');
    }
  });

  it('a perfect score in a round whose checks did not hold ends nothing either', () => {
    const went = improve(planOf(), [roundOf({ score: 100 }, { confirmed: false })]);
    expect(went.decision).toBe('again');
    expect(lastScored(went)?.why).toMatch(/do not confirm/);
  });

  it('the round that ends it as optimal is its best, so that what is kept is what was checked', () => {
    const ended = improve(planOf({ restoreBest: true }), [roundOf({ score: 100, by: 'x' }, { confirmed: false }), 100]);
    expect(ended).toMatchObject({ decision: 'optimal', restored: null, state: { best: { round: 2 } } });
    expect(lastScored(ended)).toMatchObject({ improved: false });
  });

  it('success is looked at before any bound, convergence before the cap', () => {
    expect(improve(planOf({ maxIterations: 1 }), [roundOf({ score: 1, done: true })]).decision).toBe('done');
    expect(improve(planOf({ maxIterations: 1 }), [100]).decision).toBe('optimal');
    expect(improve(planOf({ maxIterations: 2, patience: 1 }), [50, 50]).decision).toBe('converged');
  });

  it('the cap leads out by onExhausted, to @stop where nothing is written', () => {
    const rising = [1, 2, 3, 4, 5];
    expect(improve(planOf({ maxIterations: 3 }), rising)).toMatchObject({
      decision: 'exhausted',
      rounds: 3,
      to: ['@stop'],
    });
    const to = planOf({ maxIterations: 3, onExhausted: 'apologise' });
    expect(improve(to, rising)).toMatchObject({
      to: ['apologise'],
      state: { reason: 'exhausted', best: { score: 3 } },
    });
  });

  it('defaults: patience 4, 20 rounds, perfect 100', () => {
    expect(improve(planOf(), repeat(50, 20))).toMatchObject({ decision: 'converged', rounds: 5 });
    const rising = Array.from({ length: 30 }, (_, index) => index);
    expect(improve(planOf(), rising)).toMatchObject({ decision: 'exhausted', rounds: 20 });
    expect(improve(planOf(), [99.9, 100])).toMatchObject({ decision: 'optimal', rounds: 2 });
  });

  it('converging leads by onConverged, where the tail leads otherwise', () => {
    const plan = planOf({ patience: 1, onConverged: 'compare' });
    expect(improve(plan, [50, 50])).toMatchObject({ decision: 'converged', to: ['compare'] });
  });

  it('without a single score there is nothing to converge on: patience that is spent exhausts the loop', () => {
    const ended = improve(planOf({ patience: 2 }), [roundOf('x'), roundOf('y')]);
    expect(ended).toMatchObject({ decision: 'exhausted', to: ['@stop'], state: { best: null } });
  });

  it('a cap lowered below the round ends it with that round, a raised one lets it go on', () => {
    const third = improve(planOf({ maxIterations: 5 }), [1, 2]).state;
    const round = roundOf({ score: 3 });
    expect(scored(planOf({ maxIterations: 1 }), third, round)).toMatchObject({ decision: 'exhausted' });
    expect(scored(planOf({ maxIterations: 3 }), third, round)).toMatchObject({ decision: 'exhausted' });
    expect(scored(planOf({ maxIterations: 4 }), third, round)).toMatchObject({ decision: 'again' });
  });

  it('restoreBest asks for the files of the best round, where that is another one and they were recorded', () => {
    const restoring = planOf({ restoreBest: true, patience: 1 });
    expect(improve(restoring, [50, 40])).toMatchObject({ decision: 'converged', restored: 1 });
    expect(improve(restoring, [50, roundOf({ score: 9, done: true })])).toMatchObject({
      decision: 'done',
      restored: 1,
    });
    expect(improve(restoring, [50, roundOf({ score: 40 }, { tree: 'tree of {"score":50}' })]).restored).toBe(1);
    expect(improve(restoring, [roundOf({ score: 50 }, { tree: null }), 40]).restored).toBeNull();
    expect(improve(planOf({ patience: 1 }), [50, 40]).restored).toBeNull();
    expect(improve(restoring, [50, 60]).restored).toBeNull();
  });

  it('EN-07 entered again: round 1, nothing known of before, and the total goes on', () => {
    const first = improve(planOf({ patience: 1 }), [50, 50]).state;
    expect(first).toMatchObject({ round: 2, total: 2 });
    const again = foldImprove(first, improveEntered('draft', first), 9);
    expect(again).toEqual({ status: 'running', round: 1, total: 3, stale: 0, best: null, since: 9, reason: null });
  });

  it('EN-06 any rounds: events folded once, twice or again on top come to the same, rounds are 1, 2, 3 …', () => {
    const anyRound = fc.record({
      output: fc.oneof(
        fc.record({ score: fc.integer({ min: 0, max: 110 }), done: fc.boolean() }),
        fc.constantFrom<Json>(null, { score: 'x' }, { score: Number.NaN }),
      ),
      ok: fc.boolean(),
      confirmed: fc.boolean(),
      tree: fc.constantFrom('t1', 't2', null),
    });
    const anyLoop = fc.record({
      patience: fc.integer({ min: 1, max: 4 }),
      maxIterations: fc.integer({ min: 1, max: 8 }),
      minDelta: fc.constantFrom(0, 5),
    });
    fc.assert(
      fc.property(anyLoop, fc.array(anyRound, { minLength: 1, maxLength: 12 }), fc.nat(), (loop, rounds, at) => {
        const plan = planOf(loop);
        const ended = improve(plan, rounds);
        const fold = (state: ImproveState | undefined, events: readonly ImproveEvent[]) =>
          events.reduce<ImproveState | undefined>((now, event) => foldImprove(now, event, 0), state);
        const since = ended.state.since;
        expect({ ...fold(undefined, ended.events), since }).toEqual(ended.state);
        const [first, rest] = [
          ended.events.slice(0, at % ended.events.length),
          ended.events.slice(at % ended.events.length),
        ];
        expect({ ...fold(ended.state, first), since }).toEqual(ended.state);
        expect({ ...fold(ended.state, rest), since }).toEqual(ended.state);
        const started = ended.events.flatMap((event) => (event.type === 'improve.round' ? [event.round] : []));
        expect(started).toEqual(started.map((_, index) => index + 1));
        expect(started.length).toBeLessThanOrEqual(loop.maxIterations);
        expect(ended.events.filter(({ type }) => type === 'improve.ended')).toHaveLength(
          ended.decision === 'again' ? 0 : 1,
        );
        const scores = rounds.slice(0, ended.rounds).flatMap(({ output, ok }) => {
          const score = ok && typeof output === 'object' && output !== null && 'score' in output ? output.score : null;
          return typeof score === 'number' && Number.isFinite(score) ? [score] : [];
        });
        expect(ended.state.best === null).toBe(scores.length === 0);
        if (ended.decision !== 'optimal' && scores.length > 0) {
          expect(ended.state.best?.score).toBeGreaterThanOrEqual(Math.max(...scores) - loop.minDelta);
        }
      }),
    );
  });
});
