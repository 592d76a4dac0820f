import { describe, expect, it } from 'vitest';
import type { RunState } from '../../engine/run/state';
import { EMPTY_STATE } from '../../engine/run/state';
import { assertResumable } from '../../engine/runner/resumable';
import type { Outcome, StopReason } from '../../engine/trace/entry';
import { fixFlow, flowOf } from './flows';

const loop = { type: 'until', head: 'act', tail: 'judge', maxPasses: 3, onExhausted: '@stop' };
const flow = flowOf(fixFlow({ loops: { fix: { ...loop, noProgressCeiling: 2, spendCap: { tokens: 100 } } } }));
const baseline = { tree: null, frozen: {}, definitions: {}, verifications: {} };

function ended(outcome: Outcome, reason: StopReason | null): RunState {
  const exit = reason === 'pass-cap' || reason === 'no-progress' || reason === 'spend-cap' ? reason : null;
  const left = { status: 'exited', pass: 3, since: 0, total: 3, closing: null, stalled: 0, marker: null } as const;
  return {
    ...EMPTY_STATE,
    bound: exit,
    loops: { fix: { ...left, notes: [], steers: [], warned: false, baseline, exit } },
    end: { outcome, reason, confirmed: 'none', why: '', failure: null },
  };
}

describe('a resume', () => {
  it('is refused after a final end', () => {
    for (const outcome of ['complete', 'handoff', 'escalated'] as const)
      expect(() => assertResumable(flow, ended(outcome, null))).toThrow(/is final/);
  });

  it('goes on after any other end that no bound has made', () => {
    expect(() => assertResumable(flow, EMPTY_STATE)).not.toThrow();
    for (const outcome of ['failed', 'cancelled'] as const)
      expect(() => assertResumable(flow, ended(outcome, null))).not.toThrow();
    expect(() => assertResumable(flow, ended('stopped', 'by-person'))).not.toThrow();
  });

  it.each([
    ['pass-cap', { maxPasses: 3 }, { maxPasses: 4 }],
    ['no-progress', { noProgressCeiling: 2 }, { noProgressCeiling: 3 }],
    ['spend-cap', { tokens: 100 }, { tokens: 101 }],
  ] as const)('UL-19 after %s needs that bound raised, and raised for real', (reason, same, more) => {
    const state = ended('stopped', reason);
    expect(() => assertResumable(flow, state)).toThrow(/Raise it, as in --raise fix\./);
    expect(() => assertResumable(flow, state, { fix: same })).toThrow(reason);
    expect(() => assertResumable(flow, state, { fix: more })).not.toThrow();
  });

  it('names the loops where another is to be raised', () => {
    expect(() => assertResumable(flow, ended('stopped', 'pass-cap'), { fox: { maxPasses: 9 } })).toThrow(
      /Its loops: fix/,
    );
  });

  it('UL-21 cannot prove what was not reported', () => {
    expect(() => assertResumable(flow, ended('stopped', 'spend-unproven'), { fix: { tokens: 900 } })).toThrow(
      /Start a new run/,
    );
  });
});
