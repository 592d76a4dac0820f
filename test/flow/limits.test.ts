import { describe, expect, it } from 'vitest';
import { explainLimits } from '../../engine/flow/limits';
import { parseFlow } from '../../engine/flow/parse';
import type { Flow } from '../../engine/flow/schema';
import { SAMPLE } from './sample';

const flow = parseFlow(SAMPLE).flow as Flow;
const fix = flow.loops!.fix!;

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
});
