import { describe, expect, it } from 'vitest';
import { applyEdit } from '../../engine/flow/edit';
import { graphOf } from '../../engine/flow/graph';
import type { Box } from '../../engine/flow/layout';
import { layoutOf } from '../../engine/flow/layout';
import { DEFAULT_SIZES } from '../../engine/flow/layout/sizes';
import type { Way } from '../../engine/flow/layout/ways';
import { parseFlow } from '../../engine/flow/parse';
import { patched } from '../../engine/flow/patch';
import type { Json } from '../../engine/json';
import { fc } from '../fc';
import { KINDS } from './kinds';
import { SAMPLE } from './sample';

const sample = parseFlow(SAMPLE).value as Json;

const apart = (a: Box, b: Box) =>
  a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
const inside = (box: Box, frame: Box) =>
  box.x > frame.x &&
  box.y > frame.y &&
  box.x + box.width < frame.x + frame.width &&
  box.y + box.height < frame.y + frame.height;

/** Work steps with routes among them: `pairs` say which leads where. */
const flowOf = (size: number, pairs: readonly (readonly [number, number])[], loops: Json = {}): Json => ({
  start: 's0',
  steps: Object.fromEntries(
    Array.from({ length: size }, (_, index) => {
      const next = pairs.filter(([from]) => from === index).map(([, to]) => (to === size ? '@complete' : `s${to}`));
      return [`s${index}`, { kind: 'work', next: [...new Set(next)] }];
    }),
  ),
  loops,
});

describe('layout', () => {
  it('the sample stands left to right in its frame, its ends outside of it', () => {
    const { steps, loops, terminals } = layoutOf(graphOf(sample), {});
    expect(steps.act!.x + steps.act!.width).toBeLessThan(steps.verify!.x);
    expect(steps.verify!.x + steps.verify!.width).toBeLessThan(steps.judge!.x);
    expect(new Set([steps.act!.y, steps.verify!.y, steps.judge!.y]).size).toBe(1);
    for (const box of Object.values(steps)) expect(inside(box, loops.fix!)).toBe(true);
    expect(terminals.map((end) => [end.from, end.target])).toEqual([
      ['judge', '@complete'],
      ['loop:fix', '@stop'],
    ]);
    for (const end of terminals) expect(apart(end, loops.fix!)).toBe(true);
  });

  it('nothing overlaps, whatever leads where, and the same flow has the same places', () => {
    const pairs = fc.array(fc.tuple(fc.nat(11), fc.nat(12)), { maxLength: 30 });
    fc.assert(
      fc.property(pairs, fc.boolean(), (routes, loop) => {
        const loops = { l: { type: 'until', head: 's1', tail: 's4' } };
        const graph = graphOf(flowOf(12, routes, loop ? loops : {}));
        const found = layoutOf(graph, {});
        const boxes = [...Object.values(found.steps), ...found.terminals];
        for (const [index, box] of boxes.entries())
          for (const other of boxes.slice(index + 1)) expect(apart(box, other)).toBe(true);
        for (const { id } of graph.steps) {
          const member = graph.loops[0]?.body.includes(id);
          if (found.loops.l !== undefined)
            expect(member ? inside(found.steps[id]!, found.loops.l) : apart(found.steps[id]!, found.loops.l)).toBe(
              true,
            );
        }
        expect(layoutOf(graph, {})).toEqual(found);
      }),
    );
  });

  it('a pin moves its step and, with it, nothing but the frame', () => {
    const free = layoutOf(graphOf(sample), {});
    const pinned = layoutOf(graphOf(sample), { verify: [320, 900] });
    expect(pinned.steps.verify).toMatchObject({ x: 320, y: 900 });
    expect({ ...pinned.steps, verify: null }).toEqual({ ...free.steps, verify: null });
    expect(pinned.terminals).toEqual(free.terminals);
    expect(inside(pinned.steps.verify!, pinned.loops.fix!)).toBe(true);
  });

  it('a new step at the end of one of many ways leaves at least 95 % of the others where they were', () => {
    const pairs = Array.from({ length: 199 }, (_, index) => [Math.floor(index / 3), index + 1] as const);
    const tree = flowOf(200, pairs);
    const before = layoutOf(graphOf(tree), {}).steps;
    const result = applyEdit(tree, { type: 'addStep', kind: 'verify', after: 's199' });
    const after = layoutOf(graphOf(result.ok ? patched(tree, result.changes) : tree), {}).steps;
    expect(Object.keys(after)).toHaveLength(201);
    const moved = Object.keys(before).filter((id) => before[id]!.x !== after[id]!.x || before[id]!.y !== after[id]!.y);
    expect(moved.length).toBeLessThanOrEqual(10);
  });

  it('two thousand steps in a chain, and cycles, are placed', () => {
    const chain = Array.from({ length: 2000 }, (_, index) => [index, index + 1] as const);
    const { steps } = layoutOf(graphOf(flowOf(2000, [...chain, [1999, 0], [1000, 10]])), {});
    expect(steps.s1999!.x).toBeGreaterThan(steps.s0!.x);
    expect(new Set(Object.values(steps).map((box) => `${box.x}/${box.y}`)).size).toBe(2000);
  });
});

describe('layout of routers in a row', () => {
  const sizes = {
    ...DEFAULT_SIZES,
    out: (way: Way) => (way.route?.label === 'else' ? 87 : way.kind === 'strong' ? 25 : 62),
  };
  const row = (to: (index: number) => object, more: object = {}) =>
    graphOf({
      start: 'r0',
      steps: {
        ...Object.fromEntries(Array.from({ length: 8 }, (_, index) => [`r${index}`, { kind: 'router', ...to(index) }])),
        ...more,
      },
    } as Json);
  const next = (index: number) => (index === 7 ? '@complete' : `r${index + 1}`);

  it('runs level from the second one on, where each has one way on and one out', () => {
    const { steps } = layoutOf(
      row((index) => ({ cases: [{ when: 'true', to: next(index) }], else: '@stop' })),
      {},
      sizes,
    );
    expect(steps.r1!.y - steps.r0!.y).toBe(37);
    for (let index = 2; index < 8; index++) expect(steps[`r${index}`]!.y).toBe(steps.r1!.y);
  });

  it('runs level, where a way past a step rejoins behind it', () => {
    const works = Object.fromEntries(
      Array.from({ length: 8 }, (_, index) => [`w${index}`, { kind: 'work', next: next(index) }]),
    );
    const graph = row((index) => ({ cases: [{ when: 'true', to: `w${index}` }], else: next(index) }), works);
    const { steps } = layoutOf(graph, {}, sizes);
    expect(new Set(Object.entries(steps).flatMap(([id, { y }]) => (id === 'r0' ? [] : [y]))).size).toBe(1);
    expect(layoutOf(graph, {}, sizes).steps).toEqual(steps);
  });
});

const holds = (frame: Box, box: Box) => inside(box, frame);

describe('layout of loops of every type', () => {
  it('stand in frames: a group, an improve loop around one step, and what is called beside its caller', () => {
    const graph = graphOf(parseFlow(KINDS).value);
    const { steps, loops } = layoutOf(graph);
    expect(Object.keys(loops)).toEqual(['refine', 'polish', 'fix']);
    for (const loop of graph.loops) {
      for (const { id } of graph.steps)
        expect({ loop: loop.id, id, in: holds(loops[loop.id]!, steps[id]!) }).toEqual({
          loop: loop.id,
          id,
          in: loop.body.includes(id),
        });
    }
    expect(steps.revise!.x).toBeLessThan(steps.assess!.x);
    expect(steps.each!.x).toBeLessThan(steps.one!.x);
    expect(steps.tasks!.x).toBeLessThan(steps.job!.x);
  });

  it('a loop inside of another stands in its frame, and so does what a step of the body calls', () => {
    const work = (next: string) => ({ kind: 'work', next });
    const graph = graphOf({
      start: 'plan',
      steps: {
        plan: work('a'),
        a: work('b'),
        b: work('a'),
        out: work('each'),
        each: { kind: 'map', step: 'one', next: 'judge' },
        one: { kind: 'work' },
        judge: { kind: 'judge', next: '@complete' },
      },
      loops: {
        all: { type: 'until', head: 'plan', tail: 'judge' },
        some: { type: 'group', from: 'b', to: 'a', exitTo: 'out' },
        best: { type: 'improve', head: 'out', tail: 'out' },
      },
    });
    const { steps, loops, terminals } = layoutOf(graph);
    expect(holds(loops.all!, loops.some!)).toBe(true);
    expect(holds(loops.all!, loops.best!)).toBe(true);
    expect(holds(loops.all!, steps.one!)).toBe(true);
    expect(apart(loops.some!, loops.best!)).toBe(true);
    for (const id of ['plan', 'out', 'each', 'one', 'judge']) expect(apart(loops.some!, steps[id]!)).toBe(true);
    expect(loops.some!.x + loops.some!.width).toBeLessThan(steps.out!.x);
    for (const end of terminals) expect(apart(end, loops.all!)).toBe(true);
    const pinned = layoutOf(graph, { b: [-900, -900] });
    expect(holds(pinned.loops.some!, pinned.steps.b!)).toBe(true);
    expect(holds(pinned.loops.all!, pinned.loops.some!)).toBe(true);
    expect({ ...pinned.steps, b: null }).toEqual({ ...steps, b: null });
  });

  it('loops that cut across one another are placed without overlap of steps, and always alike', () => {
    const type = fc.constantFrom('until', 'group', 'improve');
    const end = fc.nat(11).map((index) => `s${index}`);
    const loop = fc.record({ type, head: end, tail: end, to: end, from: end, exitTo: end, onConverged: end });
    const pairs = fc.array(fc.tuple(fc.nat(11), fc.nat(12)), { maxLength: 30 });
    fc.assert(
      fc.property(pairs, fc.dictionary(fc.constantFrom('k', 'l', 'm'), loop), (routes, loops) => {
        const graph = graphOf(flowOf(12, routes, loops));
        const found = layoutOf(graph);
        const boxes = [...Object.values(found.steps), ...found.terminals];
        for (const [index, box] of boxes.entries())
          for (const other of boxes.slice(index + 1)) expect(apart(box, other)).toBe(true);
        for (const { id, body } of graph.loops)
          for (const step of body) expect(holds(found.loops[id]!, found.steps[step]!)).toBe(true);
        expect(layoutOf(graph)).toEqual(found);
      }),
    );
  });
});
