import { describe, expect, it } from 'vitest';
import { entries, run } from '../fakes/runs';
import type { Play } from '../fakes/world';
import { counted, groupEvents, heard, refineFlow, refining, says, snapshot, work } from './refining';

/** Main routes into either of two groups. */
const both = refineFlow({
  group: { maxIterations: 1 },
  steps: {
    main: {
      kind: 'router',
      worker: 'main',
      branches: { again: 'revise', polish: 'draft', done: '@complete' },
    },
    draft: work('proof'),
    proof: work('draft'),
  },
  loops: { polish: { type: 'group', to: 'draft', from: 'proof', maxIterations: 2, exitTo: 'main' } },
});

describe('two groups in a run', () => {
  it('SE-30 while one counts the other’s numbers stay, and its members hear both', async () => {
    const made = refining(says('again', 'polish', 'again'));
    await run(both, made);
    expect(heard(made, 'draft', 'polish')).toEqual(['1.1.1', '1.2.2']);
    expect(heard(made, 'draft', 'refine')).toEqual(['1.1.1', '1.1.1']);
    expect(heard(made, 'revise', 'polish')).toEqual(['0.0.0', '1.2.2']);
    expect(heard(made, 'revise', 'refine')).toEqual(['1.1.1', '2.1.2']);
  });

  it('EN-08 one that is used up leaves the other its whole cap, and each hands over for itself', async () => {
    const made = refining(says('again', 'polish'));
    const state = await run(both, made);
    expect(counted(made)).toEqual([
      'batch 1',
      '1.1.1',
      'exhausted 1.1.1',
      'batch 1',
      '1.1.1',
      '1.2.2',
      'exhausted 1.2.2',
    ]);
    expect(groupEvents(made).map(({ loop }) => loop)).toEqual([...Array(3).fill('refine'), ...Array(4).fill('polish')]);
    expect(heard(made, 'main', 'refine')).toEqual(['0.0.0', '1.1.1 loop-limit', '1.1.1']);
    expect(heard(made, 'main', 'polish')).toEqual(['0.0.0', '0.0.0', '1.2.2 loop-limit']);
    expect(snapshot(state).loopIterations).toEqual({ refine: 1, polish: 2 });
  });
});

describe('who leads into a group', () => {
  it('SE-25 a worker outside whose route leads to the entry begins a batch, and another one with the next call', async () => {
    const flow = refineFlow({
      flow: { start: 'draft' },
      group: { maxIterations: 1, exitTo: 'more' },
      steps: {
        draft: work('revise'),
        more: { kind: 'router', cases: [{ when: 'steps.more.visits == 0', to: 'draft' }], else: '@stop' },
      },
    });
    const made = refining(says());
    await run(flow, made);
    expect(counted(made)).toEqual(['batch 1', '1.1.1', 'exhausted 1.1.1', 'batch 2', '2.1.2', 'exhausted 2.1.2']);
    expect(heard(made, 'draft')).toEqual(['0.0.0', '1.1.1']);
  });

  it('SE-27 Main, called in iteration 2 of 3, routes to the entry: a new batch, and the total goes on', async () => {
    const calls: Play = ({ step, visit }) =>
      step === 'measure' && visit === 2 ? { status: 'failed', why: 'Main is to look at it' } : {};
    const flow = refineFlow({ steps: { measure: work('assess', { routes: { failed: 'main' } }) } });
    const made = refining(says('again', 'again'), calls);
    await run(flow, made);
    expect(counted(made).slice(0, 6)).toEqual([
      'batch 1',
      '1.1.1',
      '1.2.2',
      'abandoned 1 by measure',
      'batch 2',
      '2.1.3',
    ]);
    expect(heard(made, 'main').slice(0, 2)).toEqual(['0.0.0', '1.2.2']);
  });

  it('SE-28 who leads to another member in iteration 2 of 3 joins it: no count changes, the end of the tail is iteration 3', async () => {
    const flow = refineFlow({
      flow: { start: ['main', 'a'] },
      steps: { a: work('b'), b: work('c'), c: work('d'), d: work('e'), e: work('measure') },
    });
    const made = refining(says('again'));
    await run(flow, made);
    const joining = entries(made)
      .flatMap((entry) => (entry.type === 'commit' ? [entry.events] : []))
      .find((events) => events.some((each) => each.type === 'step.done' && each.step === 'e'));
    expect(joining?.map((each) => (each.type === 'step.done' ? `${each.step} ${each.to}` : each.type))).toEqual([
      'revise measure',
      'e measure',
    ]);
    expect(heard(made, 'measure').slice(0, 2)).toEqual(['1.1.1', '1.2.2']);
    expect(counted(made)).toEqual(['batch 1', '1.1.1', '1.2.2', '1.3.3', 'exhausted 1.3.3']);
  });
});
