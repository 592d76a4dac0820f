import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { english } from '../../engine/say';
import { changedRows, indexRows } from '../../extension/rows/diffRows';
import { claimTexts, latchesRows } from '../../extension/rows/latchesRows';
import { notesRows } from '../../extension/rows/notesRows';
import type { Row } from '../../extension/rows/row';
import { runsRows } from '../../extension/rows/runsRows';
import { sayRows } from '../../extension/rows/say';
import { traceRows } from '../../extension/rows/traceRows';
import { trace } from '../fakes/trace';
import { cleared, ended, entered, FOLDER, opened, pass, rowsText, start, viewOf } from './traces';

const first = pass(1, { usd: 0.4, clean: false, met: true, marker: '"A"', decision: 'again', more: [opened(1)] });
const steer = { type: 'steer.sent', loop: 'fix', pass: 2, steer: 'spend-80', text: 'Close out what is open.' } as const;
const second = pass(2, {
  usd: 0.2,
  clean: true,
  met: false,
  marker: '"B"',
  decision: 'again',
  more: [steer, cleared(2)],
});
const entries = trace(start, entered, ...first, ...second);
const all = (rows: readonly Row[]): readonly Row[] => rows.flatMap((row) => [row, ...all(row.children)]);

describe('notes as they were in a pass', () => {
  const run = viewOf(entries);
  const keyOf = (number: number) => run.history.stretches.find((each) => each.pass === number)?.key ?? '';

  it('what it was given, what was sent with it, and what it wrote', () => {
    expect(rowsText(notesRows(run, keyOf(1)))).toMatchInlineSnapshot(`
      "[note] Given to fix · pass 1 · 0 lines
      [note] Steers sent to fix · pass 1 · 0 lines
      [note] Written in fix · pass 1 · 1 line
        [law] judge · Lesson 1"
    `);
    expect(rowsText(notesRows(run, keyOf(2)))).toMatchInlineSnapshot(`
      "[note] Given to fix · pass 2 · 1 line
        [law] judge · Lesson 1
      [note] Steers sent to fix · pass 2 · 1 line
        [compass] steer · Close out what is open.
      [note] Written in fix · pass 2 · 1 line
        [law] judge · Lesson 2"
    `);
  });

  it('a loop that was entered anew is told nothing of what was before', () => {
    const again = viewOf(trace(start, entered, ...first, ...second, entered, ...first));
    const key = again.history.stretches.filter((each) => each.pass === 1).at(-1)?.key ?? '';
    expect(notesRows(again, key)[0]?.children).toEqual([]);
  });

  it('a number 0 and a pass that is not there show all notes', () => {
    expect(notesRows(run, keyOf(0))).toEqual(notesRows(run));
    expect(notesRows(run, 'gone')).toEqual(notesRows(run));
  });
});

describe('what a resume does again', () => {
  it('is said of an interrupted run, and of no other', () => {
    const cut = viewOf(trace(start, entered, ...first.slice(0, 2)));
    const of = (run: typeof cut) => runsRows([run])[0]?.children.filter((row) => row.id.endsWith('/resume')) ?? [];
    expect(rowsText(of(cut))).toMatchInlineSnapshot(`
      "▸ [debug-continue] A resume goes on with · act
        [refresh] act · attempt 1 is made again"
    `);
    expect(of({ ...cut, held: true })).toEqual([]);
    expect(of(viewOf(trace(start, entered, ...first.slice(0, 12)))).length).toBe(1);
    const over = pass(1, {
      usd: 0,
      clean: true,
      met: true,
      marker: '1',
      decision: 'confirmed',
      last: [ended('complete', null)],
    });
    expect(of(viewOf(trace(start, entered, ...over)))).toEqual([]);
  });
});

describe('a latch', () => {
  const of = (run: ReturnType<typeof viewOf>) => latchesRows(run)[0];

  it('can be accepted while its run can go on, and not after', () => {
    expect(of(viewOf(trace(start, entered, ...first)))?.contextValue).toBe('latch.open.code');
    const over = pass(1, {
      usd: 0,
      clean: true,
      met: true,
      marker: '1',
      decision: 'confirmed',
      more: [opened(1)],
      last: [{ ...ended('stopped', null), reason: 'open-latches' } as ReturnType<typeof ended>],
    });
    expect(of(viewOf(trace(start, entered, ...over)))?.contextValue).toBe('latch.open.final.code');
    expect(of(viewOf(entries))?.contextValue).toBe('latch.cleared.code');
  });

  it('has its claim on one side and what the engine saw on the other', () => {
    const [latch] = viewOf(entries).state.ledger;
    expect(latch && claimTexts(latch)).toMatchInlineSnapshot(`
      {
        "claim": "src/units.js was changed
      ",
        "evidence": "src/units.js is as it was before the step started
      opened in pass 1: src/units.js is as it was before the step started
      cleared in pass 2: src/units.js differs now and its check is clean
      src/units.js
      ",
      }
    `);
    expect(latch && claimTexts({ ...latch, claim: '' }).claim).toBe('nothing was claimed\n');
  });
});

describe('while a run moves', () => {
  /** As a window draws it, an entry at a time. */
  const drawn = (rowsOf: (count: number) => readonly Row[]) => {
    let before: readonly Row[] = [];
    return entries.map((_, index) => {
      const next = rowsOf(index + 1);
      const again = changedRows(before, next);
      before = next;
      return again;
    });
  };

  it('the list of runs is drawn whole once, and then a few rows at a time: nothing that is over is touched', () => {
    const again = drawn((count) => runsRows([viewOf(entries.slice(0, count), { held: true })]));
    expect(again.filter((each) => each === 'all').length).toBe(1);
    const late = again.slice(-8).flatMap((each) => (each === 'all' ? [] : each));
    expect(late.length).toBeGreaterThan(0);
    // The run's own line says how long it has taken: its row changes with each entry, and with it what is below.
    expect(late.filter((id) => id.includes('fix:1:'))).toEqual([]);
  });

  it('no row changes its id', () => {
    const ids = (count: number) => [...indexRows(runsRows([viewOf(entries.slice(0, count), { held: true })])).keys()];
    const last = new Set(ids(entries.length));
    for (let count = 1; count < entries.length; count++) expect(ids(count).filter((id) => !last.has(id))).toEqual([]);
  });

  it('nothing is drawn where nothing changed', () => {
    const run = viewOf(entries);
    expect(changedRows(runsRows([run]), runsRows([{ ...run }]))).toEqual([]);
    expect(changedRows(latchesRows(run), latchesRows({ ...run }))).toEqual([]);
  });
});

describe('rows', () => {
  const everything = (): readonly Row[] => {
    const run = viewOf(entries);
    const lines = entries.map((entry, index) => ({ line: index + 1, entry }));
    return all([...runsRows([{ ...run }]), ...latchesRows(run), ...notesRows(run), ...traceRows(FOLDER, lines)]);
  };

  it('are all said in the language of the window', () => {
    const plain = everything();
    try {
      sayRows((message, ...args) => `⟦${english(message, ...args)}⟧`);
      const said = everything();
      const bare = said.filter(
        ({ label, description }, index) => label === plain[index]?.label && description === plain[index]?.description,
      );
      // Rows of data alone: names of steps, files and terms, what a worker, a judge or a command said.
      expect(new Set(bare.map((row) => row.label))).toMatchInlineSnapshot(`
        Set {
          "evidence",
          "proposed",
          "adds cups",
          "src/units.js",
        }
      `);
    } finally {
      sayRows(english);
    }
  });

  it('are all said to a screen reader, and look the same only where they say the same', () => {
    const spoken = everything().map((row) => row.spoken ?? [row.label, row.description].filter(Boolean).join(', '));
    expect(spoken.filter((text) => !/\p{L}/u.test(text))).toEqual([]);
  });
});

describe('commands of rows', () => {
  const { menus } = JSON.parse(
    readFileSync(path.resolve(import.meta.dirname, '../../package.json'), 'utf8'),
  ).contributes;
  const items = menus['view/item/context'] as readonly { readonly command: string; readonly when: string }[];

  /** The commands that VS Code offers on a row of a view, in a trusted workspace. */
  const offered = (view: string, viewItem: string): readonly string[] =>
    items.flatMap(({ command, when }) => {
      const fits = when.split(' && ').every((clause) => {
        if (clause === 'isWorkspaceTrusted') return true;
        const [, key, value] = /^(\S+) == (\S+)$/.exec(clause) ?? [];
        const [, matched, pattern] = /^(\S+) =~ \/(.*)\/$/.exec(clause) ?? [];
        if (key === 'view') return value === `converge.${view}`;
        if (key === 'viewItem') return value === viewItem;
        if (matched === 'viewItem') return new RegExp(pattern ?? '^$').test(viewItem);
        throw new Error(`a clause that this test cannot read: ${clause}`);
      });
      return fits ? [command.replace('converge.', '')] : [];
    });
  const KINDS: Readonly<Record<string, readonly string[]>> = {
    flows: ['flow', 'flow.running', 'flow.waiting', 'flow.broken', 'workspace', 'part'],
    runs: [
      'run.unread',
      'run.running.pausable.passes.notes',
      'run.running.pausable',
      'run.waiting.asks',
      'run.waiting.resumable',
      'run.paused.resumable',
      'run.interrupted.resumable',
      'run.complete',
      'run.stopped',
      'run.stopped.resumable',
      'question',
      'pass',
      'pass.changed',
      'pass.open',
      'pass.open.changed',
      'baseline',
      'rung',
      'step',
      'item',
      'attempt',
      'attempt.log',
      'command',
      'command.log',
      'failure',
      'fact',
    ],
    latches: [
      'latch.open.code',
      'latch.open',
      'latch.open.final.code',
      'latch.cleared.code',
      'latch.accepted.code',
      'fact',
    ],
    notes: ['notes', 'note'],
    trace: ['entry', 'entry.step', 'damaged', 'earlier'],
  };

  it('each kind of row offers what can be done with it, and nothing else', () => {
    const table = Object.entries(KINDS).flatMap(([view, kinds]) =>
      kinds.map((kind) => `${view} ${kind}: ${[...new Set(offered(view, kind))].sort().join(', ')}`),
    );
    expect(table.join('\n')).toMatchInlineSnapshot(`
      "flows flow: compareWithHead, debug, openDesigner, openText, run
      flows flow.running: compareWithHead, openDesigner, openText, stop
      flows flow.waiting: answer, compareWithHead, openDesigner, openText
      flows flow.broken: compareWithHead, openDesigner, openText
      flows workspace: 
      flows part: 
      runs run.unread: openRun
      runs run.running.pausable.passes.notes: addNote, attachDebugger, changeCaps, changesOfRun, compareRuns, compareWithRun, exportReport, fork, openRun, pause, replay, restorePass, showTimeline, stop, stopAfterPass, stopNow
      runs run.running.pausable: attachDebugger, changeCaps, changesOfRun, compareRuns, compareWithRun, exportReport, fork, openRun, pause, replay, restorePass, showTimeline, stop, stopNow
      runs run.waiting.asks: answer, changeCaps, changesOfRun, compareRuns, compareWithRun, exportReport, fork, openRun, replay, restorePass, showTimeline
      runs run.waiting.resumable: changeCaps, changesOfRun, compareRuns, compareWithRun, exportReport, fork, openRun, replay, restorePass, resume, resumeWithChanges, showTimeline
      runs run.paused.resumable: changeCaps, changesOfRun, compareRuns, compareWithRun, exportReport, fork, openRun, replay, restorePass, resume, resumeWithChanges, showTimeline
      runs run.interrupted.resumable: changeCaps, changesOfRun, compareRuns, compareWithRun, exportReport, fork, openRun, replay, restorePass, resume, resumeWithChanges, showTimeline
      runs run.complete: changesOfRun, compareRuns, compareWithRun, exportReport, fork, openRun, replay, restorePass, showTimeline
      runs run.stopped: changesOfRun, compareRuns, compareWithRun, exportReport, fork, openRun, replay, restorePass, showTimeline
      runs run.stopped.resumable: changeCaps, changesOfRun, compareRuns, compareWithRun, exportReport, fork, openRun, replay, restorePass, resume, resumeWithChanges, showTimeline
      runs question: answer
      runs pass: lookBack, restartFromHere, showTimeline
      runs pass.changed: lookBack, passDiff, restartFromHere, restorePass, showTimeline
      runs pass.open: showTimeline
      runs pass.open.changed: passDiff, showTimeline
      runs baseline: showTimeline
      runs rung: showTimeline
      runs step: 
      runs item: 
      runs attempt: 
      runs attempt.log: showLog
      runs command: 
      runs command.log: showLog
      runs failure: 
      runs fact: 
      latches latch.open.code: acceptLatch, compareClaim, showInCode
      latches latch.open: acceptLatch, compareClaim
      latches latch.open.final.code: compareClaim, showInCode
      latches latch.cleared.code: compareClaim, showInCode
      latches latch.accepted.code: compareClaim, showInCode
      latches fact: 
      notes notes: 
      notes note: 
      trace entry: lookBack
      trace entry.step: lookBack
      trace damaged: lookBack
      trace earlier: "
    `);
  });

  it('the table has every kind of row that the trees make', () => {
    const known = new Set(Object.values(KINDS).flat());
    const run = viewOf(entries);
    const lines = entries.map((entry, index) => ({ line: index + 1, entry }));
    const made = all([...runsRows([run]), ...latchesRows(run), ...notesRows(run), ...traceRows(FOLDER, lines)]);
    expect([...new Set(made.map((row) => row.contextValue))].filter((kind) => !known.has(kind))).toEqual([]);
  });
});
