import { describe, expect, it } from 'vitest';
import { canConnect } from '../../engine/flow/connect';
import { graphOf } from '../../engine/flow/graph';
import { parseFlow } from '../../engine/flow/parse';
import { patched } from '../../engine/flow/patch';
import type { Change } from '../../engine/issue';
import type { Json } from '../../engine/json';
import { sample, set, WORK } from './changedSample';
import { KINDS } from './kinds';

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

const kinds = parseFlow(KINDS).value as Json;
const mayIn = (flow: Json, from: string, to: string) => {
  const answer = canConnect(graphOf(flow), from, to);
  return answer.ok ? 'yes' : answer.why;
};

describe('drawing a route among steps of every kind', () => {
  const more = patched(kinds, [
    set('steps.pre', WORK),
    set('steps.measure', { ...WORK, next: 'assess' }),
    set('steps.revise.next', 'measure'),
    set('loops.fix.onExhausted'),
    set('loops.polish.onExhausted'),
  ]);

  it('a group is entered anywhere, but only its tail leads back to its entry', () => {
    expect(mayIn(more, 'pre', 'revise')).toBe('yes');
    expect(mayIn(more, 'pre', 'measure')).toBe('yes');
    expect(mayIn(more, 'measure', 'revise')).toContain('Only the tail "assess"');
    expect(mayIn(patched(more, [set('steps.assess.next')]), 'assess', 'revise')).toBe('yes');
    expect(mayIn(more, 'measure', 'main')).toBe('yes');
  });

  it('an improve loop is entered at its head and goes back by itself', () => {
    const wide = patched(more, [
      set('loops.polish', { type: 'improve', head: 'draft', tail: 'sub' }),
      set('steps.draft.next', 'sub'),
    ]);
    expect(mayIn(wide, 'pre', 'draft')).toBe('yes');
    expect(mayIn(wide, 'pre', 'sub')).toContain('at its head "draft"');
    expect(mayIn(patched(wide, [set('steps.sub.next')]), 'sub', 'draft')).toContain('by itself');
  });

  it('from running out of an improve loop to @complete only past something that decides', () => {
    const out = patched(more, [set('terminal'), set('loops.polish.onExhausted', 'pre')]);
    expect(mayIn(out, 'pre', '@complete')).toContain('runs out');
    expect(mayIn(out, 'pre', 'after')).toContain('runs out');
    expect(mayIn(out, 'pre', 'ask')).toBe('yes');
    expect(mayIn(out, 'pre', '@stop')).toBe('yes');
  });

  it('SE-36 a group that is used up hands control over, which is no way out by running out', () => {
    const handed = patched(more, [set('terminal'), set('loops.refine.exitTo', 'pre')]);
    expect(mayIn(handed, 'pre', '@complete')).toBe('yes');
  });

  it('UL-04 past the judge over the exit of a group that stands in the body is refused', () => {
    const flow = patched(sample, [
      set('steps.act.next', 'a'),
      set('steps.a', { ...WORK, next: 'b' }),
      set('steps.b', { ...WORK, next: 'a' }),
      set('steps.out', { ...WORK, next: 'verify' }),
      set('loops.g', { type: 'group', from: 'b', to: 'a', maxIterations: 2, exitTo: 'out' }),
    ]);
    expect(graphOf(flow).loops[0]?.body).toContain('out');
    expect(mayIn(flow, 'out', '@complete')).toContain('pass by the judge');
  });

  it('SE-37 only the terminal step leads to @complete, where the flow names one', () => {
    expect(mayIn(more, 'pre', '@complete')).toContain('Only "after"');
    expect(mayIn(patched(more, [set('steps.after.next')]), 'after', '@complete')).toBe('yes');
  });

  it('no route leads to a called step or on from it', () => {
    expect(mayIn(more, 'pre', 'one')).toContain('called by "each"');
    expect(mayIn(more, 'job', 'pre')).toContain('called by "tasks"');
  });
});
