import { describe, expect, it } from 'vitest';
import { diffFlows, isSame } from '../../engine/flow/diff';
import type { FlowChange, FlowDiff } from '../../engine/flow/diff/change';
import { diffLines, diffText } from '../../engine/flow/diff/lines';
import type { FlowEdit } from '../../engine/flow/edit';
import { applyEdit } from '../../engine/flow/edit';
import { graphOf } from '../../engine/flow/graph';
import { parseFlow } from '../../engine/flow/parse';
import { patched } from '../../engine/flow/patch';
import type { Json } from '../../engine/json';
import { flowOfRecipe, recipes } from '../fakes/randomFlows';
import { fc } from '../fc';
import { applied } from './applied';
import { sample, set } from './changedSample';
import { SAMPLE } from './sample';

const edited = (flow: Json, ...edits: readonly FlowEdit[]): Json =>
  edits.reduce<Json>((now, edit) => {
    const result = applyEdit(now, edit);
    if (!result.ok) throw new Error(result.why);
    return patched(now, result.changes);
  }, flow);
const said = (before: Json, after: Json) => diffLines(diffFlows(before, after)).map(({ text }) => text);
const told = (...edits: readonly FlowEdit[]) => said(sample, edited(sample, ...edits));
const named = ({ changes }: FlowDiff) =>
  changes.map((change) =>
    change.what === 'route'
      ? `${change.how} route ${(change.after ?? change.before)?.id}`
      : `${change.how} ${change.what} ${change.after ?? change.before}`,
  );

describe('what is told of a change', () => {
  it('nothing, where only order of keys, white space or comments differ', () => {
    const turned = (value: Json): Json =>
      typeof value !== 'object' || value === null || Array.isArray(value)
        ? value
        : Object.fromEntries(
            Object.entries(value)
              .reverse()
              .map(([key, member]) => [key, turned(member)]),
          );
    const other = parseFlow(`// Another comment\n${SAMPLE.replaceAll('  ', ' ')}`).value as Json;
    for (const same of [sample, other, turned(sample)]) {
      expect(isSame(diffFlows(sample, same))).toBe(true);
      expect(said(sample, same)).toEqual(['Nothing changed in what it does']);
    }
    expect(isSame(diffFlows(sample, patched(sample, [set('goal', 'x')])))).toBe(false);
  });

  it('caps by name, in words, and marked as caps', () => {
    const changed = patched(sample, [
      set('loops.fix.maxPasses', 8),
      set('loops.fix.spendCap.usd', 2.5),
      set('steps.act.attempts'),
      set('budget', { usd: 10, minutes: 1 }),
      set('concurrency', 2),
    ]);
    const lines = diffLines(diffFlows(sample, changed));
    expect(lines.map(({ text, details }) => [text, ...details])).toEqual([
      ['budget', 'budget $10 (none before)', 'budget 1 minute (none before)'],
      ['at most 2 steps at once (none before)'],
      ['step act: 2 attempts → none'],
      ['loop fix', 'at most 5 passes → 8', 'at most $2 → $2.50'],
    ]);
    expect(lines.map(({ cap }) => cap)).toEqual([true, true, true, true]);
    const [one] = diffLines(diffFlows(sample, patched(sample, [set('loops.fix.maxPasses', 8)])));
    expect(one?.text).toBe('loop fix: at most 5 passes → 8');
    expect(diffLines(diffFlows(sample, patched(sample, [set('title', 'x')])))[0]?.cap).toBe(false);
  });

  it('long texts as changed, short values as they are, lists by what came and went', () => {
    const long = 'Make the failing tests pass.\nThen tidy up what you have done there.';
    const changed = patched(sample, [
      set('steps.act.prompt', long),
      set('goal', 'Most tests pass.'),
      set('loops.fix.frozen', ['test/**', 'spec/**']),
      set('steps.judge.reads', ['act', 'verify']),
      set('steps.verify.commands.0.timeout', '20m'),
    ]);
    expect(diffText(diffFlows(sample, changed))).toEqual([
      '~ goal: "All tests pass." → "Most tests pass."',
      '~ step act: prompt: "Make the failing tests pass." → text of 2 lines',
      '~ step verify: commands 1 timeout: "10m" → "20m"',
      '~ step judge: reads: in another order',
      '~ loop fix: frozen: + "spec/**"',
    ]);
    const more = patched(changed, [set('steps.act.prompt', `${long}\nMore.`)]);
    expect(said(changed, more)).toEqual(['step act: prompt: text changed (2 lines → 3 lines)']);
  });

  it('a step put on a route, one taken out, a route led elsewhere', () => {
    expect(told({ type: 'addStep', kind: 'ask', id: 'ok', onRoute: 'judge/strong/0' })).toEqual([
      'step ok (ask) added, leads to @complete, @stop',
      'route judge: @complete → ok',
    ]);
    expect(told({ type: 'reconnect', route: 'judge/strong/0', to: '@handoff' })).toEqual([
      'route judge: @complete → @handoff',
    ]);
    expect(told({ type: 'connect', from: 'act', to: '@stop' })).toEqual(['route act, failed added: leads to @stop']);
    expect(told({ type: 'disconnect', route: 'verify/strong/0' })).toEqual(['route verify removed: it led to judge']);
    expect(said(edited(sample, { type: 'addStep', kind: 'work', id: 'more', after: 'act' }), sample)).toContain(
      'step more (work) removed; it led to verify',
    );
  });

  it('steps that were only moved are one line, and no change of what the flow does', () => {
    const moved = edited(sample, { type: 'move', positions: { act: [1, 2], judge: [3, 4] } });
    const diff = diffFlows(sample, moved);
    expect(isSame(diff)).toBe(true);
    expect(diff.moved).toEqual(['act', 'judge']);
    expect(said(sample, moved)).toEqual(['Nothing changed in what it does', '2 steps moved']);
    expect(said(sample, edited(sample, { type: 'tidy' }))[1]).toBe('1 step moved');
    expect(said(sample, patched(moved, [set('loops.fix.maxPasses', 6)]))).toEqual([
      'loop fix: at most 5 passes → 6',
      '2 steps moved',
    ]);
  });

  it('conditions that changed places count: the first that holds decides', () => {
    const router = (...cases: readonly (readonly [string, string])[]): Json => ({
      start: 'r',
      steps: { r: { kind: 'router', cases: cases.map(([when, to]) => ({ when, to })), else: '@stop' } },
    });
    const [a, b] = [['x', '@stop'] as const, ['y', '@complete'] as const];
    expect(said(router(a, b), router(b, a))).toEqual([
      'route r, when x: is looked at in another order',
      'route r, when y: is looked at in another order',
    ]);
    expect(said(router(a, b), router(b))).toEqual(['route r, when x removed: it led to @stop']);
    expect(said(router(a, b), router(['z', '@stop'], b))).toEqual(['route r, when z: the condition was x']);
    expect(said(router(a), router(a, b))).toEqual(['route r, when y added: leads to @complete']);
  });

  it('the order of the steps counts where several can be due at once, and only there', () => {
    const step = { kind: 'verify', commands: [{ run: ['x'] }] };
    const flow = (next: Json, ...ids: readonly string[]): Json => ({
      start: 'a',
      steps: Object.fromEntries(ids.map((id) => [id, id === 'a' ? { ...step, next } : step])),
    });
    expect(said(flow(['b', 'c'], 'a', 'b', 'c'), flow(['b', 'c'], 'a', 'c', 'b'))).toEqual(['steps: in another order']);
    expect(isSame(diffFlows(flow('b', 'a', 'b', 'c'), flow('b', 'a', 'c', 'b')))).toBe(true);
  });

  it('what is half typed or no flow at all is compared all the same', () => {
    for (const [one, other] of [
      [null, sample],
      [sample, null],
      [{ steps: 3 }, { steps: { a: null } }],
      [{ steps: { a: { kind: 'work', next: 5 } } }, { steps: { a: { kind: 'work', next: [7] } } }],
    ] as const) {
      expect(isSame(diffFlows(one, other))).toBe(false);
      expect(diffFlows(one, one).changes).toEqual([]);
    }
    expect(said({ steps: { a: { next: 5 } } }, { steps: { a: { next: 6 } } })).toEqual(['step a: next: 5 → 6']);
  });
});

describe('what has another id', () => {
  it('is told once, with nothing of what the rename did elsewhere', () => {
    const renamed = edited(sample, { type: 'renameStep', from: 'verify', to: 'prove' });
    const diff = diffFlows(sample, renamed);
    expect(said(sample, renamed)).toEqual(['step verify is now called prove']);
    expect(diff.renamed.steps).toEqual({ verify: 'prove' });
    expect(diff.moved).toEqual([]);
    expect(told({ type: 'renameLoop', from: 'fix', to: 'mend' })).toEqual(['loop fix is now called mend']);
  });

  it('is found by its wiring where its content changed too, and the changes are told with it', () => {
    const renamed = edited(
      sample,
      { type: 'renameStep', from: 'act', to: 'do' },
      { type: 'set', path: ['steps', 'do', 'attempts'], value: 3 },
    );
    expect(diffText(diffFlows(sample, renamed))).toEqual(['> step act is now called do', '    2 attempts → 3']);
  });

  it('a router is known by its conditions, also where what leads to it is another step', () => {
    const flow = (router: string, before: string): Json => ({
      start: before,
      steps: {
        [before]: { kind: 'work', prompt: before, next: router },
        [router]: { kind: 'router', cases: [{ when: 'x', to: '@stop' }], else: '@complete' },
      },
    });
    expect(diffFlows(flow('a', 'b'), flow('c', 'd')).renamed.steps).toEqual({ a: 'c', b: 'd' });
  });

  it('is not guessed: twins that both changed their ids are gone and new', () => {
    const twins = (a: string, b: string): Json => ({
      start: [a, b],
      steps: { [a]: { kind: 'work', prompt: 'x' }, [b]: { kind: 'work', prompt: 'x' } },
    });
    const diff = diffFlows(twins('a', 'b'), twins('c', 'd'));
    expect(diff.renamed.steps).toEqual({});
    expect(named(diff)).toEqual([
      'changed flow start',
      'added step c',
      'added step d',
      'removed step a',
      'removed step b',
    ]);
  });

  it('is not guessed: another step of a common content somewhere else is a new one', () => {
    const flow = (id: string, from: string): Json => ({
      start: 'a',
      steps: {
        a: { kind: 'verify', commands: [{ run: ['x'] }], next: from === 'a' ? id : '@stop' },
        b: { kind: 'work', prompt: 'p', next: from === 'b' ? id : '@stop' },
        [id]: { kind: 'verify', commands: [{ run: ['x'] }], next: '@stop' },
      },
    });
    expect(diffFlows(flow('c', 'a'), flow('d', 'b')).renamed.steps).toEqual({});
    expect(diffFlows(flow('c', 'a'), flow('d', 'a')).renamed.steps).toEqual({ c: 'd' });
  });
});

describe('for every flow', () => {
  const flows = recipes.map(flowOfRecipe).filter((made) => made !== null);
  const opposite = { added: 'removed', removed: 'added', changed: 'changed', renamed: 'renamed' } as const;
  const mirrored = (change: FlowChange) =>
    change.what === 'route'
      ? JSON.stringify([change.what, opposite[change.how], change.after, change.before])
      : JSON.stringify([change.what, opposite[change.how], change.after, change.before, change.values.length]);
  const plain = (change: FlowChange) =>
    change.what === 'route'
      ? JSON.stringify([change.what, change.how, change.before, change.after])
      : JSON.stringify([change.what, change.how, change.before, change.after, change.values.length]);

  it('compared with itself there is nothing to tell', () => {
    fc.assert(
      fc.property(flows, ({ flow }) => {
        const diff = diffFlows(flow as Json, JSON.parse(JSON.stringify(flow)));
        expect([diff.changes, diff.moved]).toEqual([[], []]);
      }),
      { numRuns: 60 },
    );
  });

  it('what one edit did is named, and nothing else is', () => {
    fc.assert(
      fc.property(flows, fc.nat(), fc.nat(), ({ flow }, which, where) => {
        const value = flow as Json;
        const graph = graphOf(value);
        const step = graph.steps[where % graph.steps.length]!.id;
        const route = graph.routes[where % graph.routes.length]!;
        const loop = graph.loops[where % Math.max(1, graph.loops.length)]?.id;
        const cases: readonly (readonly [FlowEdit, (diff: FlowDiff) => boolean])[] = [
          [{ type: 'renameStep', from: step, to: 'zebra' }, (diff) => named(diff).join() === 'renamed step zebra'],
          [{ type: 'move', positions: { [step]: [1234, 77] } }, (diff) => isSame(diff) && diff.moved.join() === step],
          [
            { type: 'set', path: ['steps', step, 'title'], value: 'Another title' },
            (diff) => named(diff).join() === `changed step ${step}`,
          ],
          [
            { type: 'addStep', kind: 'work', id: 'zebra', onRoute: route.id },
            (diff) => diff.changes.some((change) => change.what === 'step' && change.how === 'added'),
          ],
          [{ type: 'deleteSteps', ids: [step] }, (diff) => named(diff).includes(`removed step ${step}`)],
          ...(loop === undefined
            ? []
            : ([
                [
                  { type: 'renameLoop', from: loop, to: 'zebra' },
                  (diff: FlowDiff) => named(diff).join() === 'renamed loop zebra',
                ],
                [{ type: 'removeLoop', id: loop }, (diff: FlowDiff) => named(diff).includes(`removed loop ${loop}`)],
              ] as const)),
        ];
        const [edit, right] = cases[which % cases.length]!;
        const result = applyEdit(value, edit);
        fc.pre(result.ok);
        if (!result.ok) return;
        // By way of the text, which keeps the order of the steps.
        const text = applied(JSON.stringify(value, null, 2), result.changes);
        const diff = diffFlows(value, parseFlow(text).value as Json);
        expect(right(diff), `${JSON.stringify(edit)}: ${diffText(diff).join('\n')}`).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it('read backwards it tells the same, the other way round', () => {
    fc.assert(
      fc.property(flows, flows, ({ flow: a }, { flow: b }) => {
        const [there, back] = [diffFlows(a as Json, b as Json), diffFlows(b as Json, a as Json)];
        expect(back.changes.map(mirrored).sort()).toEqual(there.changes.map(plain).sort());
      }),
      { numRuns: 60 },
    );
  });
});
