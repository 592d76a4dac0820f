import { describe, expect, it } from 'vitest';
import type { Flow } from '../../engine/flow/schema';
import { fold } from '../../engine/run/fold';
import { foldHistory } from '../../engine/run/foldHistory';
import { EMPTY_HISTORY } from '../../engine/run/history';
import { fenced, own, quoted, quotedCell } from '../../engine/run/report/quoted';
import { MOST_CHARACTERS, reportOf } from '../../engine/run/report/report';
import type { Reported } from '../../engine/run/report/reported';
import { resultOf } from '../../engine/run/result';
import { EMPTY_STATE } from '../../engine/run/state';
import type { Entry } from '../../engine/trace/entry';
import { cleared, ended, entered, opened, pass, start } from '../extension/traces';
import { trace } from '../fakes/trace';
import { fc } from '../fc';

const FLOW: Flow = {
  converge: 1,
  id: 'fix-until-green',
  title: 'Fix until green',
  goal: 'All tests pass.',
  start: 'act',
  workers: { implementer: { use: 'scripted', turns: [] } },
  steps: {
    act: { kind: 'work', worker: 'implementer', prompt: 'Fix it.', next: 'verify' },
    verify: { kind: 'verify', commands: [{ run: ['npm', 'test'] }], next: 'judge' },
    judge: { kind: 'judge', worker: 'implementer', next: '@complete' },
  },
  loops: { fix: { type: 'until', head: 'act', tail: 'judge', maxPasses: 5, spendCap: { usd: 2 } } },
};

function reported(entries: readonly Entry[], flow: Flow | null = FLOW): Reported {
  const state = entries.reduce(fold, EMPTY_STATE);
  const history = entries.reduce(foldHistory, EMPTY_HISTORY);
  const facts = { startedAt: history.startedAt ?? '', endedAt: history.lastAt, trace: 'trace.ndjson' };
  return { flow, state, history, result: resultOf(state, { ...facts, holding: 'free' }), damaged: [], tornBytes: 0 };
}

const said = { usd: 0.4, clean: true, met: true, marker: '1' } as const;
const red = pass(1, { ...said, clean: false, met: true, decision: 'again', more: [opened(1)] });
const complete = trace(
  start,
  entered,
  ...red,
  ...pass(2, { ...said, decision: 'confirmed', more: [cleared(2)], last: [ended('complete', null)] }),
);
const capped = trace(
  start,
  entered,
  ...pass(1, {
    ...said,
    usd: null,
    clean: false,
    decision: 'pass-cap',
    more: [opened(1)],
    last: [ended('stopped', 'pass-cap')],
  }),
);

describe('the report of a run', () => {
  it('has the graph, passes, latches, evidence, changes, spend, notes and how to reproduce it', () => {
    const page = reportOf(reported(complete));
    const { result } = reported(complete);
    expect(result.outcome).toBe('complete');
    expect(page.split('\n').filter((line) => line.startsWith('#'))).toEqual([
      '# Run of `Fix until green`: complete, confirmed on evidence',
      '## Flow',
      '## Passes',
      '## Latches',
      '## Evidence',
      '## Changes',
      '## Spend',
      '## Notes',
      '## How to reproduce',
    ]);
    expect(page).toContain('```mermaid\nflowchart LR\n');
    expect(page).toContain(
      '| 1 of `fix` | met | not confirmed, again | evidence | `1` | spend unknown: 1 turn without',
    );
    expect(page).toContain('| 2 of `fix` | met | **confirmed** |  | `1` |');
    expect(page).toContain('- **cleared**: `step:act`\n  - claim: `src/units.js was changed`');
    expect(page).toContain('  - pass 2, cleared: `src/units.js differs now and its check is clean`');
    expect(page).toContain('- before pass 1, `verify` was red\n- `verify`: clean in 1 of 2 visits; its last, visit 2:');
    expect(page).toContain(
      '  - clean: `npm test`; exit code 0; tests: 10 passed, 0 failed, 0 skipped, 0 deselected; `10 tests ran and none failed`',
    );
    expect(page).toContain('- pass 1 of `fix`: modified `src/units.js`');
    expect(page).toContain('- limits: `at most 5 passes`, `at most $2.00`');
    expect(page).toContain('- pass 2, judge: `Lesson 2`');
    expect(page).toContain('converge run fix.converge.json --mode autonomous\nconverge show 20260301-100000-ab12');
    expect(page).not.toContain('> **');
  });

  it('never looks like a success unless it is one, and says what confirms it', () => {
    const page = reportOf(reported(capped));
    expect(page.split('\n')[0]).toBe('# Run of `Fix until green`: not complete, stopped (pass-cap)');
    expect(page).toContain('> **This run did not reach its goal.**');
    expect(page).toContain('- Spend: spend unknown: 1 turn without proven usage');
    expect(page).toContain('first: `act: the worker reported none`');
    expect(page).toContain('- Open latches: **1**');
    expect(page).toContain('- **open**: `step:act`');
    expect(page).toContain('  - **not clean**: `npm test`; exit code 1; ');
    expect(page).toContain('    - failed: `adds cups` at `test/units.test.js:7`: `expected 3 to be 4`');
    const run = reported(complete);
    const as = (confirmed: 'opinion' | 'none') => reportOf({ ...run, result: { ...run.result, confirmed } });
    expect(as('opinion')).toMatch(/complete, on a worker’s opinion alone\n\n> \*\*A worker said/);
    expect(as('none')).toMatch(/complete, not checked\n\n> \*\*Nothing checked/);
    for (const outcome of ['running', 'waiting', 'paused', 'interrupted'] as const)
      expect(reportOf({ ...run, result: { ...run.result, outcome } })).toMatch(
        new RegExp(`not ended, ${outcome}\n\n> \\*\\*This run has not ended`),
      );
    for (const outcome of ['failed', 'cancelled', 'handoff', 'escalated'] as const)
      expect(reportOf({ ...run, result: { ...run.result, outcome } })).toMatch(/not complete, \w+\n\n> \*\*/);
  });

  it('reads without a flow and of a run of which nothing is known', () => {
    const page = reportOf(reported([], null));
    expect(page).toContain('# Run of (empty): not ended, interrupted');
    expect(page).not.toContain('mermaid');
    expect(page).toContain('No pass of a loop was begun.');
  });

  it('fits into a pull request, and counts what it leaves out', () => {
    const many = Array.from({ length: 400 }, (_, index) =>
      pass(index + 1, { ...said, clean: false, decision: 'again', marker: 'm'.repeat(300), more: [opened(index + 1)] }),
    ).flat();
    const page = reportOf(reported(trace(start, entered, ...many)));
    expect(page.length).toBeLessThanOrEqual(MOST_CHARACTERS);
    expect(page).toMatch(/\d+ passes before these are in the trace/);
    expect(page).toContain('| 400 of `fix` |');
  });

  it('changes of caps and answers of people are in it', () => {
    const page = reportOf(
      reported(
        trace(start, entered, {
          type: 'commit',
          events: [
            { type: 'caps.changed', loop: 'fix', caps: { maxPasses: 9 }, by: 'ada' },
            { type: 'run.paused', by: 'ada' },
          ],
        }),
      ),
    );
    expect(page).toContain('`ada` changed caps of `fix`: `maxPasses 9`');
    expect(page).toContain('- changed since the start: `fix`: `maxPasses 9`');
    expect(page).toContain('paused by `ada`');
  });
});

const HOSTILE = [
  '[evil](http://evil.example)',
  '@evil',
  '<img src=x onerror=evil>',
  'a\n\n# evil',
  '```\n# evil',
  '~~~\nevil',
  '`evil` @evil',
  '``evil',
  '| evil | evil |',
  '\\| evil',
  '![evil](evil.png)',
  'https://evil.example/',
  'www.evil.example',
  'evil@evil.example',
  '#1 evil/evil#1 GH-1 evil!',
  '&lt;b&gt;evil&amp;',
  '<!-- evil',
  '**evil**_evil_',
  '\u202eevil\u2066',
  "'; evil; '",
  '$(evil)',
  '%%{init: {"evil": 1}}%%',
];

/** What a CommonMark renderer reads as Markdown: fenced blocks and code spans are taken out. */
function outsideCode(page: string): string {
  const kept: string[] = [];
  let fence = '';
  for (const line of page.split('\n')) {
    const [, marks = ''] = /^(`{3,}|~{3,})/.exec(line) ?? [];
    if (fence === '' && marks !== '' && !line.slice(marks.length).includes('`')) fence = marks;
    else if (fence !== '') {
      if (line.startsWith(fence) && /^(`+|~+)\s*$/.test(line)) fence = '';
    } else kept.push(withoutSpans(line));
  }
  expect(fence, 'a block that is never closed').toBe('');
  return kept.join('\n');
}

/** A run of backticks begins a span where a run of the same length follows; else it is text. */
function withoutSpans(line: string): string {
  const runs = [...line.matchAll(/`+/g)];
  let text = '';
  let at = 0;
  for (const run of runs) {
    if (run.index < at) continue;
    const end = runs.find((other) => other.index > run.index && other[0].length === run[0].length);
    text += line.slice(at, run.index);
    at = end === undefined ? run.index : end.index + end[0].length;
    if (end === undefined) {
      text += run[0];
      at = run.index + run[0].length;
    }
  }
  return text + line.slice(at);
}

describe('nothing of a repository or a worker is read as Markdown', () => {
  it('a span and a block end only where we end them', () => {
    const text = fc.oneof(
      fc.string(),
      fc.string({ unit: fc.constantFrom('`', '~', '\n', '|', '\\', ' ', 'a', '*', '<') }),
      fc.constantFrom(...HOSTILE),
    );
    fc.assert(
      fc.property(text, (given) => {
        const rest = (made: string) => outsideCode(`before ${made} after`).replace('(empty)', '');
        expect(rest(quoted(given))).toBe('before  after');
        expect(rest(quotedCell(given))).toBe('before  after');
        expect(quotedCell(given)).not.toContain('|');
        expect(outsideCode(`before\n${fenced(given, 'text')}\nafter`)).toBe('before\nafter');
        expect(outsideCode(own(given))).toMatch(/^[A-Za-z0-9$ .,;:()’·→%-]*$/);
      }),
      { numRuns: 500 },
    );
  });

  it('whatever stands in any text of the trace and of the flow', () => {
    // What a fold tells entries apart by, and what it needs to be a number's text.
    const kept = new Set(['type', 'at', 'converge', 'kind', 'state', 'when', 'how', 'head', 'tail', 'use', 'status']);
    const spoil = (value: unknown, next: () => string, key = ''): unknown => {
      if (typeof value === 'string') return kept.has(key) ? value : next();
      if (Array.isArray(value)) return value.map((each) => spoil(each, next, key));
      if (typeof value === 'object' && value !== null)
        return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, spoil(each, next, name)]));
      return value;
    };
    const headings = (page: string) =>
      outsideCode(page)
        .split('\n')
        .filter((line) => /^#/.test(line));
    const tables = (page: string) =>
      outsideCode(page)
        .split('\n')
        .filter((line) => line.startsWith('|'))
        .map((line) => line.split('|').length);
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...HOSTILE), { minLength: 1, maxLength: 8 }), (texts) => {
        let turn = 0;
        const next = () => texts[turn++ % texts.length] ?? '';
        for (const entries of [complete, capped]) {
          const spoiled = spoil(entries, next) as readonly Entry[];
          const flow = spoil(FLOW, next) as Flow;
          const page = reportOf(reported(spoiled, flow));
          const rest = outsideCode(page);
          expect(rest).not.toMatch(/evil|@|<|http|www/);
          expect(rest).not.toMatch(/\p{Cf}/u);
          expect(new Set(tables(page)).size).toBeLessThanOrEqual(1);
          const more = headings(page).filter((line) => !/^(# Run of|## [A-Z][a-z ]+$)/.test(line));
          expect(more).toEqual([]);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('a chart in it stays one chart', () => {
    const flow: Flow = {
      ...FLOW,
      steps: { ...FLOW.steps, act: { ...FLOW.steps.act, title: '%%{init}%% ```' } as never },
    };
    const page = reportOf(reported(complete, flow));
    expect(page).toContain('#37;#37;{init}#37;#37; #96;#96;#96;');
  });
});
