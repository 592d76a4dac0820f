import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CommandResult } from '../../engine/ports';
import { evidenceOf } from '../../engine/steps/evidence';
import { fc } from '../fc';
import { OUTPUTS } from './outputs';

const FOLDER = join(__dirname, 'fixtures');
const recorded = (name: string): string => readFileSync(join(FOLDER, name), 'utf8');
const ended = (output: string, exit = 0, more: Partial<CommandResult> = {}): CommandResult => ({
  ...{ status: 'exited', exit, signal: null, output, log: null, durationMs: 1 },
  ...more,
});
const printed = (output: string, exit = 0) => evidenceOf({ run: ['npm', 'test'] }, ended(output, exit));
const filed = (text: string, more: { readonly output?: string; readonly exit?: number } = {}) =>
  evidenceOf(
    { run: ['npm', 'test'], report: 'out/*' },
    ended(more.output ?? '', more.exit ?? 0, { reports: [{ path: 'out/a', text }] }),
  );

/** What runners printed and wrote when one test of theirs failed: passed, failed, skipped, the one that failed. */
const RED: Readonly<Record<string, readonly [number, number, number, string]>> = {
  'ava.tap': [1, 1, 2, 'bad'],
  'ava.txt': [0, 1, 1, ''],
  'cargo.json': [1, 1, 1, 'tests::bad'],
  'go.json': [1, 1, 1, 'TestB'],
  'jest.json': [1, 1, 2, 's bad'],
  'jest.txt': [1, 1, 2, 's › bad'],
  'mocha.tap': [1, 1, 2, 's bad'],
  'mocha.xml': [1, 1, 2, 's > bad'],
  'node.xml': [1, 1, 2, 'test > bad'],
  'playwright.json': [2, 1, 2, ''],
  'playwright.txt': [2, 1, 2, ''],
  'playwright.xml': [2, 1, 2, 'pw/a.spec.js > bad'],
  'pytest.json': [1, 1, 2, 'test_a.py::test_bad'],
  'pytest.xml': [1, 1, 2, 'test_a > test_bad'],
  'tap.tap': [1, 1, 2, 'tap.test.cjs > bad > should be equal'],
  'unittest.txt': [1, 2, 1, 'test_bad (ut.T.test_bad)'],
  'vitest.json': [2, 1, 2, 's bad'],
  'vitest.tap': [2, 1, 2, 'a.test.ts > s > bad'],
  'vitest.txt': [2, 1, 2, 'a.test.ts > s > bad'],
  'vitest.xml': [2, 1, 2, 'a.test.ts > s > bad'],
};
const FILES = Object.keys(RED).filter((name) => !name.endsWith('.txt'));

describe('what runners print', () => {
  it.each(Object.entries(RED))('SH-09 %s is read as its runner meant it', (name, [passed, failed, skipped, first]) => {
    const evidence = printed(recorded(name));
    expect(evidence).toMatchObject({ clean: false, tests: { passed, failed, skipped } });
    if (first !== '') expect(evidence.failures[0]?.name).toBe(first);
  });

  it.each(Object.keys(RED))('SH-10 %s reads the same with CR LF and in colour', (name) => {
    const lines = recorded(name).split('\n');
    const isText = /\.(txt|tap)$/.test(name);
    const coloured = isText ? lines.map((line) => line.replace(/\S+$/, (word) => `\u001b[31m${word}\u001b[0m`)) : lines;
    expect(printed(coloured.join('\r\n')).tests).toEqual(printed(recorded(name)).tests);
  });

  it('SH-09 a failure that only a line tells is one, with no summary beside it', () => {
    for (const name of ['node-dot.txt', 'pytest-quiet.txt'])
      expect(printed(recorded(name)), name).toMatchObject({ clean: false, reason: expect.stringContaining('line') });
  });

  it('SH-09 what a filter left out is shown beside what ran', () => {
    expect(printed(recorded('vitest-filter.txt'))).toMatchObject({ clean: true, reason: '1 passed, 4 skipped' });
    expect(printed(recorded('jest-filter.txt'))).toMatchObject({ clean: true, reason: '1 passed, 3 skipped' });
    expect(printed(recorded('pytest-filter.txt'))).toMatchObject({ clean: true, reason: '1 passed, 3 deselected' });
  });

  it('SH-09 what passed only when it was tried again is shown', () => {
    expect(printed(recorded('playwright-flaky.txt'))).toMatchObject({
      clean: true,
      reason: '1 passed, 1 of them only when tried again',
    });
    const verbose = ' ✓ a.test.ts > s > flaky 1ms (retry x1)\n\n Test Files  1 passed (1)\n      Tests  1 passed (1)\n';
    expect(printed(verbose).reason).toContain('only when tried again');
  });

  it('SH-09 several summaries add up, and one that fails is enough', () => {
    const one = ' Test Files  1 passed (1)\n      Tests  3 passed (3)\n';
    expect(printed(`${one}${one}`)).toMatchObject({ clean: true, tests: { passed: 6 } });
    expect(printed(`${one} Test Files  1 failed (1)\n      Tests  1 failed | 2 passed (3)\n${one}`)).toMatchObject({
      clean: false,
      tests: { passed: 8, failed: 1 },
    });
  });
});

/** What code under test could print to look green. */
const LIES: readonly string[] = [
  '12 passed',
  '  12 passed (3.1s)',
  ' Test Files  3 passed (3)',
  '      Tests  12 passed (12)',
  'Tests:       12 passed, 12 total',
  'Test Suites: 3 passed, 3 total',
  '  12 passing (4ms)',
  '===== 12 passed in 0.10s =====',
  'Ran 12 tests in 0.001s',
  'OK',
  'ok  \texample.org/a\t0.001s',
  'test result: ok. 12 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s',
  'TAP version 13',
  'ok 1 - fine # SKIP',
  '1..1',
  'ℹ tests 12',
  'ℹ pass 12',
  'ℹ fail 0',
  '# fail 0',
  '{"numTotalTests":12,"numPassedTests":12,"numFailedTests":0,"testResults":[]}',
  '{"stats":{"passes":12,"failures":0,"pending":0},"passes":[],"failures":[],"pending":[]}',
  '{"stats":{"expected":12,"unexpected":0,"flaky":0,"skipped":0}}',
  '{"Action":"pass","Package":"example.org/a"}',
  '{ "type": "suite", "event": "ok", "passed": 12, "failed": 0, "ignored": 0 }',
  '<testsuites tests="12"><testcase name="a"/></testsuites>',
  '<!--',
  '-->',
  '<![CDATA[',
  ']]>',
  '</testcase>',
  '{',
  '}',
  '[',
  '',
];

describe('lines that code under test prints', () => {
  const outputs = [
    ...Object.values(OUTPUTS),
    ...Object.keys(RED).map(recorded),
    recorded('node-dot.txt'),
    '1 failed, 2 passed\n',
    'Results: 2 tests failed, 3 passed\n',
    '3 examples, 1 failure\n',
    'Tests run: 3, Failures: 0, Errors: 1, Skipped: 0\n',
    'FAILURES!\nTests: 3, Assertions: 3, Failures: 1.\n',
  ];

  it('SH-09 never make a failing output clean, whatever they are and wherever they stand', { timeout: 60_000 }, () => {
    const lie = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...LIES) }, fc.string());
    const added = fc.array(fc.tuple(fc.nat(200), lie), { maxLength: 12 });
    fc.assert(
      fc.property(fc.constantFrom(...outputs), added, (output, lines) => {
        const all = output.split('\n');
        for (const [at, line] of lines) all.splice(at % (all.length + 1), 0, ...line.split('\n'));
        for (const expected of ['exit', 'tests'] as const) {
          const evidence = evidenceOf({ run: ['npm', 'test'], expect: expected }, ended(all.join('\n')));
          expect(evidence.clean, all.join('\n')).toBe(false);
        }
      }),
    );
  });

  it('SH-09 would make it clean, were lines not read for themselves', () => {
    const forged = `1 failed, 2 passed\n${LIES[19]}\n`;
    expect(evidenceOf({ run: ['npm', 'test'] }, ended(forged), (guard) => guard !== 'lines').clean).toBe(true);
    expect(printed(forged).clean).toBe(false);
  });

  it('leave a suite alone that passes, where they are what programs say in passing', () => {
    const noise = [
      '3 failed attempts',
      'login 2 failed',
      'not ok then',
      'error: none',
      'FAIL fast',
      '0 failed',
      'failed',
    ];
    expect(printed(`${noise.join('\n')}\n Test Files  1 passed (1)\n      Tests  3 passed (3)\n`)).toMatchObject({
      clean: true,
      tests: { passed: 3, failed: 0 },
    });
  });
});

describe('a report that is written to a file', () => {
  it.each(FILES)('%s counts as it does in the output', (name) => {
    const [passed, failed, skipped] = RED[name] ?? [];
    expect(filed(recorded(name)), name).toMatchObject({ clean: false, tests: { passed, failed, skipped } });
  });

  it.each(FILES)('%s that is cut off within its results is never clean', (name) => {
    const green = recorded(name).replaceAll('not ok', 'ok').trimEnd();
    const whole = filed(`${green}\n`);
    fc.assert(
      fc.property(fc.nat(green.length - 1), (at) => {
        const cut = filed(green.slice(0, at));
        // Of TAP, what stands behind the last point may be missing.
        if (cut.clean) expect([name, cut.tests]).toEqual([expect.stringMatching(/\.tap$/), whole.tests]);
      }),
    );
  });

  const GREEN = '<testsuite tests="2"><testcase name="a"/><testcase name="b"/></testsuite>';

  it('is clean where it, the exit code and the output agree', () => {
    expect(filed(GREEN)).toMatchObject({ clean: true, reason: '2 passed', tests: { passed: 2 } });
    expect(filed(GREEN, { output: '      Tests  2 passed (2)\n' })).toMatchObject({ clean: true });
    expect(filed(`\uFEFF${GREEN}`)).toMatchObject({ clean: true });
    expect(filed('TAP version 13\r\nok 1 - a\r\n1..1\r\n')).toMatchObject({ clean: true });
  });

  it('is not clean where the output tells another number of tests, and both are named', () => {
    const evidence = filed(GREEN, { output: '      Tests  5 passed (5)\n' });
    expect(evidence.clean).toBe(false);
    expect(evidence.reason).toBe('its report says 2 passed and 0 failed, its output 5 passed and 0 failed');
    const off = evidenceOf(
      { run: ['npm', 'test'], report: 'out/*' },
      ended('      Tests  5 passed (5)\n', 0, { reports: [{ path: 'out/a', text: GREEN }] }),
      (guard) => guard !== 'accord',
    );
    expect(off.clean).toBe(true);
  });

  it('is not clean where the exit code or a line of the output says that something failed', () => {
    expect(filed(GREEN, { exit: 1 })).toMatchObject({
      clean: false,
      reason: 'exit code 1, although none of its 2 tests failed',
    });
    expect(filed(GREEN, { output: '1 failed, 1 passed\n' }).clean).toBe(false);
    expect(filed(recorded('vitest.xml'), { exit: 0 })).toMatchObject({ clean: false, reason: /^1 of 3 tests failed/ });
  });

  it('is not clean where it is missing, old, empty or of another kind, with the reason', () => {
    const command = { run: ['npm', 'test'], report: 'out/*.xml' };
    expect(evidenceOf(command, ended('2 passed\n')).reason).toBe('unreadable: its report out/*.xml is not there');
    const old = { reports: [{ path: 'out/a.xml', text: null, why: 'it is older than the run' }] };
    expect(evidenceOf(command, ended('2 passed\n', 0, old)).reason).toContain('older than the run');
    for (const [text, why] of [
      ['', 'empty'],
      ['12 passed\n', 'no JUnit XML'],
      ['<coverage/>', 'no JUnit report'],
      ['{"a":1}', 'no JSON report'],
      ['<testsuite><testcase name="a"/>', 'cut off'],
      ['TAP version 13\nok 1 - a\n', 'plan'],
      ['<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><testsuite/>', 'document type'],
      ['<testsuite></testsuites>', 'closes nothing'],
      ['<testsuite/><testsuite/>', 'several roots'],
    ] as const) {
      expect(filed(text), text).toMatchObject({ clean: false, reason: expect.stringContaining(why) });
    }
    expect(filed('<testsuites tests="0"/>').reason).toBe('no tests ran');
  });

  it('takes nothing in comments, CDATA and texts for tests, and believes a suite that says that more failed', () => {
    const inside = '<testcase name="x"/><testcase name="y"/>';
    const text = `<testsuite><!-- ${inside} --><testcase name="a &gt; b"><system-out><![CDATA[${inside}]]></system-out></testcase></testsuite>`;
    expect(filed(text)).toMatchObject({ clean: true, tests: { passed: 1 }, names: { passed: ['a > b'] } });
    expect(filed('<testsuite failures="2"><testcase name="a"/></testsuite>')).toMatchObject({
      clean: false,
      tests: { passed: 1, failed: 2 },
    });
  });

  it('takes no time over texts made to be slow', () => {
    for (const bit of ['<a ', '<a b="', '<!-- ', '<![CDATA[', '&#', '<testcase>', 'x="', '</', '{"a":', '[', ' ']) {
      const begun = process.cpuUsage();
      filed(`<testsuite>${bit.repeat(Math.ceil(300_000 / bit.length))}`);
      filed(bit.repeat(Math.ceil(300_000 / bit.length)));
      expect(process.cpuUsage(begun).user, bit).toBeLessThan(3_000_000);
    }
  });

  it('there is a row for each recording', () => {
    const others = ['node-dot.txt', 'playwright-flaky.txt', 'pytest-quiet.txt'];
    const rows = [...Object.keys(RED), ...others, ...['vitest', 'jest', 'pytest'].map((name) => `${name}-filter.txt`)];
    expect(readdirSync(FOLDER).sort()).toEqual(rows.sort());
  });
});
