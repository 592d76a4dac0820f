import { describe, expect, it } from 'vitest';
import { events, facts, flowOf, run } from '../fakes/runs';
import type { Check } from '../fakes/world';
import { draftFlow, drafting, rounds } from './drafting';
import { work } from './refining';

describe('improve loops in a run', () => {
  it('AF-59 50, 60, 60, 60, 60, 60: converged after six rounds, the best is kept, the tail’s own route is taken', async () => {
    const made = drafting([50, 60, 60, 60, 60, 60, 99]);
    const state = await run(draftFlow(), made);
    expect(rounds(made)).toEqual([
      '1: 50 better',
      '2: 60 better',
      '3: 60',
      '4: 60',
      '5: 60',
      '6: 60',
      'converged → report',
    ]);
    expect(state.improves.draft).toMatchObject({ status: 'ended', reason: 'converged', best: { score: 60, round: 2 } });
    expect(made.requests.filter(({ step }) => step === 'write')).toHaveLength(6);
  });

  it('a score is an opinion: a run that ends on one is complete, and says that no evidence confirms it', async () => {
    const state = await run(draftFlow(), drafting([100]));
    expect(state.end).toMatchObject({ outcome: 'complete', confirmed: 'opinion' });
  });

  it('AF-60 done with a lower score: the loop ends, the best stays', async () => {
    const made = drafting([80, { score: 30, done: true }]);
    const state = await run(draftFlow(), made);
    expect(rounds(made).at(-1)).toBe('done → report');
    expect(state.improves.draft?.best).toMatchObject({ round: 1, score: 80 });
  });

  it('AF-64 rounds without a number are no progress, with a reason each; the run goes on', async () => {
    const made = drafting([70, { score: 'good' }, { grade: 1 }, 75, 100]);
    await run(draftFlow(), made);
    expect(rounds(made)).toEqual([
      '1: 70 better',
      '2: none',
      '3: none',
      '4: 75 better',
      '5: 100 better',
      'optimal → report',
    ]);
    expect(events(made, 'improve.scored').map(({ why }) => why)[1]).toContain('"good" is not a number');
  });

  it('AF-65 done while the verification of the round is red: the loop goes on until it is green', async () => {
    const flow = draftFlow({
      steps: {
        write: { ...work('verify'), worker: 'writer' },
        verify: { kind: 'verify', commands: [{ run: ['npm', 'test'] }], next: 'score', routes: { fail: 'score' } },
      },
    });
    const done = { score: 70, done: true };
    const made = drafting([done, done, done], (files) => ({ exit: files.get('draft.md') === 'draft 3' ? 0 : 1 }));
    const state = await run(flow, made);
    expect(rounds(made)).toEqual(['1: 70 better', '2: 70', '3: 70', 'done → report']);
    expect(events(made, 'improve.scored')[0]?.why).toContain('do not confirm');
    expect(state.end?.outcome).toBe('complete');
  });

  it('AF-65 a verification that was green in an earlier round confirms nothing in this one', async () => {
    const flow = draftFlow({
      steps: {
        write: { ...work('verify'), worker: 'writer' },
        verify: { kind: 'verify', commands: [{ run: ['npm', 'test'] }], next: 'score', routes: { fail: 'score' } },
      },
      loop: { maxIterations: 2 },
    });
    const made = drafting([50, { score: 70, done: true }], (files) => ({
      exit: files.get('draft.md') === 'draft 1' ? 0 : 1,
    }));
    await run(flow, made);
    expect(rounds(made).at(-1)).toBe('exhausted → @stop');
  });

  it('EN-02 running out leads to @stop and is never complete; a route for it is taken instead', async () => {
    const rising = [1, 2, 3, 4];
    const stopped = await run(draftFlow({ loop: { maxIterations: 3 } }), drafting(rising));
    expect(stopped.end?.outcome).toBe('stopped');
    expect(stopped.improves.draft).toMatchObject({ reason: 'exhausted', round: 3, best: { score: 3 } });
    const made = drafting(rising);
    await run(draftFlow({ loop: { maxIterations: 3, onExhausted: 'report' } }), made);
    expect(made.requests.at(-1)?.step).toBe('report');
  });

  it('converging leads by onConverged where it is given', async () => {
    const flow = draftFlow({ loop: { patience: 1, onConverged: 'compare' }, steps: { compare: work('@complete') } });
    const made = drafting([50, 50]);
    await run(flow, made);
    expect(made.requests.at(-1)?.step).toBe('compare');
  });

  it('restoreBest puts the files back as they were in the best round, and says so; without it they are the last ones', async () => {
    const scores = [50, 90, 60, 60];
    const restored = drafting(scores);
    await run(draftFlow({ loop: { patience: 2, restoreBest: true } }), restored);
    expect(restored.files.get('draft.md')).toBe('draft 2');
    expect(events(restored, 'improve.ended')).toMatchObject([{ round: 4, restored: 2 }]);
    const kept = drafting(scores);
    await run(draftFlow({ loop: { patience: 2 } }), kept);
    expect(kept.files.get('draft.md')).toBe('draft 4');
    expect(events(kept, 'improve.ended')[0]).not.toHaveProperty('restored');
  });

  it('evidence is about the files it was found on: a round that is put back makes it an opinion', async () => {
    const flow = (restoreBest: boolean) =>
      draftFlow({
        steps: {
          write: { ...work('verify'), worker: 'writer' },
          verify: { kind: 'verify', commands: [{ run: ['npm', 'test'] }], next: 'score', routes: { fail: 'score' } },
        },
        loop: { patience: 1, restoreBest },
      });
    const check: Check = (files) => ({ exit: files.get('draft.md') === 'draft 2' ? 0 : 1 });
    const restored = drafting([90, 60], check);
    const state = await run(flow(true), restored);
    expect(restored.files.get('draft.md')).toBe('draft 1');
    expect(state.end).toMatchObject({ outcome: 'complete', confirmed: 'opinion' });
    expect((await run(flow(false), drafting([90, 60], check))).end).toMatchObject({ confirmed: 'evidence' });
  });

  it('more rounds than the super-steps of the budget are run: their own cap bounds them', async () => {
    const flow = flowOf({
      ...JSON.parse(JSON.stringify(draftFlow({ loop: { maxIterations: 6 } }))),
      budget: { superSteps: 3 },
    });
    const made = drafting([1, 2, 3, 4, 5, 100]);
    expect((await run(flow, made)).end?.outcome).toBe('complete');
  });

  it('one step may be both: it works and is scored by what it gives back', async () => {
    const flow = flowOf({
      converge: 1,
      id: 'alone',
      start: 'try',
      steps: { try: { ...work('@complete'), worker: 'scorer' } },
      loops: { draft: { type: 'improve', head: 'try', tail: 'try', patience: 2 } },
    });
    const made = drafting([10, 20, 20, 20]);
    expect((await run(flow, made)).end?.outcome).toBe('complete');
    expect(rounds(made)).toEqual(['1: 10 better', '2: 20 better', '3: 20', '4: 20', 'converged → @complete']);
  });

  it('turns and their entries carry the round, from 1, and the total', async () => {
    const made = drafting([10, 100]);
    await run(draftFlow(), made);
    const started = facts(made, 'step.started').filter(({ inner }) => inner !== undefined);
    expect(started.map(({ step, inner }) => `${step} ${inner?.iteration}.${inner?.total}`)).toEqual([
      'write 1.1',
      'score 1.1',
      'write 2.2',
      'score 2.2',
    ]);
  });

  it('the best is in expressions behind the loop', async () => {
    const flow = draftFlow({
      steps: {
        report: {
          kind: 'router',
          cases: [{ when: 'loops.draft.best.score > 55.0', to: '@handoff' }],
          else: '@escalate',
        },
      },
      loop: { patience: 1 },
    });
    expect((await run(flow, drafting([56, 50]))).end?.outcome).toBe('handoff');
    expect((await run(flow, drafting([54, 50]))).end?.outcome).toBe('escalated');
  });

  it('EN-07 entered again it begins with round 1 and nothing of before, and the total goes on', async () => {
    const flow = draftFlow({
      loop: { patience: 1 },
      steps: {
        report: {
          kind: 'router',
          cases: [{ when: 'steps.score.visits < 4', to: 'write' }],
          else: '@handoff',
        },
      },
    });
    const made = drafting([90, 80, 10, 5]);
    const state = await run(flow, made);
    expect(events(made, 'improve.round').map(({ round, total }) => `${round}.${total}`)).toEqual([
      '1.1',
      '2.2',
      '1.3',
      '2.4',
    ]);
    expect(state.improves.draft?.best).toMatchObject({ round: 1, score: 10 });
  });

  it('UL-30 in the body of an until loop each pass enters it anew, and the total goes on', async () => {
    const flow = draftFlow({
      loop: { patience: 1 },
      steps: {
        score: { ...work('verify'), worker: 'scorer' },
        verify: { kind: 'verify', commands: [{ run: ['npm', 'test'] }], next: 'judge' },
        judge: { kind: 'judge', worker: 'w', next: 'report' },
      },
      loops: { fix: { type: 'until', head: 'write', tail: 'judge', maxPasses: 2 } },
    });
    const made = drafting([90, 80, 10, 5]);
    await run(flow, made);
    expect(events(made, 'improve.round').map(({ round, total }) => `${round}.${total}`)).toEqual([
      '1.1',
      '2.2',
      '1.3',
      '2.4',
    ]);
  });
});
