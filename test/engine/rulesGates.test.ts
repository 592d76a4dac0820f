import { describe, expect, it } from 'vitest';
import { flowWith, work } from '../fakes/flows';
import { entries, events, run, runCut } from '../fakes/runs';
import type { World } from '../fakes/world';
import { world } from '../fakes/world';

/** A gate that is entered again behind its first pass. */
const twice = flowWith('draft', {
  draft: work('review'),
  review: {
    kind: 'gate',
    evaluator: { worker: 'critic' },
    maxAttempts: 2,
    next: 'more',
    routes: { revise: 'draft', escalate: '@escalate' },
  },
  more: { kind: 'router', cases: [{ when: 'steps.more.visits == 0', to: 'draft' }], else: '@handoff' },
});

const judged = (...passes: readonly boolean[]) =>
  world({
    workers: {
      w: () => ({}),
      critic: ({ visit }) => {
        const passed = passes[visit - 1] ?? false;
        return { structured: { passed, score: visit * 10, reasons: [`seen ${visit}`], feedback: 'f' } };
      },
    },
  });

/** What the trace says of a gate, in order: `started` by its visit, then what was decided. */
const told = (made: World, gate: string): readonly string[] =>
  entries(made).flatMap((entry) => {
    if (entry.type === 'step.started') return entry.step === gate ? [`started ${entry.visit}`] : [];
    if (entry.type !== 'commit') return [];
    return entry.events.flatMap((event) =>
      event.type === 'gate.decided' && event.step === gate
        ? [`${event.decision} ${event.attempt}: ${event.verdict.score} ${event.verdict.reasons.join()}`]
        : [],
    );
  });

describe('gates in a run', () => {
  it('AF-55 each visit is a start, then exactly one of passed, failed and escalated, with score and reasons', async () => {
    const made = judged(false, true, false, false);
    const state = await run(twice, made);
    expect(told(made, 'review')).toEqual([
      'started 1',
      'failed 1: 10 seen 1',
      'started 2',
      'passed 2: 20 seen 2',
      'started 3',
      'failed 1: 30 seen 3',
      'started 4',
      'escalated 2: 40 seen 4',
    ]);
    expect(state.end?.outcome).toBe('escalated');
  });

  it('AF-52 the verdict that is kept of a gate that escalated is a failed one, with its attempts', async () => {
    const made = judged(false, false);
    const state = await run(twice, made);
    expect(state.gates.review).toMatchObject({
      attempts: 2,
      decision: 'escalated',
      verdict: { read: 'failed', score: 20, reasons: ['seen 2'] },
    });
  });

  it('AF-56 behind a pass its attempts begin anew, also where the run is cut off in between', async () => {
    const attempts = (made: World) =>
      events(made, 'gate.decided').map(({ attempt, decision }) => `${attempt} ${decision}`);
    const whole = judged(false, true, false, true);
    expect((await run(twice, whole)).end?.outcome).toBe('handoff');
    expect(attempts(whole)).toEqual(['1 failed', '2 passed', '1 failed', '2 passed']);
    for (let at = 1; at <= whole.appends.count; at++) {
      const made = judged(false, true, false, true);
      await runCut(twice, made, at, 'after');
      expect(attempts(made), `cut after append ${at}`).toEqual(attempts(whole));
    }
  });

  it('AF-57 two gates of one super-step: both verdicts are decided in its commit, and both are kept', async () => {
    const gate = (worker: string) => ({
      kind: 'gate',
      evaluator: { worker },
      maxAttempts: 1,
      next: 'all',
      routes: { revise: 'all', escalate: 'all' },
    });
    const flow = flowWith(['one', 'two'], {
      one: gate('kind'),
      two: gate('strict'),
      all: {
        kind: 'router',
        cases: [{ when: 'gates.one.passed && !gates.two.passed && gates.two.score == 1', to: '@handoff' }],
        else: '@stop',
      },
    });
    const made = world({
      workers: {
        kind: () => ({ structured: { passed: true, score: 9 } }),
        strict: () => ({ structured: { passed: false, score: 1 } }),
      },
    });
    const state = await run(flow, made);
    expect(state.gates).toMatchObject({
      one: { attempts: 1, decision: 'passed', verdict: { score: 9 } },
      two: { attempts: 1, decision: 'escalated', verdict: { score: 1 } },
    });
    const commits = entries(made).filter(
      (entry) => entry.type === 'commit' && entry.events.some(({ type }) => type === 'gate.decided'),
    );
    expect(commits).toHaveLength(1);
    expect(state.end?.outcome).toBe('handoff');
  });
});
