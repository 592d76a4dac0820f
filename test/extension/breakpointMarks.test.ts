import { describe, expect, it } from 'vitest';
import { breakpointMarks } from '../../extension/debug/breakpointMarks';

const steps = [
  { step: 'act', first: 4, last: 8 },
  { step: 'look', first: 9, last: 9 },
];
const on = (line: number, more: object = {}) => ({ line, enabled: true, ...more });

describe('breakpoints of a text on the canvas', () => {
  it('one on any line of a step is on the step, one outside of them on none', () => {
    expect(breakpointMarks(steps, [on(6), on(2), on(12)])).toEqual({ act: { kind: 'plain', enabled: true, text: '' } });
  });

  it('conditions, numbers of hits and messages are told apart', () => {
    const marks = breakpointMarks(steps, [
      on(4, { condition: 'spend.usd > 1.0', hitCondition: '3' }),
      on(9, { logMessage: 'pass {loop.pass}', condition: 'true', enabled: false }),
    ]);
    expect(marks).toEqual({
      act: { kind: 'conditional', enabled: true, text: 'spend.usd > 1.0 · 3' },
      look: { kind: 'log', enabled: false, text: 'pass {loop.pass}' },
    });
  });

  it('of several on a step the first that is switched on is shown', () => {
    const marks = breakpointMarks(steps, [on(4, { enabled: false }), on(5, { condition: 'a' }), on(6)]);
    expect(marks.act).toEqual({ kind: 'conditional', enabled: true, text: 'a' });
  });
});
