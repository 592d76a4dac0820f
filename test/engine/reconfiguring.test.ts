import { describe, expect, it } from 'vitest';
import type { Json } from '../../engine/json';
import { flowWith, work } from '../fakes/flows';
import { events, readState, run } from '../fakes/runs';
import type { Answer } from '../fakes/world';
import { world } from '../fakes/world';

const refining = (more: { readonly [key: string]: Json }) =>
  flowWith(
    'main',
    {
      main: { kind: 'router', worker: 'main', branches: { refine: 'revise', end: '@handoff' }, else: '@stop' },
      revise: work('assess'),
      assess: work('revise'),
    },
    {
      main: 'main',
      loops: { refinement: { type: 'group', from: 'assess', to: 'revise', maxIterations: 2, exitTo: 'main' } },
      ...more,
    },
  );

const mained = (answers: Answer[]) =>
  world({ workers: { w: () => ({}), main: () => answers.shift() ?? { branch: 'end' } } });
const wish = (loop: string, maxIterations: Json): Answer => ({
  branch: 'refine',
  structured: { branch: 'refine', reconfigure: { [loop]: { maxIterations } } },
});

describe('Main asks for other caps', () => {
  it('where the flow is reconfigurable they are in force with the batch that follows, and counters stay', async () => {
    const made = mained([{ branch: 'refine' }, wish('refinement', 3)]);
    const state = await run(refining({ reconfigurable: true }), made);
    expect(events(made, 'caps.changed')).toMatchObject([
      { loop: 'refinement', caps: { maxIterations: 3 }, by: 'main' },
    ]);
    expect(state.groups.refinement).toMatchObject({ batch: 2, iteration: 3, total: 5 });
    expect(readState(made)).toEqual(state);
  });

  it('SE-54 without that permission it is refused and nothing changes', async () => {
    const made = mained([{ branch: 'refine' }, wish('refinement', 3)]);
    const state = await run(refining({}), made);
    expect(events(made, 'caps.changed')).toEqual([]);
    expect(events(made, 'caps.refused')).toMatchObject([{ loop: 'refinement', by: 'main' }]);
    expect(state.groups.refinement).toMatchObject({ batch: 2, iteration: 2, total: 4 });
  });

  it('a loop that is not there, and a cap that is none, change nothing', async () => {
    const made = mained([wish('other', 3), wish('refinement', 0), wish('refinement', '3')]);
    const state = await run(refining({ reconfigurable: true }), made);
    expect(events(made, 'caps.changed')).toEqual([]);
    expect(events(made, 'caps.refused')).toMatchObject([{ loop: 'other' }]);
    expect(state.groups.refinement?.total).toBe(6);
  });
});
