import { afterEach, describe, expect, it } from 'vitest';
import type { Saying } from '../../engine/say';
import { english, toSay } from '../../engine/say';
import type { Decision } from '../../engine/trace/decision';
import { indexRows } from '../../extension/rows/diffRows';
import { latchesRows } from '../../extension/rows/latchesRows';
import { notesRows } from '../../extension/rows/notesRows';
import { runsRows } from '../../extension/rows/runsRows';
import { sayRows } from '../../extension/rows/say';
import { trace } from '../fakes/trace';
import { cleared, ended, entered, LATCH, opened, pass, rowsText, start, viewOf } from './traces';

afterEach(() => sayRows(english));

const first = pass(1, { usd: 0.4, clean: false, met: true, marker: '"A"', decision: 'again', more: [opened(1)] });
const second = pass(2, {
  usd: 0.2,
  clean: true,
  met: true,
  marker: '"B"',
  decision: 'confirmed',
  more: [cleared(2)],
  last: [ended('complete', null)],
});
const complete = viewOf(trace(start, entered, ...first, ...second));
const exhausted = viewOf(
  trace(
    start,
    entered,
    ...first,
    ...pass(2, {
      usd: null,
      clean: false,
      met: true,
      marker: '"A"',
      stalled: 1,
      decision: 'pass-cap',
      last: [ended('stopped', 'pass-cap')],
    }),
  ),
);

describe('runs as a tree', () => {
  it('a run is listed once its row has the shape that it keeps', () => {
    const listed = (entries: Parameters<typeof viewOf>[0], held: boolean) =>
      runsRows([viewOf(entries, { held })]).map((row) => [row.collapsed, row.children.length > 0]);
    expect(listed([], true)).toEqual([]);
    expect(listed([], false)).toEqual([]);
    expect(listed(trace(start), true)).toEqual([]);
    expect(listed(trace(start, entered), true)).toEqual([[false, true]]);
    expect(listed(trace(start), false)).toEqual([[true, true]]);
  });

  it('a run that is held before its first step is listed, with what holds it', () => {
    const heldAt = {
      why: 'entry',
      text: 'Before one',
      said: [],
      hit: [],
      within: '',
      due: [],
      count: 1,
      entries: 1,
    } as const;
    const rows = runsRows([viewOf(trace(start), { held: true, heldAt })]);
    expect(rowsText(rows[0]?.children ?? [])).toBe('[debug-pause] Held · Before one');
    expect(rows[0]?.collapsed).toBe(false);
  });

  it('a hold is said in the language of the window, and in English where its runner knows no other', () => {
    const held = { why: 'step', text: 'After a step', hit: [], within: '', due: [], count: 1, entries: 1 } as const;
    const shown = (said: readonly Saying[]) =>
      rowsText(runsRows([viewOf(trace(start), { held: true, heldAt: { ...held, said } })])[0]?.children ?? []);
    sayRows((message, ...args) => `⟦${english(message, ...args)}⟧`);
    expect(shown([toSay('after a step')])).toBe('[debug-pause] ⟦Held⟧ · ⟦after a step⟧');
    expect(shown([])).toBe('[debug-pause] ⟦Held⟧ · After a step');
  });

  it('an exitWhen that cannot be told is said at the tail that it stands behind', () => {
    const result = { kind: 'work', ok: true, output: null, changed: [], attempts: 1 } as const;
    const done = { type: 'step.done', step: 'act', visit: 1, pass: 0, outcome: 'next', to: [], result } as const;
    const told = (more: { readonly untold?: string }) =>
      rowsText(runsRows([viewOf(trace(start, { type: 'commit', events: [{ ...done, ...more }] }))]));
    expect(told({ untold: 'No such key: score' })).toContain(
      '[warning warning] exitWhen cannot be told, and counts as false · No such key: score',
    );
    expect(told({})).not.toContain('exitWhen');
  });

  it('a confirmed run: passes, the judge beside the engine, steps, attempts, latches', () => {
    expect(rowsText(runsRows([complete]))).toMatchInlineSnapshot(`
      "▸ [pass-filled good] fix-until-green · complete (evidence) · pass 2 · $0.60 · 4 min 30 s
        ▸ [milestone] fix · number 0 · baseline · red before · 0.0 s
          [close] verify · not clean
        ▸ [circle-outline] fix · pass 1 · another pass · ● new marker · $0.40 · 2 min 10 s
          [law] Judge proposed: met · engine: not confirmed · 1 reason
            [close bad] evidence · 2 of 10 tests failed
            [check] proposed · the judge proposes met
          ▸ [circle-filled] act · work · done · 1 file changed · $0.40 · 40 s
            [comment] Attempt 1 · implementer · ok · $0.40 · 10 s
          ▸ [error bad] verify · verify · not clean · 20 s
            ▸ [error bad] npm test · not clean · 2 of 10 tests failed · 8 passed, 2 failed
              [error bad] adds cups · test/units.test.js:7 · expected 3
          [circle-filled] judge · judge · done · 10 s
          [unlock warning] Latch opened: step:act · src/units.js is as it was before the step started
          [diff-multiple] Changes of this pass
        [pass-filled good] fix · pass 2 · confirmed · ● new marker · $0.20 · 2 min 10 s
          ▸ [law] Judge proposed: met · engine: confirmed
            [check] proposed · the judge proposes met
            [check] evidence · 10 tests ran and none failed
          ▸ [circle-filled] act · work · done · 1 file changed · $0.20 · 40 s
            [comment] Attempt 1 · implementer · ok · $0.20 · 10 s
          ▸ [pass good] verify · verify · clean · 20 s
            [pass good] npm test · clean · 10 tests ran and none failed · 10 passed
          [circle-filled] judge · judge · done · 10 s
          [lock] Latch cleared: step:act · src/units.js differs now and its check is clean
          [diff-multiple] Changes of this pass"
    `);
  });

  it('SH-04 a run that a bound ended has no colour of success, though the judge says met', () => {
    const rows = runsRows([exhausted]);
    expect(rowsText(rows.map((row) => ({ ...row, children: [] })))).toMatchInlineSnapshot(
      `"[stop-circle warning] fix-until-green · stopped: pass-cap · pass 2 · spend unknown · 4 min 30 s"`,
    );
    const passes = rows[0]?.children.filter((row) => row.contextValue.startsWith('pass')) ?? [];
    expect(rowsText(passes.map((row) => ({ ...row, children: [] })))).toMatchInlineSnapshot(`
      "[circle-outline] fix · pass 1 · another pass · ● new marker · $0.40 · 2 min 10 s
      [circle-outline] fix · pass 2 · ended: pass-cap · ○ same marker ×1 · spend unknown · 2 min 10 s"
    `);
    expect([...rows, ...passes].filter((row) => row.colour === 'good')).toEqual([]);
  });

  it('a step that is running is so only while somebody carries the run', () => {
    const entries = trace(start, entered, ...first.slice(0, 1));
    const text = (held: boolean) => rowsText(runsRows([viewOf(entries, { held })]));
    expect(text(true)).toMatchInlineSnapshot(`
      "[loading~spin] fix-until-green · running · pass 1 · 20 s
        ▸ [milestone] fix · number 0 · baseline · red before · 0.0 s
          [close] verify · not clean
        [loading~spin] fix · pass 1 · running
          ▸ [loading~spin] act · work · running
            [comment] Attempt 1 · implementer · running"
    `);
    expect(text(false)).toMatchInlineSnapshot(`
      "▸ [debug-disconnect warning] fix-until-green · interrupted · pass 1 · 20 s
        ▸ [debug-continue] A resume goes on with · act
          [refresh] act · attempt 1 is made again
        ▸ [milestone] fix · number 0 · baseline · red before · 0.0 s
          [close] verify · not clean
        [debug-pause] fix · pass 1 · interrupted
          ▸ [debug-disconnect warning] act · work · interrupted
            [comment] Attempt 1 · implementer · interrupted"
    `);
  });

  it('SH-07 tests that are missing stand beside the ones that passed', () => {
    const lost = ['adds cups', 'adds spoons'];
    const run = viewOf(
      trace(start, entered, ...pass(1, { usd: 0, clean: true, met: true, marker: '1', decision: 'again', lost })),
    );
    const verify = [...indexRows(runsRows([run])).values()].find(
      ({ row }) => row.label === 'verify' && row.contextValue === 'step',
    );
    expect(verify?.row.description).toBe('verify · clean · 2 tests missing · 20 s');
    expect(verify?.row.tooltip).toContain('missing since number 0: adds cups, adds spoons');
  });

  it('every row has an id of its own, the same when the run has grown', () => {
    const count = (text: string) => text.split('\n').length;
    const rows = runsRows([complete, exhausted].map((run, index) => ({ ...run, folder: `/ws/${index}` })));
    expect(indexRows(rows).size).toBe(count(rowsText(rows)));
    const early = indexRows(runsRows([viewOf(trace(start, entered, ...first), { held: true })]));
    const late = indexRows(runsRows([complete]));
    expect([...early.keys()].filter((id) => !late.has(id) && !id.includes('judge'))).toEqual([]);
  });
});

describe('latches as a tree', () => {
  it('open ones first, each with claim, reason, evidence and history', () => {
    const other: Decision = {
      type: 'latch.opened',
      loop: 'fix',
      pass: 1,
      latch: { ...LATCH, id: 'frozen:fix', cause: 'frozen' as const, step: null },
    };
    const both = pass(1, {
      usd: 0.4,
      clean: false,
      met: true,
      marker: '"A"',
      decision: 'again',
      more: [opened(1), other],
    });
    const run = viewOf(
      trace(
        start,
        entered,
        ...both,
        ...pass(2, { usd: 0.1, clean: true, met: false, marker: '"B"', decision: 'again', more: [cleared(2)] }),
      ),
    );
    expect(rowsText(latchesRows(run))).toMatchInlineSnapshot(`
      "[unlock warning] frozen:fix · open · frozen · src/units.js is as it was before the step started
        [comment] Claim · src/units.js was changed
        [law] Reason · src/units.js is as it was before the step started
        [file] src/units.js
        ▸ [history] History
          [circle-small] History 1 · opened in pass 1: src/units.js is as it was before the step started
      ▸ [lock quiet] act · cleared · claim · src/units.js is as it was before the step started
        [comment] Claim · src/units.js was changed
        [law] Reason · src/units.js is as it was before the step started
        [verified] Evidence · src/units.js differs now and its check is clean
        [file] src/units.js
        ▸ [history] History
          [circle-small] History 1 · opened in pass 1: src/units.js is as it was before the step started
          [circle-small] History 2 · cleared in pass 2: src/units.js differs now and its check is clean"
    `);
  });

  it('are none where there is no run or none was opened', () => {
    expect(latchesRows(undefined)).toEqual([]);
    expect(latchesRows(viewOf(trace(start, entered)))).toEqual([]);
  });
});

describe('notes as a tree', () => {
  it('notes and steers by the pass they belong to', () => {
    const steer = {
      type: 'steer.sent',
      loop: 'fix',
      pass: 2,
      steer: 'spend-80',
      text: 'Close out what is open.',
    } as const;
    const more = [steer];
    const run = viewOf(
      trace(
        start,
        entered,
        ...first,
        ...pass(2, { usd: 0.1, clean: true, met: false, marker: '"B"', decision: 'again', more }),
      ),
    );
    expect(rowsText(notesRows(run))).toMatchInlineSnapshot(`
      "[note] fix · pass 1 · 1 line
        [law] judge · Lesson 1
      [note] fix · pass 2 · 2 lines
        [law] judge · Lesson 2
        [compass] steer · Close out what is open."
    `);
    expect(notesRows(undefined)).toEqual([]);
  });
});
