import { describe, expect, it } from 'vitest';
import type { Decision } from '../../engine/trace/decision';
import type { StepScope } from '../../engine/trace/scope';
import type { Given } from '../fakes/trace';
import { began, commit, done, flow, historyOf, inside, stepRun, textOf, turn } from './histories';

describe('what a visit is about', () => {
  it('AF-55 a gate keeps the decision of each visit', () => {
    const verdict = { read: 'failed', score: 40, reasons: ['thin'], feedback: 'more' } as const;
    const gate = flow('review', 1);
    const history = historyOf(
      began(gate),
      commit(done(gate, { kind: 'gate', ...verdict, commands: [], changed: [] }, 'failed'), {
        ...gate,
        type: 'gate.decided',
        attempt: 1,
        decision: 'failed',
        verdict,
      }),
    );
    expect(stepRun(history, 'review')).toMatchObject({
      state: 'done',
      decided: { attempt: 1, verdict: { score: 40 } },
    });
  });

  it('a question that opens while something else runs stands in its own pass once that is known, and only there', () => {
    const question: StepScope = { step: 'ok', visit: 1, loop: 'fix', pass: 1 };
    const history = historyOf(
      commit({ type: 'pass.started', loop: 'fix', pass: 1, total: 1 }),
      began(flow('other', 1)),
      commit({ type: 'ask.opened', ask: 'ok.1', step: 'ok', visit: 1, question: '?', choices: ['yes'] }),
      commit({ type: 'ask.answered', ask: 'ok.1', choice: 'yes', by: 'ana' }),
      commit(done(question, { kind: 'ask', choice: 'yes' }, 'yes'), done(flow('other', 1))),
    );
    const places = history.stretches.flatMap(({ loop, steps }) => steps.map(({ step, state }) => [loop, step, state]));
    expect(places).toEqual([
      ['fix', 'ok', 'done'],
      [null, 'other', 'done'],
    ]);
    expect(stepRun(history, 'ok')).toMatchObject({ asked: { question: '?' }, answered: { by: 'ana' } });
  });

  it('AF-31 a question waits, also in a called flow, until its step is done', () => {
    const opened: Decision = {
      type: 'ask.opened',
      ask: 'c.1/ok.1',
      step: 'ok',
      visit: 1,
      question: '?',
      choices: ['yes'],
    };
    const answered: Decision = { type: 'ask.answered', ask: 'c.1/ok.1', choice: 'yes', by: 'ana' };
    const state = (...given: readonly Given[]) => {
      const child = stepRun(historyOf(began(flow('c', 1), undefined, 'call'), ...given), 'c')?.children[0];
      const run = child && stepRun(child, 'ok');
      return [run?.kind, run?.state, run?.answered?.by ?? null];
    };
    expect(state(inside('c.1', opened))).toEqual(['ask', 'waiting', null]);
    expect(state(inside('c.1', opened), { type: 'run.resumed', fence: 2, program: 'p' })).toEqual([
      'ask',
      'waiting',
      null,
    ]);
    expect(
      state(inside('c.1', opened), inside('c.1', answered, done(flow('ok', 1), { kind: 'ask', choice: 'yes' }, 'yes'))),
    ).toEqual(['ask', 'done', 'ana']);
  });

  it('AF-87 a watch counts its polls and keeps the last', () => {
    const poll = (number: number, outcome: 'idle' | 'activity'): Decision => ({
      type: 'poll',
      wait: 'inbox.1',
      step: 'inbox',
      poll: number,
      outcome,
      cursor: null,
      failures: 0,
      due: outcome === 'idle' ? '2026-03-01T11:00:00.000Z' : null,
    });
    const wait: Decision = { type: 'wait.started', wait: 'inbox.1', step: 'inbox', visit: 1, deadline: null };
    const history = historyOf(commit(wait), commit(poll(1, 'idle')), commit(poll(2, 'activity')));
    expect(stepRun(history, 'inbox')).toMatchObject({ kind: 'watch', state: 'waiting', wait: { polls: 2 } });
    expect(stepRun(history, 'inbox')?.wait?.last?.outcome).toBe('activity');
    const stranger = historyOf(commit(poll(1, 'idle')));
    expect(stranger.stretches).toEqual([]);
  });

  it('AF-77, AF-82 a hit of the cache and an effect in doubt stand with the visit', () => {
    const scope = flow('send', 1);
    const history = historyOf(
      began(scope),
      { ...scope, type: 'effect.incomplete', key: 'mail-1', owner: 'run-a', policy: 'error' },
      { ...flow('draw', 1), type: 'cache.hit', key: 'k', from: 'run-b' },
      commit({ ...done(flow('draw', 1)), cache: { key: 'k', hit: true } }),
    );
    expect(stepRun(history, 'send')?.effect).toEqual({
      key: 'mail-1',
      owner: 'run-a',
      state: 'in-doubt',
      policy: 'error',
    });
    expect(stepRun(history, 'draw')?.cached).toEqual({ key: 'k', from: 'run-b' });
    const fresh = historyOf(commit({ ...done(flow('draw', 1)), cache: { key: 'k', hit: false } }));
    expect(stepRun(fresh, 'draw')?.cached).toBeNull();
  });

  it('AF-68 finished tasks of a plan stand with the round that ran them', () => {
    const scope = flow('build', 2);
    const task = (id: string, status: 'done' | 'failed'): Decision => ({
      ...scope,
      type: 'task.finished',
      task: id,
      status,
    });
    const history = historyOf(began(scope, undefined, 'plan'), commit(task('test', 'done'), task('lint', 'failed')));
    expect(stepRun(history, 'build', 2)?.tasks.map(({ task: id, status }) => `${id} ${status}`)).toEqual([
      'test done',
      'lint failed',
    ]);
  });
});

describe('the run as a whole', () => {
  it('keeps what was done to it from outside, in order', () => {
    const history = historyOf(
      commit({ type: 'caps.changed', loop: 'refine', caps: { maxIterations: 2 }, by: 'ana' }),
      commit({ type: 'caps.refused', loop: 'refine', by: 'main', why: 'not allowed' }),
      commit({ type: 'run.paused', by: 'ana' }),
      { type: 'run.resumed', fence: 2, program: 'p' },
      { type: 'run.forked', run: 'b', from: 'a', superStep: 4, set: {} },
    );
    expect(history.acts.map(({ what }) => what.type)).toEqual([
      'caps.changed',
      'caps.refused',
      'run.paused',
      'run.resumed',
      'run.forked',
    ]);
  });

  it('what ran between two passes stands between them', () => {
    const pass = (step: string, number: number): StepScope => ({ step, visit: number, loop: 'fix', pass: number });
    const history = historyOf(
      began(flow('plan', 1)),
      began(pass('act', 1)),
      began(flow('plan', 2)),
      turn(flow('plan', 1), 0.5),
      began(pass('act', 2)),
    );
    expect(textOf(history)).toMatchInlineSnapshot(`
      "flow 0:
        plan.1 work running
      fix 1:
        act.1 work running
      flow 0:
        plan.2 work running
      fix 2:
        act.2 work running"
    `);
    expect(history.stretches[0]?.spend.usd).toBe(0.5);
  });

  it('a loop that is entered again begins anew with its number 0', () => {
    const baseline = { tree: null, frozen: {}, definitions: {}, verifications: {} };
    const enter = (total: number) =>
      commit({ type: 'loop.entered', loop: 'fix', baseline }, { type: 'pass.started', loop: 'fix', pass: 1, total });
    const history = historyOf(enter(1), enter(2));
    expect(history.stretches.map(({ key }) => key)).toEqual(['fix:0:0', 'fix:1:1', 'fix:0:2', 'fix:1:3']);
  });

  it('a long run outside loops is kept in stretches that stay small', () => {
    const given = Array.from({ length: 1000 }, (_, index) => began(flow('act', index + 1)));
    const history = historyOf(...given, turn(flow('act', 3), 1));
    expect(Math.max(...history.stretches.map(({ steps }) => steps.length))).toBe(200);
    expect(stepRun(history, 'act', 3)?.spend.usd).toBe(1);
    expect(history.stretches.reduce((sum, { steps }) => sum + steps.length, 0)).toBe(1000);
  });
});
