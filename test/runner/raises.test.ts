import { describe, expect, it } from 'vitest';
import { EMPTY_STATE } from '../../engine/run/state';
import { assertRaises } from '../../engine/runner/raises';
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
const head = { run: 'r', flow: { id: 'fix', hash: '', path: '' }, mode: 'autonomous', goal: '', fence: 1 } as const;

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
});
