import { describe, expect, it } from 'vitest';
import { inboxOf } from '../../engine/loops/group';
import type { Journey } from './journey';
import { as, counted, go, numbers, refine, START } from './journey';

/** At the tail in the n-th iteration of the first batch. */
const atTail = (iteration: number, max: number): Journey =>
  go(refine(max), START, 'revise', ...Array.from({ length: iteration - 1 }, () => ROUND).flat(), 'measure', 'assess');
const ROUND = ['measure', 'assess', 'revise'] as const;

describe('loop groups: other caps while it runs', () => {
  it('SE-50 lowered to what has started: the end of the tail exits', () => {
    const second = atTail(2, 5);
    expect(go(refine(2), second, 'revise').story.slice(-2)).toEqual(['exhausted 1.2.2', '→ main, loop-limit']);
    expect(go(refine(5), second, 'revise').at).toBe('revise');
  });

  it('SE-51 lowered below what has started: members go on, the iteration stays, the end of the tail exits', () => {
    const fourth = go(refine(5), START, 'revise', ...ROUND, ...ROUND, ...ROUND);
    const went = go(refine(2), fourth, 'measure', 'assess');
    expect(went.at).toBe('assess');
    expect(numbers(went)).toBe('running 1.4.4');
    const out = go(refine(2), went, 'revise');
    expect(out.at).toBe('main');
    expect(numbers(out)).toBe('spent 1.4.4');
  });

  it('SE-52 raised in the last iteration: the tail goes on with the next one', () => {
    const third = atTail(3, 3);
    expect(numbers(go(refine(5), third, 'revise'))).toBe('running 1.4.4');
    expect(go(refine(3), third, 'revise').at).toBe('main');
  });

  it('SE-53 raised behind an exit: the exit stands, and only a hop to the entry starts a new batch', () => {
    const out = go(refine(3), atTail(3, 3), 'revise');
    const extra = go(refine(9), out, 'measure', 'assess', 'revise');
    expect(extra.at).toBe('main');
    expect(extra.events).toEqual(out.events);
    expect(numbers(go(refine(9), extra, 'revise'))).toBe('running 2.1.4');
  });

  it('SE-55 batches and totals of a lower and a higher cap go on from the same numbers', () => {
    const second = go(refine(3), atTail(2, 3), 'revise');
    for (const max of [1, 3, 1_000_000]) {
      expect(inboxOf(refine(max), second.states.refine)).toMatchObject({ batch: 1, iteration: 3, total: 3 });
      expect(counted(go(refine(max), as('main', second), 'revise')).slice(-2)).toEqual(['batch 2', '2.1.4']);
    }
  });

  it('SE-56 nothing remains where more has started than the cap allows', () => {
    expect(inboxOf(refine(2), { status: 'running', batch: 1, iteration: 4, total: 4 })).toMatchObject({
      iteration: 4,
      maxIterations: 2,
      remaining: 0,
    });
  });
});
