import { describe, expect, it } from 'vitest';
import type { Decision } from '../../engine/trace/decision';
import type { StepScope } from '../../engine/trace/scope';
import { indexRows } from '../../extension/rows/diffRows';
import { runsRows } from '../../extension/rows/runsRows';
import { statusText } from '../../extension/rows/statusText';
import type { Given } from '../fakes/trace';
import { began, commit, done, flow, text, view } from './graphTraces';
import { rowsText } from './traces';

describe('groups as rows', () => {
  const member = (step: string, visit: number, batch: number, iteration: number, total: number): StepScope => ({
    ...flow(step, visit),
    inner: { loop: 'refine', batch, iteration, total },
  });
  const startBatch = (batch: number, total: number): readonly Decision[] => [
    { type: 'workflow.loop.batch.started', loop: 'refine', batch, hop: `b${batch}` },
    { type: 'workflow.loop.iteration', loop: 'refine', batch, iteration: 1, total, hop: `h${total}` },
  ];
  const next = (batch: number, iteration: number, total: number): Decision => ({
    type: 'workflow.loop.iteration',
    loop: 'refine',
    batch,
    iteration,
    total,
    hop: `h${total}`,
  });
  const given: readonly Given[] = [
    began(member('assess', 1, 0, 0, 0)),
    commit(done(member('assess', 1, 0, 0, 0)), ...startBatch(1, 1)),
    began(member('revise', 1, 1, 1, 1)),
    commit(done(member('revise', 1, 1, 1, 1)), next(1, 2, 2)),
    began(member('revise', 2, 1, 2, 2)),
    commit(done(member('revise', 2, 1, 2, 2)), {
      type: 'workflow.loop.exhausted',
      loop: 'refine',
      batch: 1,
      iteration: 2,
      total: 2,
      to: 'main',
      hop: 'x',
    }),
    {
      type: 'commit',
      events: [],
      frontier: [{ step: 'main', visit: 1, handoff: { loop: 'refine', reason: 'loop-limit' } }],
    },
    began(flow('main')),
    commit(done(flow('main')), ...startBatch(2, 3)),
    began(member('revise', 3, 2, 1, 3)),
    commit(done(member('revise', 3, 2, 1, 3)), next(2, 2, 4)),
    began(member('revise', 4, 2, 2, 4)),
  ];

  it('SE-31 batches with their iterations, and Main between them with why it was handed control', () => {
    expect(text(given)).toMatchInlineSnapshot(`
      "[loading~spin] fix-until-green · running · batch 2 · iteration 2 of 3 · total 4 · 2 min
        ▸ [milestone] refine · number 0 · before batch 1 · 10 s
          [circle-filled] assess · work · done · 10 s
        ▸ [circle-slash warning] refine · batch 1 · iteration 2 of 3 · total 2 · used up → main · 30 s
          ▸ [circle-outline] Iteration 1 · total 1 · 10 s
            [circle-filled] revise · work · done · 10 s
          ▸ [circle-outline] Iteration 2 · total 2 · 10 s
            [circle-filled] revise · work · done · 10 s
        [circle-filled] main · work · handed control: loop-limit · done · 10 s
        [loading~spin] refine · batch 2 · iteration 2 of 3 · total 4
          ▸ [circle-outline] Iteration 1 · total 3 · 10 s
            [circle-filled] revise · work · done · 10 s
          [loading~spin] Iteration 2 · total 4
            [loading~spin] revise · work · running"
    `);
  });

  it('SE-56 a limit that was lowered below the iteration is shown as passed, not hidden', () => {
    const lowered = [...given, commit({ type: 'caps.changed', loop: 'refine', caps: { maxIterations: 1 }, by: 'ana' })];
    const rows = indexRows(runsRows([view(lowered)]));
    const batch = [...rows.values()].find(({ row }) => row.label === 'refine · batch 2')?.row;
    expect(batch?.description).toContain('iteration 2 of 1 (over the limit) · total 4');
    const acts = [...rows.values()].find(({ row }) => row.label === 'Caps of refine changed')?.row;
    expect(acts?.description).toBe('maxIterations 1 · by ana');
    expect(statusText([view(lowered)])?.text).toContain('batch 2 · iteration 2 of 1 (over the limit) · total 4');
    expect(statusText([view(given)])?.text).toContain('batch 2 · iteration 2 of 3 · total 4');
  });

  it('every row has an id of its own', () => {
    const rows = runsRows([view(given)]);
    expect(indexRows(rows).size).toBe(rowsText(rows).split('\n').length);
  });

  it('a batch that nobody carries any more does not run', () => {
    expect(text(given)).toContain('[loading~spin] refine · batch 2');
    expect(text(given, false)).toContain('[debug-pause] refine · batch 2');
  });
});

describe('rounds as rows', () => {
  it('AF-59 with score and best; no round has the colour of success', () => {
    const round = (number: number): StepScope => ({
      ...flow('try', number),
      inner: { loop: 'tune', iteration: number, total: number },
    });
    const scored = (number: number, score: number | null, best: number): Decision => ({
      type: 'improve.scored',
      loop: 'tune',
      round: number,
      score,
      improved: score === best,
      stale: score === best ? 0 : 1,
      why: score === null ? 'not a number' : '',
      ...(score === best ? { best: { round: number, score: best, output: null, tree: null } } : {}),
    });
    const starts = (number: number): Decision => ({
      type: 'improve.round',
      loop: 'tune',
      round: number,
      total: number,
    });
    const rows = text([
      commit(starts(1)),
      began(round(1)),
      commit(done(round(1)), scored(1, 60, 60), starts(2)),
      began(round(2)),
      commit(done(round(2)), scored(2, 50, 60), starts(3)),
      began(round(3)),
      commit(done(round(3)), scored(3, null, 60), {
        type: 'improve.ended',
        loop: 'tune',
        round: 3,
        reason: 'converged',
        to: ['@complete'],
        restored: 1,
      }),
    ]);
    expect(rows).toMatchInlineSnapshot(`
      "[loading~spin] fix-until-green · running · 1 min 10 s
        ▸ [arrow-up] tune · round 1 of 20 · score 60 · best 60 · 10 s
          [circle-filled] try · work · done · 10 s
        ▸ [dash] tune · round 2 of 20 · score 50 · best 60 · no improvement ×1 · 10 s
          [circle-filled] try · work · done · 10 s
        ▸ [warning warning] tune · round 3 of 20 · no score: not a number · best 60 · no improvement ×1 · converged · files of round 1 put back · 10 s
          [circle-filled] try · work · done · 10 s"
    `);
  });
});
