import { describe, expect, it } from 'vitest';
import type { Flow } from '../../engine/flow/schema';
import { assertRaises } from '../../engine/run/raises';
import { EMPTY_STATE } from '../../engine/run/state';
import { fixFlow, flowOf } from './flows';

const loop = {
  type: 'until',
  head: 'act',
  tail: 'judge',
  maxPasses: 3,
  noProgressCeiling: 2,
  spendCap: { tokens: 100 },
};
const flow = flowOf(fixFlow({ loops: { fix: loop } }));
const head = {
  run: 'r',
  flow: { id: 'fix', hash: '', path: '' },
  mode: 'autonomous',
  goal: '',
  startedAt: '',
  fence: 1,
} as const;

describe('a raise', () => {
  it('is more than what is in force: of the flow, or of an earlier raise', () => {
    expect(() =>
      assertRaises(flow, EMPTY_STATE, { fix: { maxPasses: 4, tokens: 101, noProgressCeiling: 3 } }),
    ).not.toThrow();
    expect(() => assertRaises(flow, EMPTY_STATE, { fix: { maxPasses: 3 } })).toThrow('3 is in force');
    const raised = { ...EMPTY_STATE, head: { ...head, raised: { fix: { maxPasses: 6 } } } };
    expect(() => assertRaises(flow, raised, { fix: { maxPasses: 5 } })).toThrow('6 is in force');
    expect(() => assertRaises(flow, raised, { fix: { maxPasses: 7 } })).not.toThrow();
  });

  it('names a loop and a bound that are there', () => {
    expect(() => assertRaises(flow, EMPTY_STATE, { fox: { maxPasses: 9 } })).toThrow('Its loops: fix');
    expect(() => assertRaises(flow, EMPTY_STATE, { fix: { usd: 9 } })).toThrow('no such bound');
  });

  it('of groups and improve loops is of their iterations, those that are not written included', () => {
    const more: Flow = {
      ...flow,
      loops: {
        again: { type: 'group', from: 'judge', to: 'act', maxIterations: 2, exitTo: 'out' },
        polish: { type: 'improve', head: 'act', tail: 'act' },
      },
    };
    expect(() =>
      assertRaises(more, EMPTY_STATE, { again: { maxIterations: 3 }, polish: { maxIterations: 21 } }),
    ).not.toThrow();
    expect(() => assertRaises(more, EMPTY_STATE, { again: { maxIterations: 2 } })).toThrow('2 is in force');
    expect(() => assertRaises(more, EMPTY_STATE, { polish: { maxIterations: 20 } })).toThrow('20 is in force');
    expect(() => assertRaises(more, EMPTY_STATE, { again: { maxPasses: 9 } })).toThrow('no such bound');
    const changed = { ...EMPTY_STATE, head: { ...head, raised: { again: { maxIterations: 1 } } } };
    expect(() => assertRaises(more, changed, { again: { maxIterations: 2 } })).not.toThrow();
  });

  it('of the run’s own bounds goes by "budget"', () => {
    const budget = flowOf(fixFlow({ loops: { fix: loop }, budget: { minutes: 30 } }));
    expect(() => assertRaises(budget, EMPTY_STATE, { budget: { minutes: 31, superSteps: 1001 } })).not.toThrow();
    expect(() => assertRaises(budget, EMPTY_STATE, { budget: { minutes: 30 } })).toThrow(
      'budget.minutes=30 raises nothing',
    );
    expect(() => assertRaises(budget, EMPTY_STATE, { budget: { superSteps: 1000 } })).toThrow('1000 is in force');
    expect(() => assertRaises(budget, EMPTY_STATE, { budget: { usd: 5 } })).toThrow('no such bound');
  });

  it('reaches the loops of called flows by the steps that call them', () => {
    const calling = flowOf({
      converge: 1,
      id: 'outer',
      start: 'each',
      steps: {
        each: { kind: 'map', over: '[]', step: 'review', next: '@complete' },
        review: { kind: 'call', flow: 'inner.json' },
      },
    });
    const called = { 'inner.json': { flow } };
    const raise = (name: string) => () => assertRaises(calling, EMPTY_STATE, { [name]: { maxPasses: 4 } }, called);
    expect(raise('review/fix')).not.toThrow();
    expect(raise('each/review/fix')).not.toThrow();
    expect(raise('fix')).toThrow('There is no loop "fix"');
    expect(raise('gone/fix')).toThrow('There is no loop');
    expect(() => assertRaises(calling, EMPTY_STATE, { 'review/fix': { maxPasses: 3 } }, called)).toThrow(
      '3 is in force',
    );
    expect(() => assertRaises(calling, EMPTY_STATE, { 'review/fix': { maxPasses: 4 } })).toThrow('There is no loop');
  });
});
