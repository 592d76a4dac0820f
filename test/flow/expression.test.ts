import { describe, expect, it } from 'vitest';
import type { ExpressionEnv } from '../../engine/flow/expression';
import { compileExpression, evaluate, renameInExpression } from '../../engine/flow/expression';

const env: ExpressionEnv = {
  steps: { judge: { output: { goalMet: true, score: 0.5, list: [1, 2] }, visits: 2, outcome: 'ok' } },
  loops: { fix: { pass: 3, total: 7, stalled: 1 } },
  budget: { usd: 1.25, tokens: 900, unknown: false },
};

describe('conditions', () => {
  it('see outputs, visits, counters and what was spent; whole numbers are ints', () => {
    for (const text of [
      'steps.judge.output.goalMet == true',
      'steps["judge"].visits == 2 && steps.judge.outcome == "ok"',
      'loops.fix.pass + 1 == 4 && loops.fix.total > loops.fix.pass',
      'budget.usd < 2 && budget.tokens >= 900 && !budget.unknown',
      'steps.judge.output.list.exists(x, x == 2) && steps.judge.output.score < 1',
    ]) {
      expect(compileExpression(text)).toMatchObject({ ok: true, givesBool: true });
      expect(evaluate(text, env)).toEqual({ ok: true, value: true });
    }
    expect(evaluate('loops.fix.total / 2', env)).toEqual({ ok: true, value: 3 });
  });

  it('a step that did not run and a loop that was not entered read as empty', () => {
    expect(evaluate('steps.other.visits == 0 && steps.other.output == null && loops.x.pass == 0', env)).toEqual({
      ok: true,
      value: true,
    });
  });

  it('spend that is not known is an error where it is used, and only there', () => {
    const unproven = { ...env, budget: { usd: null, tokens: 3, unknown: true } };
    const read = evaluate('budget.usd > 1', unproven);
    expect(read).toMatchObject({ ok: false });
    expect(read.ok ? '' : read.why).toContain('budget.usd is not known');
    expect(evaluate('budget.tokens > 1 && budget.unknown', unproven)).toEqual({ ok: true, value: true });
  });

  it('what cannot be read or computed says why, in one line, and nothing throws', () => {
    for (const text of [
      '',
      'steps.',
      '1 +',
      'steps.judge.output.nothing',
      '"a" + 1',
      '1 / 0',
      'steps.judge.output.list[9]',
      'size(3)',
    ]) {
      const read = evaluate(text, env);
      expect(read.ok).toBe(false);
      expect(read.ok ? '' : read.why).toMatch(/^[^\n]+$/);
    }
  });

  it('there is no clock and no randomness', () => {
    for (const text of ['now()', 'timestamp.now()', 'random()', 'rand() > 1', 'Date()'])
      expect(compileExpression(text).ok).toBe(false);
  });

  it('a rename changes the name and nothing else, also to names with a dash', () => {
    const text = 'steps.act.visits > 1 && steps [ "act" ].outcome == "act" && loops.act.pass > 0 // act';
    expect(renameInExpression(text, 'steps', 'act', 'do')).toBe(
      'steps.do.visits > 1 && steps.do.outcome == "act" && loops.act.pass > 0 // act',
    );
    expect(renameInExpression(text, 'loops', 'act', 'a-b')).toContain('loops["a-b"].pass');
    expect(renameInExpression('steps.act.', 'steps', 'act', 'x')).toBe('steps.act.');
  });
});
