import { describe, expect, it } from 'vitest';
import { endLines } from '../../engine/cli/endLines';
import type { RunResult, RunState } from '../../engine/run/state';
import { EMPTY_STATE } from '../../engine/run/state';

const RESULT: RunResult = {
  run: 'r1',
  outcome: 'complete',
  reason: null,
  confirmed: 'evidence',
  why: '',
  openLatches: [],
  counters: {},
  loopIterations: {},
  loopBatches: {},
  loopTotalIterations: {},
  spend: EMPTY_STATE.spend,
  flow: { id: 'f', hash: 'h', path: 'f.converge.json' },
  startedAt: '',
  endedAt: null,
  trace: 'trace.ndjson',
};
const lines = (result: Partial<RunResult>, state: Partial<RunState> = {}) =>
  endLines({ result: { ...RESULT, ...result }, state: { ...EMPTY_STATE, ...state }, folder: '/ws/r1' });
const first = (result: Partial<RunResult>) => {
  const [line] = lines(result);
  return `${line?.tone} ${line?.text}`;
};
const next = (result: Partial<RunResult>, state?: Partial<RunState>) =>
  lines(result, state).flatMap(({ text }) => (text.startsWith('next: ') ? [text.slice('next: '.length)] : []));

describe('the last lines of a run', () => {
  it('evidence, opinion and nothing are three different completions, and one looks like success', () => {
    expect(first({ confirmed: 'evidence' })).toBe('good complete, confirmed on evidence');
    expect(first({ confirmed: 'opinion' })).toBe('strong complete, on a worker’s opinion alone');
    expect(first({ confirmed: 'none' })).toBe('strong complete, not checked');
    expect(first({ outcome: 'stopped', reason: 'deadline', confirmed: 'none', why: 'ten minutes' })).toBe(
      'bad stopped: deadline (ten minutes)',
    );
  });

  it('a waiting run says every question and every instant it waits for', () => {
    const ask = { within: '', step: 'ok', visit: 1, question: '?', choices: ['yes', 'no'], due: null, default: null };
    const wait = { within: '', step: 'inbox', visit: 1, polls: 2, failures: 0, deadline: null };
    expect(
      next(
        { outcome: 'waiting' },
        {
          asks: { 'ok.1': { ...ask, answer: null }, 'ok.2': { ...ask, answer: 'yes' } },
          waits: { 'inbox.1': { ...wait, due: '2026-03-01T10:02:00.000Z' } },
        },
      ),
    ).toEqual([
      'converge answer r1 ok.1 yes|no',
      'inbox.1 is polled at 2026-03-01T10:02:00.000Z',
      'converge resume r1',
    ]);
  });

  it('a paused run is resumed; one that a bound of the budget stopped names the bound', () => {
    expect(next({ outcome: 'paused' })).toEqual(['converge resume r1']);
    expect(next({ outcome: 'stopped', reason: 'deadline' })).toEqual(['converge resume r1 --raise budget.minutes=<n>']);
    expect(next({ outcome: 'stopped', reason: 'super-step-limit' })).toEqual([
      'converge resume r1 --raise budget.superSteps=<n>',
    ]);
    expect(next({ outcome: 'complete' })).toEqual([]);
  });
});
