import { describe, expect, it } from 'vitest';
import type { ExpressionEnv } from '../../engine/flow/expression';
import { compileExpression, evaluate, renamedExpression } from '../../engine/flow/expression';

const env: ExpressionEnv = {
  steps: { judge: { output: { goalMet: true, score: 0.5, list: [1, 2] }, visits: 2, outcome: 'ok' } },
  loops: { fix: { pass: 3, total: 7, stalled: 1 } },
  budget: { usd: 1.25, tokens: 900, unknown: false },
};

const renameOne = (text: string, of: string, from: string, to: string) =>
  renamedExpression(text, (root, name) => (root === of && name === from ? to : undefined));

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
    expect(renameOne(text, 'steps', 'act', 'do')).toBe(
      'steps.do.visits > 1 && steps.do.outcome == "act" && loops.act.pass > 0 // act',
    );
    expect(renameOne(text, 'loops', 'act', 'a-b')).toContain('loops["a-b"].pass');
    expect(renameOne('steps.act.', 'steps', 'act', 'x')).toBe('steps.act.');
  });

  const whole: ExpressionEnv = {
    ...env,
    state: { found: ['a', 'b'], plan: { tasks: [], results: [] }, 'odd name': 1 },
    inputs: { target: 'main', limit: 3 },
    gates: { review: { passed: true, attempts: 2, score: 71.5, reasons: ['late'], feedback: 'shorten it' } },
    loops: { ...env.loops, refine: { pass: 0, total: 5, stalled: 0, batch: 2, iteration: 1, reason: 'loop-limit' } },
    budget: { ...env.budget, usdLeft: 0.75, tokensLeft: null },
    item: { path: 'x.ts', size: 4 },
    task: { id: 't1', kind: 'step' },
    output: { score: 3 },
  };

  it('see channels, inputs, gates, groups, what is left, the item, the task and the output', () => {
    for (const text of [
      'state.found.size() == 2 && "a" in state.found && state["odd name"] == 1 && size(state.plan.tasks) == 0',
      'inputs.target == "main" && inputs.limit == 3',
      'gates.review.passed && gates.review.attempts == 2 && gates.review.score > 70 && gates.review.reasons[0] == "late"',
      'gates.review.feedback.contains("short") && !gates.other.passed && gates.other.score == null',
      'loops.refine.batch == 2 && loops.refine.iteration == 1 && loops.refine.reason == "loop-limit"',
      'loops.fix.batch == 0 && loops.refine.best == null && loops.other.reason == ""',
      'budget.usdLeft < 1 && budget.usd / 2 < 1.0',
      'item.path.endsWith(".ts") && item["size"] == 4 && task.id == "t1" && output.score == 3',
    ])
      expect([text, evaluate(text, whole)]).toEqual([text, { ok: true, value: true }]);
    expect(evaluate('item', whole)).toEqual({ ok: true, value: { path: 'x.ts', size: 4 } });
    expect(evaluate('{"all": state.found, "n": [output.score, 1.5, null]}', whole)).toEqual({
      ok: true,
      value: { all: ['a', 'b'], n: [3, 1.5, null] },
    });
  });

  it('what is not there says so: a root, an input, a channel, what is left of no budget', () => {
    const why = (text: string, seen = env) => {
      const read = evaluate(text, seen);
      return read.ok ? '' : read.why;
    };
    expect(why('item.path == "x"')).toContain('a step that a map calls');
    expect(why('task.id == "x"')).toContain('a step that a plan calls');
    expect(why('output.x')).toContain('no "output" here');
    expect(why('state.x == 1')).toContain('"state" is not known here');
    expect(why('inputs.other == 1', whole)).toContain('other');
    expect(why('budget.usdLeft > 1')).toContain('the flow has no budget.usd');
    expect(why('budget.tokensLeft > 1', whole)).toContain('a worker did not report it');
    expect(evaluate('has(state.x) ? 1 : 2', whole)).toEqual({ ok: true, value: 2 });
  });

  it('a variable of a macro hides what surrounds it', () => {
    expect(evaluate('state.found.exists(item, item == "b")', { ...whole, item: 'c' })).toEqual({
      ok: true,
      value: true,
    });
    const read = compileExpression('state.found.map(steps, steps + "x").filter(task, task != item.path)');
    expect(read.ok && read.references.map(({ root, name }) => [root, name])).toEqual([
      ['state', 'found'],
      ['item', 'path'],
    ]);
    const text = 'state.l.exists(steps, steps.act == 1) && steps.act.visits > 0';
    expect(renameOne(text, 'steps', 'act', 'do')).toBe('state.l.exists(steps, steps.act == 1) && steps.do.visits > 0');
  });

  it('whole numbers and fractions can be computed with each other; two whole numbers stay whole', () => {
    const score = (value: number) => evaluate('output.score * 1.5 + 1', { ...whole, output: { score: value } });
    expect(score(3)).toEqual({ ok: true, value: 5.5 });
    expect(score(3.5)).toEqual({ ok: true, value: 6.25 });
    expect(evaluate('7 / 2', env)).toEqual({ ok: true, value: 3 });
  });

  it('what an expression can come to is known as far as its text tells', () => {
    const gives = (text: string) => {
      const read = compileExpression(text);
      return read.ok ? [read.givesBool, read.givesList, read.givesJson] : read.why;
    };
    expect(gives('inputs.x')).toEqual([true, true, true]);
    expect(gives('inputs.x > 1')).toEqual([true, false, true]);
    expect(gives('[inputs.x]')).toEqual([false, true, true]);
    expect(gives('inputs.list.map(x, x + 1)')).toEqual([false, true, true]);
    expect(gives('{"a": 1}')).toEqual([false, false, true]);
    expect(gives('b"bytes"')).toEqual([false, false, false]);
    expect(evaluate('b"bytes"', env)).toMatchObject({ ok: false });
    expect(gives('timestamp("2024-01-01T00:00:00Z") > timestamp("2023-01-01T00:00:00Z")')).toMatch(/no clock/);
    expect(gives('duration("3s") > duration("2s")')).toMatch(/no clock/);
  });

  it('a gate is renamed like a step; a text that is no sound expression is renamed where it can be read', () => {
    expect(renameOne('gates.ok.passed', 'gates', 'ok', 'fine')).toBe('gates.fine.passed');
    expect(renameOne('steps.act.visits > nothing', 'steps', 'act', 'do')).toBe('steps.do.visits > nothing');
  });

  it('only what is spoken of is looked at, however much there is', () => {
    let looked = 0;
    const steps = Object.defineProperty({ judge: env.steps.judge }, 'huge', {
      enumerable: true,
      get: () => {
        looked++;
        return { output: null, visits: 1, outcome: '' };
      },
    });
    const seen = { ...env, steps } as ExpressionEnv;
    for (let round = 0; round < 1000; round++) evaluate('steps.judge.visits == 2', seen);
    expect(looked).toBe(0);
  });
});
