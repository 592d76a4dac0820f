import { describe, expect, it } from 'vitest';
import { raisedBounds, workerOverrides } from '../../engine/cli/overrides';

describe('--worker', () => {
  it('takes an adapter by name or a whole definition as JSON', () => {
    expect(workerOverrides(['implementer=claude-code', 'reviewer={"use":"command","run":["a","b=c"]}'])).toEqual({
      implementer: { use: 'claude-code' },
      reviewer: { use: 'command', run: ['a', 'b=c'] },
    });
  });

  it.each(['implementer', '=claude-code', 'implementer=', '1a=claude-code', 'a={"run":[]}', 'a={'])(
    'refuses %s',
    (given) => {
      expect(() => workerOverrides([given])).toThrow(/--worker/);
    },
  );
});

describe('--raise', () => {
  it('gathers the bounds of each loop', () => {
    expect(raisedBounds(['fix.maxPasses=8', 'fix.usd=2.5', 'other.noProgressCeiling=3', 'other.tokens=900'])).toEqual({
      fix: { maxPasses: 8, usd: 2.5 },
      other: { noProgressCeiling: 3, tokens: 900 },
    });
  });

  it.each([
    'fix.maxPasses=0',
    'fix.maxPasses=2.5',
    'fix.maxPasses=x',
    'fix.maxPasses= ',
    'fix.usd=-1',
    'fix=3',
    '.maxPasses=3',
    'fix.cap=3',
  ])('SH-01 refuses %s', (given) => {
    expect(() => raisedBounds([given])).toThrow(/--raise/);
  });
});
