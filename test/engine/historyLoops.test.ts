import { describe, expect, it } from 'vitest';
import type { Decision } from '../../engine/trace/decision';
import type { StepScope } from '../../engine/trace/scope';
import type { Given } from '../fakes/trace';
import { began, commit, done, flow, historyOf, stepRun, textOf } from './histories';

describe('batches of a group', () => {
  const group = (step: string, visit: number, batch: number, iteration: number, total: number): StepScope => ({
    ...flow(step, visit),
    inner: { loop: 'refine', batch, iteration, total },
  });
  const started = (batch: number): Decision => ({
    type: 'workflow.loop.batch.started',
    loop: 'refine',
    batch,
    hop: `b${batch}`,
  });
  const iterated = (batch: number, iteration: number, total: number): Decision => ({
    type: 'workflow.loop.iteration',
    loop: 'refine',
    batch,
    iteration,
    total,
    hop: `h${total}`,
  });
  const exhausted: Decision = {
    type: 'workflow.loop.exhausted',
    loop: 'refine',
    batch: 1,
    iteration: 2,
    total: 2,
    to: 'main',
    hop: 'x1',
  };
  const two: readonly Given[] = [
    began(flow('main', 1)),
    commit(done(flow('main', 1)), started(1), iterated(1, 1, 1)),
    began(group('revise', 1, 1, 1, 1)),
    commit(done(group('revise', 1, 1, 1, 1)), iterated(1, 2, 2)),
    began(group('revise', 2, 1, 2, 2)),
    commit(done(group('revise', 2, 1, 2, 2)), exhausted),
    began(flow('main', 2)),
    commit(done(flow('main', 2)), started(2), iterated(2, 1, 3)),
    began(group('revise', 3, 2, 1, 3)),
  ];

  it('SE-31 each batch has its iterations and its range of totals, and the ranges do not overlap', () => {
    expect(textOf(historyOf(...two))).toMatchInlineSnapshot(`
      "flow 0:
        main.1 work done
        revise.1 work done in refine 1/1 (1)
        revise.2 work done in refine 1/2 (2)
        main.2 work done
        revise.3 work running in refine 2/1 (3)
      refine batch 1: iteration 2, totals 1-2, workflow.loop.exhausted
      refine batch 2: iteration 1, totals 3-3, open"
    `);
  });

  it('SE-46 an iteration that is said twice counts once', () => {
    const twice = historyOf(...two, commit(iterated(2, 1, 3)));
    expect(twice.batches).toEqual(historyOf(...two).batches);
    const more = historyOf(...two, commit(iterated(2, 2, 4)));
    expect(more.batches.at(-1)).toMatchObject({ iteration: 2, firstTotal: 3, lastTotal: 4 });
  });

  it('SE-27 a batch that another one follows is over without being used up', () => {
    const history = historyOf(...two, commit(started(3)), commit(iterated(3, 1, 4)));
    expect(history.batches.map(({ endedAt, ended }) => [endedAt !== null, ended?.type ?? null])).toEqual([
      [true, 'workflow.loop.exhausted'],
      [true, null],
      [false, null],
    ]);
  });

  it('a hand-off stands with the visit that it led to', () => {
    const handoff = { loop: 'refine', reason: 'loop-limit' as const };
    const history = historyOf(
      { type: 'commit', events: [], frontier: [{ step: 'main', visit: 2, handoff }] },
      began(flow('main', 2)),
      began(flow('other', 1)),
    );
    expect(stepRun(history, 'main', 2)?.handoff).toEqual(handoff);
    expect(stepRun(history, 'other')?.handoff).toBeUndefined();
  });
});

describe('rounds of an improve loop', () => {
  const round = (number: number, total: number): Decision => ({
    type: 'improve.round',
    loop: 'tune',
    round: number,
    total,
  });
  const scored = (number: number, score: number | null, best: boolean): Decision => ({
    type: 'improve.scored',
    loop: 'tune',
    round: number,
    score,
    improved: best,
    stale: best ? 0 : 1,
    why: '',
    ...(best && score !== null ? { best: { round: number, score, output: null, tree: null } } : {}),
  });
  const ended: Decision = { type: 'improve.ended', loop: 'tune', round: 3, reason: 'converged', to: ['@complete'] };

  it('AF-59 carry their score and the best so far', () => {
    const history = historyOf(
      commit(round(1, 1)),
      commit(scored(1, 50, true), round(2, 2)),
      commit(scored(2, 40, false), round(3, 3)),
      commit(scored(3, null, false), ended),
    );
    expect(textOf(history)).toMatchInlineSnapshot(`
      "tune round 1 (1): 50, best 50, open
      tune round 2 (2): 40, best 50, open
      tune round 3 (3): no score, best 50, converged"
    `);
  });

  it('entered again, the loop looks for its best anew', () => {
    const history = historyOf(commit(round(1, 1)), commit(scored(1, 50, true)), commit(round(1, 2)));
    expect(history.rounds.map(({ best }) => best)).toEqual([50, null]);
  });
});
