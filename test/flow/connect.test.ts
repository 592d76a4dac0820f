import { describe, expect, it } from 'vitest';
import { canConnect } from '../../engine/flow/connect';
import { graphOf } from '../../engine/flow/graph';
import { patched } from '../../engine/flow/patch';
import type { Change } from '../../engine/issue';
import { sample, set, WORK } from './changedSample';

const may = (from: string, to: string, ...changes: readonly Change[]) => {
  const answer = canConnect(graphOf(patched(sample, changes)), from, to);
  return answer.ok ? 'yes' : answer.why;
};
const pre = set('steps.pre', { ...WORK });
const spare = set('steps.spare', { ...WORK });

describe('drawing a route', () => {
  it('is allowed where it can become right', () => {
    expect(may('pre', 'act', pre)).toBe('yes');
    expect(may('act', 'judge')).toBe('yes');
    expect(may('act', '@stop')).toBe('yes');
    expect(may('act', 'spare', spare)).toBe('yes');
    expect(may('judge', 'spare', spare)).toBe('yes');
    expect(may('spare', 'pre', spare, pre)).toBe('yes');
  });

  it('is refused to and from what is not there, to itself, and twice', () => {
    expect(may('@stop', 'act')).toContain('nothing leads on');
    expect(may('gone', 'act')).toContain('gone');
    expect(may('act', 'gone')).toContain('gone');
    expect(may('act', '@done')).toContain('@done');
    expect(may('act', 'act')).toContain('itself');
    expect(may('act', 'verify')).toContain('already');
  });

  it('UL-03 is refused into the middle of a loop and back to its head', () => {
    expect(may('pre', 'verify', pre)).toContain('at its head "act"');
    expect(may('judge', 'act')).toContain('by itself');
    expect(may('judge', 'verify')).toContain('by itself');
    expect(may('verify', 'act')).toContain('by itself');
  });

  it('UL-04 is refused past the judge, over other steps too', () => {
    expect(may('act', '@complete')).toContain('judge');
    const over = set('steps.over', { ...WORK, next: '@complete' });
    expect(may('verify', 'over', over)).toContain('judge');
    const failed = set('steps.act.routes', { failed: 'spare' });
    expect(may('spare', '@complete', spare, failed)).toContain('judge');
    expect(may('spare', '@stop', spare, failed)).toBe('yes');
  });

  it('UL-05 is refused from the way out of a loop that ran out to @complete', () => {
    const out = set('loops.fix.onExhausted', 'spare');
    expect(may('spare', '@complete', spare, out)).toContain('runs out');
    expect(may('spare', 'act', spare, out)).toContain('runs out');
    expect(may('spare', '@handoff', spare, out)).toBe('yes');
  });
});
