import { describe, expect, it } from 'vitest';
import { applyEdit } from '../../engine/flow/edit';
import { graphOf } from '../../engine/flow/graph';
import { parseFlow } from '../../engine/flow/parse';
import { patched } from '../../engine/flow/patch';
import type { Json } from '../../engine/json';
import { at } from '../../engine/json';
import { errorsOf, flowOf, gate, router, verify, work } from './checkedFlow';
import { SAMPLE } from './sample';

const sample = parseFlow(SAMPLE).value as Json;
const judge = { kind: 'judge', worker: 'w', next: '@complete' };

function taken(flow: Json, ...ids: readonly string[]): Json {
  const result = applyEdit(flow, { type: 'takeOut', ids });
  if (!result.ok) throw new Error(result.why);
  expect(result.select).toEqual(ids);
  return patched(flow, result.changes);
}
const why = (flow: Json, ...ids: readonly string[]) => {
  const result = applyEdit(flow, { type: 'takeOut', ids });
  return result.ok ? null : result.why;
};
const body = (flow: Json, loop: string) => graphOf(flow).loops.find(({ id }) => id === loop)?.body;
const next = (flow: Json, step: string) => at(flow, ['steps', step, 'next']);

describe('out of an until loop', () => {
  const longer = flowOf(
    { act: work('lint'), lint: work('tidy'), tidy: work('proof'), proof: verify('judge'), judge },
    { loops: { fix: { type: 'until', head: 'act', tail: 'judge', maxPasses: 3, spendCap: { usd: 1 } } } },
  );

  it('its head then stands before it, and the loop begins at the next step', () => {
    const flow = taken(longer, 'act');
    expect(body(flow, 'fix')).toEqual(['lint', 'tidy', 'proof', 'judge']);
    expect(next(flow, 'act')).toBe('lint');
    expect(errorsOf(flow)).toEqual([]);
    expect(body(taken(longer, 'lint', 'act'), 'fix')).toEqual(['tidy', 'proof', 'judge']);
  });

  it('what led to a step in the middle leads past it; the step stands beside the flow', () => {
    const flow = taken(longer, 'lint', 'tidy');
    expect(body(flow, 'fix')).toEqual(['act', 'proof', 'judge']);
    expect([next(flow, 'act'), next(flow, 'lint'), next(flow, 'tidy')]).toEqual(['proof', 'tidy', undefined]);
    expect(errorsOf(flow)).toEqual([
      'missing-target steps.tidy.next',
      'unreachable steps.lint',
      'unreachable steps.tidy',
    ]);
  });

  it('is refused with the reason for its judge, for a step in no loop, and for one that is gone', () => {
    expect(why(sample, 'judge')).toContain('ends at its judge "judge"');
    expect(why(sample, 'act', 'verify', 'judge')).toContain('"fix" would have no step left');
    expect(why(sample, 'act', 'nobody')).toContain('nobody');
    expect(why(flowOf({ a: work('@complete') }), 'a')).toBe('"a" stands in no loop.');
  });

  it('a step that several ways lead on from cannot be led past', () => {
    const forked = flowOf(
      {
        act: work('way'),
        way: router(['left', 'right'], { else: 'left' }),
        left: work('proof'),
        right: work('proof'),
        proof: verify('judge'),
        judge,
      },
      { loops: { fix: { type: 'until', head: 'act', tail: 'judge', maxPasses: 3 } } },
    );
    expect(why(forked, 'way')).toContain('no way leads from "act" to "judge"');
    expect(body(taken(forked, 'left'), 'fix')).toEqual(['act', 'way', 'right', 'proof', 'judge']);
  });

  it('a way back to what stood first goes to the new head, not out and in again', () => {
    const gated = flowOf(
      { act: work('lint'), lint: work('ok'), ok: gate('proof', 'act'), proof: verify('judge'), judge },
      { loops: { fix: { type: 'until', head: 'act', tail: 'judge', maxPasses: 3 } } },
    );
    const flow = taken(gated, 'act');
    expect(at(flow, ['steps', 'ok', 'routes', 'revise'])).toBe('lint');
    expect(body(flow, 'fix')).toEqual(['lint', 'ok', 'proof', 'judge']);
  });

  it('a group comes out whole, with its way out to the head', () => {
    const nested = flowOf(
      { act: work('m'), m: router(['a', 'proof']), a: work('b'), b: work('a'), proof: verify('judge'), judge },
      {
        loops: {
          fix: { type: 'until', head: 'act', tail: 'judge', maxPasses: 3 },
          g: { type: 'group', from: 'b', to: 'a', maxIterations: 2, exitTo: 'm' },
        },
      },
    );
    const flow = taken(nested, 'a', 'b');
    expect(body(flow, 'fix')).toEqual(['act', 'm', 'proof', 'judge']);
    expect(body(flow, 'g')).toEqual(['a', 'b']);
    expect(at(flow, ['loops', 'g', 'exitTo'])).toBe('act');
    // One of them comes out of the group only.
    expect(why(nested, 'a')).toContain('The loop "g" would have no entry and tail left');
  });
});

describe('out of groups and improve loops', () => {
  const group = flowOf(
    { m: router(['a']), a: work('b'), b: work('c'), c: work('a') },
    { main: 'm', loops: { g: { type: 'group', from: 'c', to: 'a', maxIterations: 2, exitTo: 'm' } } },
  );

  it('a group keeps its way back from the tail to the entry, whichever goes', () => {
    const headless = taken(group, 'a');
    expect(at(headless, ['loops', 'g'])).toMatchObject({ from: 'c', to: 'b' });
    expect([next(headless, 'a'), next(headless, 'c')]).toEqual(['b', 'b']);
    expect(errorsOf(headless)).toEqual([]);
    const tailless = taken(group, 'c');
    expect(at(tailless, ['loops', 'g'])).toMatchObject({ from: 'b', to: 'a' });
    expect([next(tailless, 'b'), next(tailless, 'c')]).toEqual(['a', undefined]);
    const middle = taken(group, 'b');
    expect([next(middle, 'a'), next(middle, 'b')]).toEqual(['c', undefined]);
    expect(body(middle, 'g')).toEqual(['a', 'c']);
    expect(why(group, 'a', 'b')).toContain('no entry and tail left');
  });

  it('what stood last in an improve loop stands behind it', () => {
    const improve = flowOf(
      { a: work('b'), b: work('c'), c: work('d'), d: verify('@complete') },
      { loops: { p: { type: 'improve', head: 'a', tail: 'c' } } },
    );
    const flow = taken(improve, 'c');
    expect(at(flow, ['loops', 'p', 'tail'])).toBe('b');
    expect([next(flow, 'b'), next(flow, 'c')]).toEqual(['c', 'd']);
    expect(errorsOf(flow)).toEqual([]);
    expect(why(improve, 'a', 'b', 'c')).toContain('no step left');
    expect(body(taken(improve, 'a', 'b'), 'p')).toEqual(['c']);
  });
});
