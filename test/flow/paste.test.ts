import { describe, expect, it } from 'vitest';
import { check } from '../../engine/flow/check';
import type { FlowEdit } from '../../engine/flow/edit';
import { applyEdit } from '../../engine/flow/edit';
import { fragmentOf, readFragment } from '../../engine/flow/fragment';
import { graphOf } from '../../engine/flow/graph';
import { parseFlow } from '../../engine/flow/parse';
import { patched } from '../../engine/flow/patch';
import type { Json, JsonObject } from '../../engine/json';
import { at } from '../../engine/json';
import { errorsOf, flowOf, router, verify, work } from './checkedFlow';
import { KINDS } from './kinds';
import { SAMPLE } from './sample';

const kinds = parseFlow(KINDS).value as Json;
const sample = parseFlow(SAMPLE).value as Json;

function edited(flow: Json, edit: FlowEdit): { readonly flow: Json; readonly select: readonly string[] } {
  const result = applyEdit(flow, edit);
  if (!result.ok) throw new Error(result.why);
  return { flow: patched(flow, result.changes), select: result.select ?? [] };
}
const copied = (flow: Json, ids: readonly string[]) => edited(flow, { type: 'duplicate', ids });
const pasted = (flow: Json, from: Json, ids: readonly string[], position?: readonly [number, number]) =>
  edited(flow, { type: 'paste', fragment: fragmentOf(from, ids), ...(position ? { position } : {}) });
const step = (flow: Json, id: string) => at(flow, ['steps', id]);
const ways = (flow: Json) => graphOf(flow).routes.map(({ from, to }) => `${from}>${to}`);

/** A to B to C to D; C is what the group hands control to. */
const chain: JsonObject = flowOf(
  {
    A: work('B'),
    B: work('C', { reads: ['A'] }),
    C: router(['D', 'g1'], { else: 'B' }),
    D: verify('@complete'),
    g1: work('g2'),
    g2: work('g1'),
  },
  {
    main: 'C',
    loops: { g: { type: 'group', from: 'g2', to: 'g1', maxIterations: 3, exitTo: 'C' } },
    layout: { B: [10, 20] },
  },
);

describe('SH-31 copies are wired to each other, not to the originals', () => {
  it('in the same flow: new ids, own wiring, no edge to A or D, and the originals are as they were', () => {
    for (const { flow, select } of [copied(chain, ['B', 'C']), pasted(chain, chain, ['B', 'C'])]) {
      expect(select).toEqual(['B2', 'C2']);
      expect(step(flow, 'B2')).toEqual(work('C2', { reads: ['A'] }));
      expect(step(flow, 'C2')).toEqual({ ...router([]), branches: undefined, else: 'B2' });
      const now = ways(flow);
      expect(now.filter((way) => !/2/.test(way.replaceAll('g2', 'g')))).toEqual(ways(chain));
      expect(now.filter((way) => /[BC]2/.test(way))).toEqual(['B2>C2', 'C2>B2']);
      expect(at(flow, ['loops'])).toEqual(at(chain, ['loops']));
      expect(at(flow, ['start'])).toBe('A');
      expect(at(flow, ['layout'])).toEqual({ B: [10, 20], B2: [50, 60] });
    }
  });

  it('in another flow they keep their ids, and a reference that points nowhere is flagged, not dropped', () => {
    const other = flowOf({ X: work('@complete') });
    const { flow, select } = pasted(other, chain, ['B', 'C']);
    expect(select).toEqual(['B', 'C']);
    expect(step(flow, 'B')).toEqual(step(chain, 'B'));
    expect(step(flow, 'C')).toEqual(step(chain, 'C'));
    expect(errorsOf(flow)).toEqual(
      expect.arrayContaining(['unknown-target steps.C.branches.to0', 'unknown-target steps.C.branches.to1']),
    );
    expect(check(flow).map(({ code }) => code)).toContain('unknown-read');
    expect(at(flow, ['main'])).toBeUndefined();
  });

  it('in another flow that has a step of that name, nothing is joined to it by accident', () => {
    const { flow } = pasted(flowOf({ D: work('@complete') }), chain, ['B', 'C']);
    expect(ways(flow)).not.toContain('C>D');
    expect(step(flow, 'C')).toMatchObject({ branches: { to1: 'g1' } });
  });

  it('a whole loop comes along under a name of its own; a part of one does not', () => {
    const { flow, select } = copied(sample, ['act', 'verify', 'judge']);
    expect(select).toEqual(['act2', 'verify2', 'judge2']);
    expect(at(flow, ['loops', 'fix2'])).toMatchObject({ head: 'act2', tail: 'judge2', maxPasses: 5 });
    expect(step(flow, 'act2')).toMatchObject({ reads: ['verify2'], next: 'verify2' });
    expect(step(flow, 'judge2')).toMatchObject({ reads: ['verify2', 'act2'], next: '@complete' });
    expect(errorsOf(flow)).toEqual(['unreachable steps.act2', 'unreachable steps.verify2', 'unreachable steps.judge2']);
    expect(at(copied(sample, ['act', 'verify']).flow, ['loops'])).toEqual(at(sample, ['loops']));
    expect(copied(flow, ['act2']).select).toEqual(['act3']);
  });

  it('a loop that ran out to a step outside stops; a group hands control to Main', () => {
    const exits = flowOf(
      { m: router(['a', 'i']), a: work('b'), b: work('a'), i: work('m'), o: work('@stop') },
      {
        main: 'm',
        loops: {
          g: { type: 'group', from: 'b', to: 'a', maxIterations: 3, exitTo: 'o' },
          p: { type: 'improve', head: 'i', tail: 'i', onExhausted: 'o', onConverged: 'o' },
        },
      },
    );
    const { flow } = copied(exits, ['a', 'b', 'i']);
    expect(at(flow, ['loops', 'g2'])).toEqual({ type: 'group', from: 'b2', to: 'a2', maxIterations: 3, exitTo: 'm' });
    expect(at(flow, ['loops', 'p2'])).toEqual({ type: 'improve', head: 'i2', tail: 'i2' });
    const other = pasted(flowOf({ x: work('@complete') }), exits, ['a', 'b', 'i']).flow;
    expect(at(other, ['loops', 'g', 'exitTo'])).toBe('o');
    expect(errorsOf(other)).toContain('unknown-target loops.g.exitTo');
  });

  it('ends of the run are kept where only the terminal step may complete it, but for @complete', () => {
    const one = flowOf({ t: work('@complete') }, { terminal: 't' });
    const ends = flowOf({ x: work('@complete', { routes: { failed: '@stop' } }) });
    expect(step(pasted(one, ends, ['x']).flow, 'x')).toEqual(work(undefined, { routes: { failed: '@stop' } }));
    expect(step(pasted(flowOf({ t: work('@complete') }), ends, ['x']).flow, 'x')).toEqual(step(ends, 'x'));
  });

  it('a case keeps its condition where its target is cut', () => {
    const { flow } = copied(kinds, ['main', 'draft']);
    expect(at(flow, ['steps', 'main2', 'cases'])).toEqual([
      { when: 'loops.polish2.best > 3' },
      { when: 'gates.check.passed', to: 'draft2' },
    ]);
  });
});

describe('what copies speak of', () => {
  it('every place of every kind speaks of the copies', () => {
    const ids = graphOf(kinds).steps.map(({ id }) => id);
    const { flow, select } = copied(kinds, ids);
    expect(select).toEqual(ids.map((id) => `${id}2`));
    const text = JSON.stringify({
      steps: select.map((id) => step(flow, id)),
      loops: ['refine2', 'polish2', 'fix2'].map((id) => at(flow, ['loops', id])),
    })
      .replaceAll(/"kind":"\w+"/g, '')
      // What a call gives back speaks of the flow that it calls.
      .replace('"output":"steps.look.output"', '');
    for (const id of ids) expect(text).not.toMatch(new RegExp(`"${id}"(?!:)|\\b(steps|gates)\\.${id}\\b`));
    expect(text).toContain('loops.polish2.best');
    expect(at(flow, ['layout'])).toEqual({ main: [0, 0], job: [10, 10], main2: [40, 40], job2: [50, 50] });
  });

  it('ids that would run into each other do not', () => {
    const both = flowOf({ a: work('a2'), a2: work('a3'), a3: work('a') });
    const { flow, select } = copied(both, ['a', 'a2']);
    expect(select).toEqual(['a4', 'a5']);
    expect(step(flow, 'a4')).toEqual(work('a5'));
    expect(step(flow, 'a5')).toEqual(work());
    // "a2" is a step that the copy speaks of and does not bring: the copy of "a" does not become it.
    const away = pasted(flowOf({ a: work('@complete') }), both, ['a']);
    expect(away.select).toEqual(['a3']);
    expect(step(away.flow, 'a3')).toEqual(work('a2'));
  });

  it('workers, channels and inputs come along; others of the same name are left alone', () => {
    const from = flowOf(
      { x: work('@complete', { reads: ['channel:log', 'inputs.n'], writes: { 'log.a': 'state.log.a + inputs.n' } }) },
      { channels: { log: { reducer: 'byKey', fields: { a: 'add' } } }, inputs: { n: { type: 'integer' } } },
    );
    const bare = { converge: 1, id: 'b', steps: {} };
    const first = pasted(bare, from, ['x']).flow;
    expect(first).toMatchObject({
      start: 'x',
      workers: { w: { use: 'x' } },
      channels: at(from, ['channels']),
      inputs: at(from, ['inputs']),
    });
    const other = flowOf(
      { y: work('@complete') },
      { workers: { w: { use: 'other' } }, channels: { log: {} }, inputs: { n: { type: 'integer' } } },
    );
    const { flow } = pasted(other, from, ['x']);
    expect(at(flow, ['workers'])).toEqual({ w: { use: 'other' }, w2: { use: 'x' } });
    expect(at(flow, ['channels', 'log'])).toEqual({});
    expect(at(flow, ['inputs'])).toEqual(at(from, ['inputs']));
    expect(step(flow, 'x')).toEqual({
      ...work('@complete'),
      worker: 'w2',
      reads: ['channel:log2', 'inputs.n'],
      writes: { 'log2.a': 'state.log2.a + inputs.n' },
    });
    expect(errorsOf(flow)).toEqual(['unreachable steps.x']);
  });

  it('what is given to a called step is no step, and a called step is shared unless it is copied too', () => {
    expect(step(copied(kinds, ['each']).flow, 'each2')).toMatchObject({ step: 'one' });
    const { flow } = copied(kinds, ['each', 'one', 'tasks', 'job']);
    expect(step(flow, 'each2')).toMatchObject({ step: 'one2', next: 'tasks2' });
    expect(step(flow, 'one2')).toMatchObject({ reads: ['item'] });
    expect(step(flow, 'tasks2')).toMatchObject({ handlers: { a: 'job2', b: 'job2' }, channel: 'plan' });
  });

  it('a fragment made by hand brings no loop over steps that it does not bring', () => {
    const text =
      '{"convergeFragment":1,"steps":{"x":{"kind":"work"}},"loops":{"l":{"type":"until","head":"act","tail":"judge","maxPasses":1}}}';
    const fragment = readFragment(text);
    if (fragment === null) throw new Error('no fragment');
    expect(at(edited(sample, { type: 'paste', fragment }).flow, ['loops'])).toEqual(at(sample, ['loops']));
    expect(applyEdit(sample, { type: 'paste', fragment: { ...fragment, steps: {} } })).toMatchObject({ ok: false });
    expect(applyEdit(sample, { type: 'duplicate', ids: ['nobody'] })).toMatchObject({ ok: false });
  });
});

describe('where copies stand', () => {
  it('at a position, the top left one is there and the others as they stood to it', () => {
    const placed = flowOf({ a: work('b'), b: work('@complete') }, { layout: { a: [100, 50], b: [400, 20] } });
    const { flow } = pasted(placed, placed, ['a', 'b'], [1000.4, 2000]);
    expect(at(flow, ['layout'])).toMatchObject({ a2: [1000, 2030], b2: [1300, 2000] });
  });

  it('steps that nobody placed are laid out at the position, and left to the layout without one', () => {
    const { flow } = pasted(chain, sample, ['act', 'verify', 'judge'], [500, 600]);
    const places = ['act', 'verify', 'judge'].map((id) => at(flow, ['layout', id]) as readonly number[]);
    expect(Math.min(...places.map(([x]) => x ?? 0))).toBe(500);
    expect(Math.min(...places.map(([, y]) => y ?? 0))).toBe(600);
    expect(new Set(places.map(String)).size).toBe(3);
    expect(Object.keys(at(copied(sample, ['act']).flow, ['layout']) as object)).toEqual(['verify']);
  });

  it('copied again and again, none covers another', () => {
    const once = copied(chain, ['B']).flow;
    expect(at(copied(once, ['B']).flow, ['layout', 'B3'])).toEqual([90, 100]);
  });
});
