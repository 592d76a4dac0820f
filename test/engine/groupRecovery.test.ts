import { describe, expect, it } from 'vitest';
import type { RunState } from '../../engine/run/state';
import { flowOf, readState, resume, run, runCut } from '../fakes/runs';
import type { Play, World } from '../fakes/world';
import { world } from '../fakes/world';
import {
  appendOf,
  counted,
  cut,
  heard,
  refineFlow,
  refining,
  says,
  snapshot,
  standing,
  steered,
  work,
} from './refining';

/** Two batches of two, with an extra pass between them. */
const STORY = says('again', 'look', 'again');
const flow = refineFlow({ group: { maxIterations: 2 } });
const story = (): World => refining(STORY);
const COUNTED = ['batch 1', '1.1.1', '1.2.2', 'exhausted 1.2.2', 'batch 2', '2.1.3', '2.2.4', 'exhausted 2.2.4'];

/** Cuts the story right before or right behind the commit in which this first happens. */
async function cutAt(what: string, when: 'before' | 'after'): Promise<readonly [World, RunState]> {
  const made = story();
  return [made, await cut(flow, made, await appendOf(flow, story(), what), when)];
}

describe('loop groups and recovery', () => {
  it('SE-40, SE-48, SH-03 and EN-10 a restart at any append changes no counter, no event and no hand-off', async () => {
    const whole = story();
    const end = await run(flow, whole);
    expect(counted(whole)).toEqual(COUNTED);
    const mains = ['0.0.0', '1.2.2 loop-limit', '1.2.2 loop-limit', '2.2.4 loop-limit'];
    expect(heard(whole, 'main')).toEqual(mains);
    for (let at = 1; at <= whole.appends.count; at++) {
      for (const when of ['before', 'after'] as const) {
        const made = story();
        const state = await runCut(flow, made, at, when);
        const where = `cut ${when} append ${at}`;
        expect(counted(made), where).toEqual(COUNTED);
        expect(state.groups, where).toEqual(end.groups);
        expect(state.end, where).toEqual(end.end);
        // A turn that was cut off is played again and hears the same; the hand-off belongs to its visit.
        const visits = new Map(made.requests.filter(({ step }) => step === 'main').map((one) => [one.visit, one]));
        expect(
          [...visits.values()].map(({ loops }) => loops?.refine?.reason),
          where,
        ).toEqual([undefined, 'loop-limit', 'loop-limit', 'loop-limit']);
      }
    }
  });

  it('SE-43 tail → entry that was not committed: the numbers and what is due are the earlier ones', async () => {
    const [, before] = await cutAt('1.2.2', 'before');
    expect(standing(before)).toBe('running 1.1.1, due assess');
    const [, after] = await cutAt('1.2.2', 'after');
    expect(standing(after)).toBe('running 1.2.2, due revise');
  });

  it('SE-44 Main → entry that was not committed: no batch, and Main is still the one to act', async () => {
    const [made, before] = await cutAt('batch 2', 'before');
    expect(standing(before)).toBe('spent 1.2.2, due main');
    const turns = made.requests.filter(({ step }) => step === 'main').length;
    await resume(flow, made);
    expect(made.requests.filter(({ step }) => step === 'main').length).toBeGreaterThan(turns);
    expect(counted(made)).toEqual(COUNTED);
  });

  it('SE-45 an exhausting hop that was not committed: nothing of it is seen, and the end of the tail is decided again', async () => {
    const [made, before] = await cutAt('exhausted 1.2.2', 'before');
    expect(counted(made)).toEqual(['batch 1', '1.1.1', '1.2.2']);
    expect(standing(before)).toBe('running 1.2.2, due assess');
    await resume(flow, made);
    expect(counted(made)).toEqual(COUNTED);
  });

  it('SE-46 the same hop tried again after that counts by exactly one', async () => {
    const [made, before] = await cutAt('2.2.4', 'before');
    expect(snapshot(before).loopTotalIterations).toEqual({ refine: 3 });
    await resume(flow, made);
    expect(counted(made).filter((line) => line === '2.2.4')).toHaveLength(1);
    expect(snapshot(readState(made)).loopTotalIterations).toEqual({ refine: 4 });
  });

  it('SE-47 a hop that was committed and has not run: the entry runs with the numbers already given', async () => {
    const [made, after] = await cutAt('batch 2', 'after');
    expect(standing(after)).toBe('running 2.1.3, due revise');
    const turns = heard(made, 'revise').length;
    await resume(flow, made);
    expect(heard(made, 'revise').slice(turns)).toEqual(['2.1.3', '2.2.4']);
  });

  it('SE-48 a committed exit: Main hears loop-limit once, in the visit it was handed over with', async () => {
    const once = says('again', 'again');
    const one = refining(once);
    const at = await appendOf(refineFlow({ group: { maxIterations: 1 } }), refining(once), 'exhausted 1.1.1');
    const left = await cut(refineFlow({ group: { maxIterations: 1 } }), one, at, 'after');
    expect(left.frontier).toEqual([{ step: 'main', visit: 2, handoff: { loop: 'refine', reason: 'loop-limit' } }]);
    await resume(refineFlow({ group: { maxIterations: 1 } }), one);
    expect(heard(one, 'main')).toEqual(['0.0.0', '1.1.1 loop-limit', '2.1.2 loop-limit']);
    expect(counted(one).filter((line) => line === 'exhausted 1.1.1')).toHaveLength(1);
  });

  it('SE-49 Main routes to the entry after a recovery: a new batch', async () => {
    const [made, left] = await cutAt('exhausted 1.2.2', 'after');
    expect(standing(left)).toBe('spent 1.2.2, due main');
    await resume(flow, made);
    expect(counted(made).slice(4, 6)).toEqual(['batch 2', '2.1.3']);
  });

  it('SE-39 a run that was paused in iteration 2 and goes on has the counters it had', async () => {
    const { made, state } = await steered(flow, {
      w: ({ step, visit }, send) => {
        if (step === 'measure' && visit === 2) send({ do: 'pause' });
        return {};
      },
    });
    expect([state.end, state.paused]).toEqual([null, true]);
    expect(standing(state)).toBe('running 1.2.2, due assess');
    expect((await resume(flow, made)).end?.outcome).toBe('complete');
    expect(counted(made)).toEqual(['batch 1', '1.1.1', '1.2.2', 'exhausted 1.2.2']);
  });

  it('SE-42 a flow that was changed and has the same group: counters are as before', async () => {
    const [made, left] = await cutAt('1.2.2', 'after');
    const changed = refineFlow({
      group: { maxIterations: 2 },
      steps: { measure: work('assess', { prompt: 'Measure twice.' }) },
    });
    const state = await resume(changed, made, { changedFlow: { hash: 'h2', file: 'flow-2.json' } });
    expect(left.groups.refine).toMatchObject({ batch: 1, iteration: 2, total: 2 });
    expect(counted(made)).toEqual(COUNTED);
    expect(state.groups.refine).toMatchObject({ batch: 2, iteration: 2, total: 4 });
  });

  it('SH-19 killed in iteration 2 of batch 2 and resumed: it is still (2,2,5)', async () => {
    const three = refineFlow();
    const made = refining(says('again', 'again'));
    const at = await appendOf(three, refining(says('again', 'again')), '2.2.5');
    const left = await cut(three, made, at + 1, 'after');
    expect(standing(left)).toMatch(/^running 2\.2\.5, due (revise|measure)$/);
    await resume(three, made);
    expect(counted(made)).toEqual([
      'batch 1',
      '1.1.1',
      '1.2.2',
      '1.3.3',
      'exhausted 1.3.3',
      'batch 2',
      '2.1.4',
      '2.2.5',
      '2.3.6',
      'exhausted 2.3.6',
    ]);
  });

  it('EN-09 a group in a called flow goes on in the iteration it was stopped in, wherever it was cut', async () => {
    const child = refineFlow({
      flow: { id: 'inner', start: 'revise' },
      group: { maxIterations: 2, exitTo: 'out' },
      steps: { out: work('@complete') },
    });
    const parent = flowOf({
      converge: 1,
      id: 'outer',
      start: 'call',
      steps: {
        call: { kind: 'call', flow: 'inner', next: 'again' },
        again: { kind: 'call', flow: 'inner', next: '@complete' },
      },
    });
    const calling = () =>
      world({
        workers: { main: says(), w: () => ({}) },
        flows: { inner: { flow: child, hash: 'c' } },
      });
    const whole = calling();
    expect((await run(parent, whole)).end?.outcome).toBe('complete');
    const twice = ['batch 1', '1.1.1', '1.2.2', 'exhausted 1.2.2', 'batch 1', '1.1.1', '1.2.2', 'exhausted 1.2.2'];
    expect(counted(whole)).toEqual(twice);
    expect(heard(whole, 'revise')).toEqual(['1.1.1', '1.2.2', '1.1.1', '1.2.2']);
    for (let at = 1; at <= whole.appends.count; at++) {
      const made = calling();
      const state = await runCut(parent, made, at, 'after');
      expect([state.end?.outcome, counted(made)], `cut after append ${at}`).toEqual(['complete', twice]);
    }
  });

  it('UL-30 a group in a body: each pass enters it anew, numbering and total go on', async () => {
    const looped = flowOf({
      converge: 1,
      id: 'f',
      start: 'revise',
      steps: {
        revise: work('assess'),
        assess: work('revise'),
        verify: { kind: 'verify', commands: [{ run: ['npm', 'test'] }], next: 'judge' },
        judge: { kind: 'judge', worker: 'judge', next: '@complete' },
      },
      loops: {
        fix: { type: 'until', head: 'revise', tail: 'judge', maxPasses: 2 },
        refine: { type: 'group', to: 'revise', from: 'assess', maxIterations: 2, exitTo: 'verify' },
      },
    });
    const judging: Play = ({ pass }) => ({ structured: { goalMet: pass === 2, lesson: `L${pass}`, marker: pass } });
    const passing = () => world({ workers: { w: () => ({}), judge: judging } });
    const made = passing();
    expect((await run(looped, made)).end?.outcome).toBe('complete');
    const both = ['batch 1', '1.1.1', '1.2.2', 'exhausted 1.2.2', 'batch 2', '2.1.3', '2.2.4', 'exhausted 2.2.4'];
    expect(counted(made)).toEqual(both);
    for (let at = 1; at <= made.appends.count; at++) {
      const again = passing();
      const state = await runCut(looped, again, at, 'before');
      expect([state.end?.outcome, counted(again)], `cut before append ${at}`).toEqual(['complete', both]);
    }
  });

  it('a hop to the entry beside a step that ends the pass is no iteration: the entry is not called', async () => {
    const flow = flowOf({
      converge: 1,
      id: 'f',
      start: 'head',
      steps: {
        head: { ...work('a'), next: ['a', 'side'] },
        a: work('revise'),
        side: work('all'),
        revise: work('assess'),
        assess: work('revise'),
        all: { kind: 'join', next: 'verify' },
        verify: { kind: 'verify', commands: [{ run: ['npm', 'test'] }], next: 'judge' },
        judge: { kind: 'judge', worker: 'judge', next: '@complete' },
      },
      loops: {
        fix: { type: 'until', head: 'head', tail: 'judge', maxPasses: 3 },
        refine: { type: 'group', to: 'revise', from: 'assess', maxIterations: 1, exitTo: 'all' },
      },
    });
    const made = world({
      workers: {
        w: ({ step, pass }) => (step === 'side' && pass === 1 ? { status: 'failed', why: 'it broke' } : {}),
        judge: () => ({ structured: { goalMet: true, lesson: 'done' } }),
      },
    });
    expect((await run(flow, made)).end?.outcome).toBe('complete');
    expect(counted(made)).toEqual(['batch 1', '1.1.1', 'exhausted 1.1.1']);
    expect(heard(made, 'revise')).toEqual(['1.1.1']);
  });
});
