import { describe, expect, it } from 'vitest';
import type { Decision } from '../../engine/trace/decision';
import type { StepResult } from '../../engine/trace/result';
import type { StepScope, Within } from '../../engine/trace/scope';
import type { Given } from '../fakes/trace';
import { began, commit, done, flow, historyOf, inside, stepRun, textOf, turn, WORK } from './histories';

describe('what a step called', () => {
  const CALL: StepResult = { kind: 'call', outcome: 'complete', confirmed: 'none', output: null, why: '' };
  const calls = (within: Within, step: string, id: string): Given => ({
    ...flow(step, 1),
    ...(within === '' ? {} : { within }),
    type: 'call.started',
    path: within === '' ? `${step}.1` : `${within}/${step}.1`,
    flow: { id, hash: 'h' },
    goal: '',
    start: [],
    inputs: {},
    channels: {},
  });
  const childEnd: Decision = { type: 'run.ended', outcome: 'complete', reason: null, confirmed: 'none' };
  const nested: readonly Given[] = [
    began(flow('review', 1), undefined, 'call'),
    calls('', 'review', 'reviewing'),
    began(flow('each', 1), 'review.1', 'map'),
    began(flow('look', 1), 'review.1/each.1#1'),
    began(flow('look', 1), 'review.1/each.1#0'),
    turn(flow('look', 1), 0.25, 'review.1/each.1#0'),
    { ...flow('look', 1), within: 'review.1/each.1#0', type: 'step.finished', result: WORK },
  ];
  const map = (failures: readonly number[]): StepResult => ({
    kind: 'map',
    ok: true,
    output: [1, null],
    failures: failures.map((index) => ({ index, reason: 'no' })),
    changed: [],
  });

  it('stands under it, at any depth, and none of it in the flow that called', () => {
    const history = historyOf(
      ...nested,
      inside('review.1', done(flow('each', 1), map([1]))),
      inside('review.1', childEnd),
      commit(done(flow('review', 1), CALL)),
    );
    expect(textOf(history)).toMatchInlineSnapshot(`
      "flow 0:
        review.1 call done
          reviewing complete over
            flow 0:
              each.1 map done
                #1 over
                  flow 0:
                    look.1 work failed
                #0 over
                  flow 0:
                    look.1 work done"
    `);
    expect(stepRun(history, 'look')).toBeUndefined();
  });

  it('AF-74 its spend is that of the step, of the stretch and of every flow in between', () => {
    const history = historyOf(...nested);
    const review = stepRun(history, 'review');
    expect([history.stretches[0]?.spend.usd, review?.spend.usd, review?.children[0]?.spend.usd]).toEqual([
      0.25, 0.25, 0.25,
    ]);
    expect(stepRun(historyOf(...nested.slice(0, 5)), 'review')?.spend.turns).toBe(0);
  });

  it('is interrupted with it, and goes on with it', () => {
    const resumed: Given = { type: 'run.resumed', fence: 2, program: 'p' };
    const gone = historyOf(...nested, resumed);
    expect(textOf(gone)).toContain('look.1 work interrupted');
    expect(stepRun(gone, 'review')?.state).toBe('interrupted');
    // The turn of item 1 died without a record: what it spent is not known.
    expect(gone.stretches[0]?.spend).toMatchObject({ turns: 2, usd: 0.25, unknownUsd: 1 });
    const again = historyOf(...nested, resumed, began(flow('look', 1), 'review.1/each.1#1'));
    expect(stepRun(again, 'review')?.state).toBe('running');
    // That it is taken again does not make it known.
    expect(again.stretches[0]?.spend).toMatchObject({ turns: 2, unknownUsd: 1 });
  });

  it('SH-14 makes its place where the line that began it cannot be read', () => {
    expect(textOf(historyOf(began(flow('look', 1), 'review.1/each.1#0')))).toMatchInlineSnapshot(`
      "flow 0:
        review.1  running
          undefined
            flow 0:
              each.1  running
                #0
                  flow 0:
                    look.1 work running"
    `);
  });

  it('SH-14 a path that cannot be read changes nothing', () => {
    const before = historyOf(...nested);
    const after = historyOf(...nested, began(flow('look', 1), 'nowhere'));
    expect({ ...after, lastAt: before.lastAt }).toEqual(before);
  });

  it('items stand in the pass of their caller, which has no beginning of its own', () => {
    const look: StepScope = { step: 'look', visit: 1, loop: 'fix', pass: 2 };
    const each: StepScope = { step: 'each', visit: 3, loop: 'fix', pass: 2 };
    const elsewhere = began(flow('other', 1));
    const history = historyOf(elsewhere, began(look, 'each.3#0'), commit(done(each, map([]))));
    expect(textOf(history)).toMatchInlineSnapshot(`
      "flow 0:
        other.1 work running
      fix 2:
        each.3 map done
          #0 over
            fix 2:
              look.1 work done"
    `);
  });

  it('AF-69 a task carries its name and its end once the round has ended, by the order of the tasks', () => {
    const plan: StepResult = {
      kind: 'plan',
      state: 'more',
      results: [
        { id: 'test', status: 'failed', output: null },
        { id: 'lint', status: 'done', output: null },
      ],
      blocked: [],
      reason: '',
      changed: [],
    };
    const history = historyOf(
      began(flow('run', 1), 'build.1#3'),
      began(flow('run', 1), 'build.1#2'),
      commit(done(flow('build', 1), plan, 'more')),
    );
    const tasks = stepRun(history, 'build')?.children.map(({ index, task, stretches }) => [
      index,
      task,
      stretches[0]?.steps[0]?.state,
    ]);
    expect(tasks).toEqual([
      [3, 'lint', 'done'],
      [2, 'test', 'failed'],
    ]);
  });

  it('AF-36 a question of a called flow stands there, whatever flow the commit is of', () => {
    const opened: Decision = { type: 'ask.opened', ask: 'c.1/ok.1', step: 'ok', visit: 1, question: '?', choices: [] };
    const history = historyOf(commit(opened));
    expect(history.stretches.flatMap(({ steps }) => steps.map(({ step }) => step))).toEqual(['c']);
    expect(stepRun(history, 'c')?.children[0]?.stretches[0]?.steps[0]).toMatchObject({ step: 'ok', state: 'waiting' });
    const budget: Decision = { ...opened, ask: 'budget.1', step: '' };
    expect(historyOf(commit(budget)).stretches).toEqual([]);
  });
});
