import { describe, expect, it } from 'vitest';
import { run } from '../fakes/runs';
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
