import { describe, expect, it } from 'vitest';
import type { Flow } from '../../engine/flow/schema';
import type { RunState } from '../../engine/run/state';
import { EMPTY_STATE } from '../../engine/run/state';
import type { StopReason } from '../../engine/trace/decision';
import { boundsToRaise } from '../../extension/rows/raise';

const flow: Flow = {
  converge: 1,
  id: 'f',
  start: 'a',
  budget: { usd: 4, minutes: 10 },
  steps: {},
  loops: {
    polish: { type: 'improve', head: 'a', tail: 'a' },
    again: { type: 'group', from: 'a', to: 'b', maxIterations: 3, exitTo: 'c' },
  },
};
const ended = (reason: StopReason | null, more: Partial<RunState> = {}): RunState => ({
  ...EMPTY_STATE,
  end: { outcome: 'stopped', reason, confirmed: 'none', why: '', failure: null },
  ...more,
});
const improved = (reason: 'exhausted' | 'converged') => ({
  improves: { polish: { status: 'ended', round: 20, total: 20, stale: 0, best: null, since: 0, reason } as const },
});

describe('the bounds of the run and of improve loops, to raise before a resume', () => {
  it('are the run’s own where the run’s own ended it', () => {
    expect(boundsToRaise(flow, ended('budget'))).toEqual([{ loop: 'budget', bound: 'usd', inForce: 4, suggested: 8 }]);
    expect(boundsToRaise(flow, ended('deadline'))).toEqual([
      { loop: 'budget', bound: 'minutes', inForce: 10, suggested: 20 },
    ]);
    expect(boundsToRaise(flow, ended('super-step-limit'))).toEqual([
      { loop: 'budget', bound: 'superSteps', inForce: 1000, suggested: 2000 },
    ]);
    const head = { run: 'r', flow: { id: 'f', hash: '', path: '' }, mode: 'autonomous', goal: '', fence: 1 } as const;
    const raised = ended('budget', { head: { ...head, startedAt: '', raised: { budget: { usd: 9 } } } });
    expect(boundsToRaise(flow, raised)).toMatchObject([{ inForce: 9, suggested: 18 }]);
  });

  it('are the rounds of an improve loop that used them up, and of no other', () => {
    expect(boundsToRaise(flow, ended('pass-cap', improved('exhausted')))).toEqual([
      { loop: 'polish', bound: 'maxIterations', inForce: 20, suggested: 23 },
    ]);
    expect(boundsToRaise(flow, ended('pass-cap', improved('converged')))).toEqual([]);
    expect(boundsToRaise(flow, ended('no-progress', improved('exhausted')))).toEqual([]);
  });

  it('are none where no bound ended it', () => {
    for (const reason of ['route', 'open-latches', 'by-person', 'spend-unproven', null] as const)
      expect(boundsToRaise(flow, ended(reason, improved('exhausted')))).toEqual([]);
  });
});
