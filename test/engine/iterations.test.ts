import { describe, expect, it } from 'vitest';
import type { Flow } from '../../engine/flow/schema';
import { batchText, iterationLimit } from '../../engine/run/iterations';
import type { RunState } from '../../engine/run/state';
import { EMPTY_STATE } from '../../engine/run/state';
import type { RaisedBounds } from '../../engine/trace/control';

const FLOW: Flow = {
  converge: 1,
  id: 'f',
  start: 'act',
  steps: {},
  loops: {
    refine: { type: 'group', from: 'assess', to: 'revise', maxIterations: 3, exitTo: 'main' },
    tune: { type: 'improve', head: 'try', tail: 'score' },
  },
};
const withRaised = (raised: Readonly<Record<string, RaisedBounds>>): RunState => ({
  ...EMPTY_STATE,
  head: {
    run: 'r',
    flow: { id: 'f', hash: 'h', path: 'f.converge.json' },
    mode: 'autonomous',
    goal: '',
    startedAt: '',
    fence: 1,
    raised,
  },
});

describe('how far a group is', () => {
  it('SE-18 is said with batch, iteration, limit and total', () => {
    expect(batchText({ batch: 2, iteration: 2, total: 5 }, 3)).toBe('batch 2 · iteration 2 of 3 · total 5');
    expect(batchText({ batch: 0, iteration: 0, total: 0 }, 3)).toBe('before batch 1');
  });

  it('SE-56 an iteration over a limit that was lowered is shown as over it, and at it is not', () => {
    expect(batchText({ batch: 1, iteration: 4, total: 4 }, 2)).toBe(
      'batch 1 · iteration 4 of 2 (over the limit) · total 4',
    );
    expect(batchText({ batch: 1, iteration: 2, total: 2 }, 2)).toBe('batch 1 · iteration 2 of 2 · total 2');
    expect(batchText({ batch: 1, iteration: 4, total: 4 }, null)).toBe('batch 1 · iteration 4 · total 4');
  });

  it('its limit is the one that was set last, else the flow’s; unknown in a called flow', () => {
    expect(iterationLimit(EMPTY_STATE, FLOW, '', 'refine')).toBe(3);
    expect(iterationLimit(EMPTY_STATE, FLOW, '', 'tune')).toBe(20);
    expect(iterationLimit(withRaised({ refine: { maxIterations: 2 } }), FLOW, '', 'refine')).toBe(2);
    expect(iterationLimit(EMPTY_STATE, FLOW, 'review.1', 'refine')).toBeNull();
    expect(iterationLimit(withRaised({ 'review/refine': { maxIterations: 7 } }), FLOW, 'review.4', 'refine')).toBe(7);
    expect(iterationLimit(EMPTY_STATE, null, '', 'refine')).toBeNull();
  });
});
