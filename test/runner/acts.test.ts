import { describe, expect, it } from 'vitest';
import type { Flow } from '../../engine/flow/schema';
import type { RunState } from '../../engine/run/state';
import { EMPTY_CHILD, EMPTY_STATE } from '../../engine/run/state';
import { refusalOf } from '../../engine/runner/acts';
import type { RaisedBounds } from '../../engine/trace/control';

const FLOW: Flow = {
  converge: 1,
  id: 'f',
  start: 'act',
  steps: {},
  loops: {
    fix: { type: 'until', head: 'act', tail: 'judge', maxPasses: 3 },
    refine: { type: 'group', from: 'assess', to: 'revise', maxIterations: 3, exitTo: 'main' },
    tune: { type: 'improve', head: 'try', tail: 'score' },
  },
};
const state = (more: Partial<RunState>): RunState => ({ ...EMPTY_STATE, ...more });
const ended = (outcome: 'complete' | 'stopped', reason: 'pass-cap' | null): RunState =>
  state({ end: { outcome, reason, confirmed: 'none', why: '', failure: null } });
const ASK = { within: '', step: 'ok', visit: 1, question: '?', choices: ['yes', 'no'], due: null, default: null };
const caps = (loop: string, caps: RaisedBounds, of: RunState = EMPTY_STATE) =>
  refusalOf({ do: 'caps', loop, caps }, of, FLOW)?.message ?? null;

describe('what an act is refused with', () => {
  it('AF-48 an answer to a run that does not wait for it is refused, and to one that does it is not', () => {
    const waiting = state({ asks: { 'ok.1': { ...ASK, answer: null } } });
    const answer = (ask: string, choice: string, of: RunState) => refusalOf({ do: 'answer', ask, choice }, of);
    expect(answer('ok.1', 'yes', waiting)).toBeNull();
    expect(answer('ok.1', 'yes', state({ asks: { 'ok.1': { ...ASK, answer: 'yes' } } }))).toEqual({
      code: 'not-waiting',
      message: 'There is no open question "ok.1" in this run. No question is open.',
    });
    expect(answer('ok.2', 'yes', waiting)?.message).toContain('Open: ok.1.');
    expect(answer('ok.1', 'later', waiting)?.message).toContain('Choose one of: yes, no.');
  });

  it('AF-45 a run that has ended is neither stopped nor paused, and the refusal says whether it can be resumed', () => {
    for (const act of ['stop', 'cancel', 'pause'] as const) {
      expect(refusalOf({ do: act }, ended('complete', null))).toEqual({
        code: 'run-final',
        message: 'The run has ended: complete. Start a new one.',
      });
      expect(refusalOf({ do: act }, ended('stopped', 'pass-cap'))).toEqual({
        code: 'not-waiting',
        message: 'The run has ended: stopped, pass-cap. It can be resumed, with bounds raised where one ended it.',
      });
    }
  });

  it('AF-46 a run that waits or is interrupted is cancelled like one that runs', () => {
    const waiting = state({ asks: { 'ok.1': { ...ASK, answer: null } } });
    for (const of of [waiting, EMPTY_STATE, state({ paused: true })]) {
      expect(refusalOf({ do: 'cancel' }, of)).toBeNull();
      expect(refusalOf({ do: 'stop', when: 'pass' }, of)).toBeNull();
    }
  });

  it('a paused run is not paused again', () => {
    expect(refusalOf({ do: 'pause' }, state({ paused: true }))?.message).toBe(
      'The run is paused already. Resume it to go on.',
    );
    expect(refusalOf({ do: 'pause' }, EMPTY_STATE)).toBeNull();
  });
});

describe('caps of a run that goes on', () => {
  it('SE-54 are refused for what is not there, naming what is', () => {
    expect(caps('refine', { maxIterations: 5 })).toBeNull();
    expect(caps('refined', { maxIterations: 5 })).toBe(
      'There is no loop "refined" in this run. Caps can be set for: fix, refine, tune, budget.',
    );
    expect(refusalOf({ do: 'caps', loop: 'fix', caps: { maxPasses: 2 } }, EMPTY_STATE)?.message).toContain(
      'Caps can be set for: budget.',
    );
  });

  it('SE-03 are whole numbers from 1 to 1,000,000; money and time are above 0', () => {
    for (const value of [1, 1_000_000]) expect(caps('refine', { maxIterations: value })).toBeNull();
    for (const value of [0, -1, 1.5, 1_000_001, Number.NaN])
      expect(caps('refine', { maxIterations: value })).toBe(
        `refine.maxIterations must be a whole number from 1 to 1,000,000, and ${value} was given.`,
      );
    expect(caps('fix', { usd: 0.5 })).toBeNull();
    expect(caps('fix', { usd: 0 })).toContain('must be a number above 0');
    expect(caps('budget', { minutes: Number.POSITIVE_INFINITY })).toContain('must be a number above 0');
    expect(caps('budget', { superSteps: 2_000_000, tokens: 1 })).toBeNull();
    expect(caps('fix', { noProgressCeiling: 0 })).toContain('must be a whole number of at least 1');
  });

  it('are those of the loop’s type', () => {
    expect(caps('refine', { maxPasses: 2 })).toBe('"refine" has no maxPasses. It has: maxIterations.');
    expect(caps('tune', { maxIterations: 2 })).toBeNull();
    expect(caps('fix', { maxIterations: 2 })).toContain('"fix" has no maxIterations.');
    expect(caps('budget', {})).toBe('No cap is given. "budget" has: usd, tokens, minutes, superSteps.');
  });

  it('reach loops of called flows that run, by the place of the call', () => {
    const groups = { inner: { status: 'running', batch: 1, iteration: 1, total: 1 } } as const;
    const called = state({
      children: { 'review.2': { ...EMPTY_CHILD, flow: { id: 'r', hash: 'h' }, groups } },
    });
    expect(caps('review/inner', { maxIterations: 2 }, called)).toBeNull();
    expect(caps('inner', { maxIterations: 2 }, called)).toContain('There is no loop "inner"');
  });

  it('of a run that has ended are not changed: a resume raises them', () => {
    expect(caps('fix', { maxPasses: 9 }, ended('stopped', 'pass-cap'))).toContain('It can be resumed');
  });
});

it('a note is for a loop that has been entered, in a called flow too', () => {
  const loop = { do: 'note', loop: 'review/fix', text: 't' } as const;
  expect(refusalOf(loop, EMPTY_STATE)?.message).toContain('no loop has been entered yet');
  const entered = {
    status: 'running' as const,
    pass: 1,
    since: 1,
    total: 1,
    closing: null,
    stalled: 0,
    marker: null,
    notes: [],
    steers: [],
    warned: false,
    baseline: { tree: null, frozen: {}, definitions: {}, verifications: {} },
    exit: null,
  };
  const child = { ...EMPTY_CHILD, flow: { id: 'r', hash: 'h' }, loops: { fix: entered } };
  expect(refusalOf(loop, state({ children: { 'review.1': child } }))).toBeNull();
});
