import { describe, expect, it } from 'vitest';
import { explainLimits } from '../../engine/flow/limits';
import { parseFlow } from '../../engine/flow/parse';
import type { Flow, UntilLoop } from '../../engine/flow/schema';
import { english } from '../../engine/say';
import { SAMPLE } from './sample';

const flow = parseFlow(SAMPLE).flow as Flow;
const fix = flow.loops!.fix as UntilLoop;

describe('the limits card', () => {
  it('says every bound that will be held', () => {
    expect(explainLimits(flow, 'autonomous')).toEqual([
      'at most 5 passes',
      'at most $2.00',
      'stops if a worker reports no usage',
      'no-progress after 2',
      'frozen: test/**',
      'at most 1,000 super-steps outside of loops',
    ]);
  });

  it('is said in the language of whoever shows it', () => {
    const said = explainLimits(flow, 'autonomous', (message, ...args) => `<${english(message, ...args)}>`);
    expect(said).toEqual(explainLimits(flow, 'autonomous').map((line) => `<${line}>`));
  });

  it('supervised: the body runs once, and the caps on passes are not promised', () => {
    const card = explainLimits(flow, 'supervised');
    expect(card).toContain('supervised: the body runs once');
    expect(card.join()).not.toMatch(/passes|no-progress/);
  });

  it('says so where nothing bounds the cost, and names the loops where there are several', () => {
    const { spendCap: _, ...open } = fix;
    expect(explainLimits({ ...flow, loops: { fix: open } }, 'autonomous')).toContain('nothing bounds what it costs');
    const two = explainLimits(
      { ...flow, loops: { fix: open, other: { ...open, maxPasses: 1 } }, budget: { tokens: 12_000 } },
      'autonomous',
    );
    expect(two).toContain('fix: at most 5 passes');
    expect(two).toContain('other: at most 1 pass');
    expect(two).toContain('the run: at most 12,000 tokens');
    expect(two).not.toContain('nothing bounds what it costs');
  });

  it('says of a group what bounds a batch, and that batches are not bounded', () => {
    const group = { type: 'group', from: 'b', to: 'a', maxIterations: 1200, exitTo: 'main' } as const;
    for (const mode of ['autonomous', 'supervised'] as const)
      expect(explainLimits({ ...flow, loops: { group } }, mode)).toEqual([
        'at most 1,200 iterations in a batch, then "main" has control',
        'batches are not counted against a bound',
        'at most 1,000 super-steps outside of loops',
        'nothing bounds what it costs',
      ]);
    const early = { ...group, exitWhen: 'steps.b.visits > 3' };
    expect(explainLimits({ ...flow, loops: { early } }, 'autonomous')).toContain(
      'a batch ends early when steps.b.visits > 3',
    );
  });

  it('says of an improve loop every way in which it ends, written or not', () => {
    const improve = { type: 'improve', head: 'a', tail: 'a' } as const;
    expect(explainLimits({ ...flow, loops: { improve } }, 'autonomous')).toEqual([
      'at most 20 rounds',
      'converged after 4 rounds without improvement',
      'done at a score of 100',
      'at most 1,000 super-steps outside of loops',
      'nothing bounds what it costs',
    ]);
    const other = { ...improve, maxIterations: 1, patience: 2, perfect: 7.5 };
    const card = explainLimits({ ...flow, loops: { improve, other } }, 'supervised');
    expect(card).toContain('other: at most 1 round');
    expect(card).toContain('other: converged after 2 rounds without improvement');
    expect(card).toContain('other: done at a score of 7.5');
  });

  it('says the minutes and super-steps of the run, and whether it asks when its money is spent', () => {
    const card = explainLimits(
      { ...flow, budget: { usd: 3, minutes: 90, superSteps: 12, onOver: 'ask' } },
      'autonomous',
    );
    expect(card).toContain('the run: at most 90 minutes');
    expect(card).toContain('the run: asks you when that is spent');
    expect(card).toContain('at most 12 super-steps outside of loops');
    const timed = explainLimits({ ...flow, loops: {}, budget: { minutes: 1, onOver: 'ask' } }, 'autonomous');
    expect(timed).toEqual([
      'the run: at most 1 minute',
      'at most 1,000 super-steps outside of loops',
      'nothing bounds what it costs',
    ]);
  });
});
