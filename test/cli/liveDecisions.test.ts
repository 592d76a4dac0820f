import { describe, expect, it } from 'vitest';
import { linesOf } from '../../engine/cli/liveLines';
import type { Flow } from '../../engine/flow/schema';
import type { RunState } from '../../engine/run/state';
import { EMPTY_STATE } from '../../engine/run/state';
import type { Decision } from '../../engine/trace/decision';
import type { Verdict } from '../../engine/trace/result';
import type { Within } from '../../engine/trace/scope';
import type { Given } from '../fakes/trace';
import { trace } from '../fakes/trace';

const FLOW: Flow = {
  converge: 1,
  id: 'f',
  start: 'act',
  steps: {},
  loops: {
    refine: { type: 'group', from: 'assess', to: 'revise', maxIterations: 3, exitTo: 'main' },
    tune: { type: 'improve', head: 'try', tail: 'score', maxIterations: 5 },
  },
};
const told = (given: Given, state: RunState = EMPTY_STATE): string =>
  trace(given)
    .flatMap((entry) => linesOf(entry, state, FLOW))
    .map(({ tone, text }) => `${tone} ${text}`)
    .join('\n');
const decided = (events: readonly Decision[], state?: RunState, within?: Within) =>
  told({ type: 'commit', events, ...(within === undefined ? {} : { within }) }, state);
const scope = { step: 'review', visit: 2, pass: 0 };
const lowered = (maxIterations: number): RunState => ({
  ...EMPTY_STATE,
  head: {
    run: 'r',
    flow: { id: 'f', hash: 'h', path: 'f.converge.json' },
    mode: 'autonomous',
    goal: '',
    startedAt: '',
    fence: 1,
    raised: { refine: { maxIterations } },
  },
});

describe('live lines of decisions', () => {
  it('AF-55 a gate: decision, attempt, score and reasons', () => {
    const verdict: Verdict = { read: 'failed', score: 40, reasons: ['too thin', 'no tests'], feedback: '' };
    const gate = (decision: 'passed' | 'failed' | 'escalated', given: Verdict): Decision => ({
      ...scope,
      type: 'gate.decided',
      attempt: 2,
      decision,
      verdict: given,
    });
    expect(
      decided([
        gate('failed', verdict),
        gate('escalated', { ...verdict, read: 'no-verdict', score: null, reasons: [] }),
        gate('passed', { ...verdict, read: 'passed', reasons: [], score: 91 }),
      ]),
    ).toMatchInlineSnapshot(`
      "warn   gate review: failed, attempt 2, score 40: too thin; no tests
      warn   gate review: escalated, attempt 2, no verdict
      plain   gate review: passed, attempt 2, score 91"
    `);
  });

  it('SE-20 a group: iterations, exhaustion and who is handed control', () => {
    const at = { loop: 'refine', batch: 2, hop: 'h' };
    expect(
      decided([
        { ...at, type: 'workflow.loop.batch.started' },
        { ...at, type: 'workflow.loop.iteration', iteration: 1, total: 4 },
        { ...at, type: 'workflow.loop.exhausted', iteration: 3, total: 6, to: 'main' },
        { type: 'workflow.loop.abandoned', loop: 'refine', batch: 2, by: 'measure' },
        { type: 'workflow.loop.left', loop: 'refine', batch: 2, to: 'main' },
      ]),
    ).toMatchInlineSnapshot(`
      "strong refine: batch 2 · iteration 1 of 3 · total 4
      warn refine: batch 2 is used up, iteration 3 of 3; main is handed control
      warn refine: batch 2 abandoned, measure led out of it
      plain refine: batch 2 left for main, its condition is met"
    `);
  });

  it('SE-56 an iteration over the limit is said to be over it', () => {
    const iteration: Decision = {
      type: 'workflow.loop.iteration',
      loop: 'refine',
      batch: 1,
      iteration: 4,
      total: 4,
      hop: 'h',
    };
    expect(decided([iteration], lowered(2))).toBe(
      'strong refine: batch 1 · iteration 4 of 2 (over the limit) · total 4',
    );
    expect(decided([iteration], lowered(4))).toBe('strong refine: batch 1 · iteration 4 of 4 · total 4');
  });

  it('AF-64 an improve loop: rounds, scores, and a round without a number', () => {
    const round = { type: 'improve.scored', loop: 'tune', round: 2, why: 'not a number' } as const;
    expect(
      decided([
        { type: 'improve.round', loop: 'tune', round: 2, total: 2 },
        { ...round, score: 60, improved: true, stale: 0 },
        { ...round, score: null, improved: false, stale: 1 },
        { type: 'improve.ended', loop: 'tune', round: 2, reason: 'converged', to: [], restored: 1 },
        { type: 'improve.ended', loop: 'tune', round: 5, reason: 'exhausted', to: [] },
      ]),
    ).toMatchInlineSnapshot(`
      "strong tune: round 2 of 5
      plain   round 2: score 60, the best so far
      plain   round 2: no score (not a number), no improvement, 1 in a row
      plain tune left after round 2: converged; the files are as in round 1
      warn tune left after round 5: exhausted"
    `);
  });

  it('AF-70 a plan: tasks, and each blocked one with its cause once nothing can run', () => {
    const blocked = [{ id: 'pack', by: 'test', cause: 'failed', why: 'it needs "test", which failed' }] as const;
    const done = (state: 'more' | 'stalled'): Decision => ({
      ...scope,
      type: 'step.done',
      outcome: state,
      to: [],
      result: { kind: 'plan', state, results: [], blocked, reason: '', changed: [] },
    });
    expect(decided([{ ...scope, type: 'task.finished', task: 'test', status: 'failed' }, done('stalled')])).toBe(
      'bad   task test: failed\nwarn   task pack is blocked: it needs "test", which failed',
    );
    expect(decided([done('more')])).toBe('');
  });

  it('AF-87 a watch: polls, and when the next is due', () => {
    const poll = { type: 'poll', wait: 'inbox.1', step: 'inbox', cursor: null } as const;
    expect(
      decided([
        { type: 'wait.started', wait: 'inbox.1', step: 'inbox', visit: 1, deadline: '2026-03-02T10:00:00.000Z' },
        { ...poll, poll: 1, outcome: 'idle', failures: 0, due: '2026-03-01T10:01:00.000Z' },
        { ...poll, poll: 2, outcome: 'failed', why: 'exit 1', failures: 1, due: '2026-03-01T10:02:00.000Z' },
        { ...poll, poll: 3, outcome: 'terminal', failures: 0, due: null },
      ]),
    ).toMatchInlineSnapshot(`
      "plain   inbox.1 waits until 2026-03-02T10:00:00.000Z at most
      dim   inbox.1, poll 1: idle; next at 2026-03-01T10:01:00.000Z
      warn   inbox.1, poll 2: failed, exit 1; next at 2026-03-01T10:02:00.000Z
      dim   inbox.1, poll 3: terminal"
    `);
  });

  it('what a person changes: caps, a pause, and what was refused', () => {
    expect(
      decided([
        { type: 'caps.changed', loop: 'refine', caps: { maxIterations: 2 }, by: 'ana' },
        { type: 'caps.refused', loop: 'refine', by: 'main', why: 'the flow is not reconfigurable' },
        { type: 'run.paused', by: 'ana' },
      ]),
    ).toMatchInlineSnapshot(`
      "strong caps of refine changed by ana: maxIterations 2
      warn caps of refine stay: main may not change them, the flow is not reconfigurable
      strong paused by ana"
    `);
  });

  it('what a called flow does is named by the path of its call', () => {
    const call: Given = {
      ...scope,
      type: 'call.started',
      path: 'review.2',
      flow: { id: 'reviewing', hash: 'h' },
      goal: '',
      start: [],
      inputs: {},
      channels: {},
    };
    expect(told(call)).toBe('plain   review calls flow reviewing');
    expect(
      told({ ...scope, step: 'look', within: 'review.2', type: 'step.started', kind: 'work', attempt: 1, inputs: '' }),
    ).toBe('plain   review.2/look');
    const iteration: Decision = {
      type: 'workflow.loop.iteration',
      loop: 'refine',
      batch: 1,
      iteration: 1,
      total: 1,
      hop: 'h',
    };
    // The limit of a called flow does not stand in the run's own.
    expect(decided([iteration], EMPTY_STATE, 'review.2')).toBe(
      'strong review.2/refine: batch 1 · iteration 1 · total 1',
    );
  });

  it('AF-82 an effect in doubt says who claimed it and what is done with it; one that went well says nothing', () => {
    const effect = { ...scope, key: 'mail-1', owner: 'run-a' } as const;
    expect(told({ ...effect, type: 'effect.incomplete', policy: 'error' })).toBe(
      'bad     effect mail-1 may have happened, and nobody knows (claimed by run-a); a person has to settle it',
    );
    expect(told({ ...effect, type: 'effect.claimed' })).toBe('');
    expect(told({ ...scope, type: 'cache.hit', key: 'k', from: 'run-b' })).toBe(
      'dim   review: done before, from the cache',
    );
  });

  it('a fork says of which run it is one', () => {
    expect(told({ type: 'run.forked', run: 'b', from: 'a', superStep: 4, set: {} })).toBe(
      'strong run b: goes on from run a as it was after commit 4',
    );
  });
});
