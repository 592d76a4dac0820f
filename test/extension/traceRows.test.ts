import { describe, expect, it } from 'vitest';
import type { RecordedLine } from '../../engine/trace/recordedLine';
import { TRACE_PAGE, traceRows } from '../../extension/rows/traceRows';
import { trace } from '../fakes/trace';
import { ended, entered, FOLDER, pass, rowsText, start } from './traces';

const one = pass(1, {
  usd: 0.4,
  clean: false,
  met: true,
  marker: '"A"',
  decision: 'pass-cap',
  last: [ended('stopped', 'pass-cap')],
});
const linesOf = (entries: ReturnType<typeof trace>): readonly RecordedLine[] =>
  entries.map((entry, index) => ({ line: index + 1, entry }));

describe('the trace as a list', () => {
  it('entries in words, newest last', () => {
    expect(rowsText(traceRows(FOLDER, linesOf(trace(start, entered, ...one))))).toMatchInlineSnapshot(`
      "[play] Run started · fix-until-green · autonomous · converge 0.1.0
      [git-commit] Commit 1 · fix entered · fix pass 1 started · next: act
      [debug-start] act started · pass 1 · work · attempt 1 · implementer
      [comment] act turn ok · pass 1 · implementer · $0.40 · I changed the rounding.
      [device-camera] act files recorded · pass 1 · step-start
      [device-camera] act files recorded · pass 1 · step-end · 1 file changed
      [circle-filled] act finished · pass 1 · work
      [git-commit] Commit 2 · act: next → verify · next: verify
      [debug-start] verify started · pass 1 · verify · attempt 1
      [terminal bad] verify command not clean · pass 1 · npm test · 2 of 10 tests failed
      [circle-filled] verify finished · pass 1 · verify
      [git-commit] Commit 3 · verify: next → judge · next: judge
      [debug-start] judge started · pass 1 · judge · attempt 1
      [circle-filled] judge finished · pass 1 · judge
      [git-commit] Commit 4 · judge: next · proposed met, not confirmed · note: Lesson 1 · fix pass 1: pass-cap · run stopped · pass-cap"
    `);
  });

  it('SH-14 a damaged line hides only itself and is shown as what it is', () => {
    const lines = linesOf(trace(start, entered, ...one.slice(0, 3))).map(
      (line): RecordedLine => (line.line === 3 ? { line: 3, hidden: 'damaged' } : line),
    );
    const rows = traceRows(FOLDER, lines);
    expect(rows.map((row) => row.id.split('/').at(-1))).toEqual(['1', '2', '3', '4', '5']);
    expect(rows.filter((row) => row.contextValue === 'damaged').map((row) => row.label)).toEqual([
      'Line 3 cannot be read',
    ]);
    expect(rows[2]?.target).toEqual({ open: 'line', folder: FOLDER, line: 3 });
  });

  it('lines above those that are shown wait behind one row', () => {
    const lines: readonly RecordedLine[] = Array.from({ length: 2 * TRACE_PAGE + 20 }, (_, index) => ({
      line: index + 1,
      hidden: 'unknown',
    }));
    const rows = traceRows(FOLDER, lines.slice(-TRACE_PAGE), lines.length - TRACE_PAGE);
    expect(rows.length).toBe(TRACE_PAGE + 1);
    expect(rows[0]).toMatchObject({
      label: 'Show 500 earlier lines',
      description: '520 above',
      target: { open: 'earlier' },
    });
    expect(rows.at(-1)?.id).toBe(`trace:${FOLDER}/1020`);
    expect(traceRows(FOLDER, lines.slice(20), 20)[0]?.label).toBe('Show 20 earlier lines');
    expect(traceRows(FOLDER, lines).length).toBe(lines.length);
  });

  it('what an entry opens: its log, else its step, else itself', () => {
    const targets = traceRows(FOLDER, linesOf(trace(start, ...one))).map((row) => row.target?.open);
    expect(targets.slice(0, 4)).toEqual(['entry', 'step', 'log', 'step']);
  });

  it('what belongs to a called flow says so, and opens the step that called it', () => {
    const scope = { step: 'look', visit: 1, pass: 0, within: 'review.1' } as const;
    const given = trace(
      {
        type: 'call.started',
        step: 'review',
        visit: 1,
        pass: 0,
        path: 'review.1',
        flow: { id: 'reviewing', hash: 'h' },
        goal: '',
        start: [],
        inputs: {},
        channels: {},
      },
      { ...scope, type: 'cache.hit', key: 'k', from: 'run-b' },
      { ...scope, type: 'effect.incomplete', key: 'mail', owner: 'run-a', policy: 'skip' },
      {
        type: 'commit',
        within: 'review.1',
        events: [
          { type: 'workflow.loop.iteration', loop: 'refine', batch: 2, iteration: 1, total: 4, hop: 'h' },
          { type: 'improve.scored', loop: 'tune', round: 1, score: null, improved: false, stale: 1, why: '' },
          { type: 'caps.changed', loop: 'refine', caps: {}, by: 'ana' },
        ],
      },
      { type: 'run.forked', run: 'b', from: 'a', superStep: 4, set: { notes: 1 } },
    );
    expect(rowsText(traceRows(FOLDER, linesOf(given)))).toMatchInlineSnapshot(`
      "[symbol-method] review calls · reviewing
      [archive] review.1/look from the cache · k · run-b
      [shield bad] review.1/look effect in doubt · mail · claimed by run-a · skip
      [git-commit] review.1: commit 1 · refine batch 2 · iteration 1 · total 4 · tune round 1 · no score · ana changed caps of refine
      [repo-forked] Run forked · from a after commit 4 · notes"
    `);
    expect(traceRows(FOLDER, linesOf(given))[1]?.target).toEqual({ open: 'step', folder: FOLDER, step: 'review' });
  });
});
