import { describe, expect, it } from 'vitest';
import { leftOutLine } from '../../engine/leftOut';
import { placeIn } from '../../engine/steps/reports/place';
import { plainText } from '../../engine/steps/reports/plainText';
import { readReport } from '../../engine/steps/reports/readReport';
import { fc } from '../fc';
import { OUTPUTS } from './outputs';

const cases: readonly (readonly [keyof typeof OUTPUTS, string, object])[] = [
  ['TAP', 'suite > bad', { message: '1 == 2', file: '/src/a.test.mjs', line: 2, column: 78 }],
  ['NODE_SPEC', 'bad', { message: 'AssertionError [ERR_ASSERTION]: 1 == 2', file: '/src/a.test.mjs', line: 2 }],
  ['VITEST', 'a.test.ts > s > bad: x', { file: 'a.test.ts', line: 2, column: 76 }],
  ['JEST', 's › bad', { file: 'src/a.test.js', line: 3, column: 40 }],
  ['MOCHA', 's > bad: x', { message: 'Error: boom: y', file: '/src/m/a.js', line: 1, column: 72 }],
  ['PYTEST', 'tests/test_a.py::test_b', { message: 'assert 1 == 2', file: 'tests/test_a.py', line: 5 }],
  ['UNITTEST', 'test_b (test_u.T.test_b)', { message: 'AssertionError: 1 != 2', file: '/src/test_u.py', line: 4 }],
  ['GO_VERBOSE', 'TestB', { message: 'got 1: want 2', file: 'a_test.go', line: 9 }],
  ['CARGO', 'tests::bad', { file: 'src/lib.rs', line: 9, column: 9 }],
  ['JUNIT', 's > bad', { message: '1 == 2', file: 'src/a.test.js', line: 3, column: 40 }],
  ['JEST_JSON', 's bad', { message: 'Error: boom', file: '/src/a.test.ts', line: 2, column: 76 }],
  ['MOCHA_JSON', 's bad', { message: 'boom', file: '/src/a.js', line: 1, column: 72 }],
];

describe('readReport', () => {
  it.each(cases)('reads %s: counts, the failed test, and where', (key, name, failure) => {
    const report = readReport(OUTPUTS[key]);
    const later = key === 'TAP' || key === 'NODE_SPEC' ? 1 : 0;
    expect(report?.counts).toEqual({ passed: 1 + later, failed: 1, skipped: 1 + later, deselected: 0 });
    expect(report?.failures).toHaveLength(1);
    expect(report?.failures[0]).toMatchObject({ name, ...failure });
  });

  it('names all tests where the output lists every one', () => {
    const bad = { failed: ['suite > bad'], skipped: ['sk', 'later'] };
    expect(readReport(OUTPUTS.TAP)?.names).toEqual({ passed: ['suite > inner # ok', 'top'], ...bad });
    expect(readReport(OUTPUTS.NODE_SPEC)?.names).toEqual({ passed: ['suite > inner', 'top'], ...bad });
    expect(readReport(OUTPUTS.MOCHA)?.names).toEqual({
      passed: ['s > good'],
      failed: ['s > bad: x'],
      skipped: ['s > sk'],
    });
    expect(readReport(OUTPUTS.JUNIT)?.names?.passed).toEqual(['s > good & <fine>']);
    expect(readReport(OUTPUTS.VITEST)?.names?.skipped).toEqual(['a.test.ts > s > sk']);
    expect(readReport(OUTPUTS.CARGO)?.names?.passed).toEqual(['tests::good']);
    expect(readReport(OUTPUTS.PYTEST)?.names).toBeUndefined();
    expect(readReport(OUTPUTS.JEST)?.names).toBeUndefined();
  });

  it('R4 names none where the middle of the output is missing', () => {
    for (const bytes of [1, 900, 9_000_000]) {
      const cut = OUTPUTS.MOCHA.replace('  s\n', `  s\n${leftOutLine(bytes)}\n`);
      expect(readReport(cut)).toMatchObject({ counts: { passed: 1, failed: 1 } });
      expect(readReport(cut)?.names).toBeUndefined();
    }
  });

  it('SH-07 tells a skipped test from one that is gone', () => {
    const all = readReport('TAP version 13\nok 1 - a\nok 2 - b\n1..2\n')?.names;
    const skipped = readReport('TAP version 13\nok 1 - a\nok 2 - b # SKIP later\n1..2\n')?.names;
    const gone = readReport('TAP version 13\nok 1 - a\n1..1\n')?.names;
    expect(all).toEqual({ passed: ['a', 'b'], failed: [], skipped: [] });
    expect(skipped).toEqual({ passed: ['a'], failed: [], skipped: ['b'] });
    expect(gone).toEqual({ passed: ['a'], failed: [], skipped: [] });
  });

  it('R3 adds several reports up', () => {
    const two = readReport('# a\nok 1 - a\n1..1\n\n1 failed, 2 passed in 0.10s\n===== 3 passed in 1.00s =====\n');
    expect(two?.counts).toEqual({ passed: 6, failed: 1, skipped: 0, deselected: 0 });
  });

  it('a plan that is not met, a file that does not load, an error beside the tests: each is a failure', () => {
    expect(readReport('TAP version 13\n1..3\nok 1 - a\n')?.counts).toMatchObject({ passed: 1, failed: 2 });
    expect(readReport(' Test Files  1 failed (1)\n      Tests  no tests\n')?.counts.failed).toBe(1);
    expect(
      readReport(' Test Files  1 passed (1)\n      Tests  2 passed (2)\n     Errors  1 error\n')?.counts.failed,
    ).toBe(1);
    expect(
      readReport('Test Suites: 1 failed, 1 passed, 2 total\nTests:       2 passed, 2 total\n')?.counts.failed,
    ).toBe(1);
    expect(readReport('ok  \texample.org/a\t0.1s\nFAIL\texample.org/b [build failed]\n')?.counts).toMatchObject({
      passed: 1,
      failed: 1,
    });
  });

  it('reads sums of a line each, and the last state of one that counts up', () => {
    const playwright = '  1 failed\n    [chromium] › a.spec.ts:3:1 › name\n  2 skipped\n  3 passed (3.1s)\n';
    expect(readReport(playwright)?.counts).toEqual({ passed: 3, failed: 1, skipped: 2, deselected: 0 });
    expect(readReport('1 passed\n2 passed\n3 passed\n')?.counts.passed).toBe(3);
  });

  it('says nothing of output that is no test report', () => {
    const others = [
      '',
      'done\n',
      '✖ 3 problems (1 error, 2 warnings)\n',
      'added 12 packages in 3s\n',
      '[]\n',
      '{"a":1}\n',
    ];
    for (const other of others) expect(readReport(other)).toBeNull();
  });

  it('SH-10 colours, line ends and Windows paths do not change the result', () => {
    const plain = [
      '2 failed, 3 passed',
      'C:\\work\\my app\\a.test.ts:12:5 AssertionError: x:y',
      '/src/a.test.ts:12:5 boom',
      '.\\src\\b.test.ts:7 boom',
    ];
    const coloured = ['\u001b[31m2 failed\u001b[39m, \u001b[32m3 passed\u001b[39m', ...plain.slice(1)].join('\r\n');
    const report = readReport(`${coloured}\r\n`);
    expect(report).toEqual(readReport(`${plain.join('\n')}\n`));
    expect(report?.counts).toEqual({ passed: 3, failed: 2, skipped: 0, deselected: 0 });
    expect(report?.failures).toEqual([
      { name: '', message: 'AssertionError: x:y', file: 'C:\\work\\my app\\a.test.ts', line: 12, column: 5 },
      { name: '', message: 'boom', file: '/src/a.test.ts', line: 12, column: 5 },
      { name: '', message: 'boom', file: '.\\src\\b.test.ts', line: 7 },
    ]);
  });

  it.each(cases)('SH-10 %s reads the same with colours and CR LF', (key) => {
    const coloured = OUTPUTS[key]
      .split('\n')
      .map((line) => line.replace(/\S+$/, (word) => `\u001b[1m\u001b[38;5;196m${word}\u001b[0m`))
      .join('\r\n');
    if (!key.endsWith('JSON') && key !== 'JUNIT') expect(readReport(coloured)).toEqual(readReport(OUTPUTS[key]));
    else expect(readReport(OUTPUTS[key].replaceAll('\n', '\r\n'))?.counts).toEqual(readReport(OUTPUTS[key])?.counts);
  });

  it('SH-10 leaves no escape or control character in text for people', () => {
    const link = '\u001b]8;;https://example.org\u0007here\u001b]8;;\u001b\\';
    expect(plainText(`a\u001b[2K\u001b[1;31mb\u001b(B${link}\u009b0m\u0007\tc\r\r\nd\re`)).toBe('abhere\tc\nd\ne');
    fc.assert(fc.property(fc.string(), (text) => !/[^\P{Cc}\t\n]/u.test(plainText(text))));
  });

  it('SH-10 finds places in all their forms, and none in other text', () => {
    expect(placeIn('    at fn (C:\\my app\\a.js:1:2)')).toMatchObject({ file: 'C:\\my app\\a.js', line: 1, column: 2 });
    expect(placeIn('    at file:///src/a.mjs:3:4')).toMatchObject({ file: '/src/a.mjs', line: 3, column: 4 });
    expect(placeIn('12:30:45 started')).toBeNull();
    expect(placeIn('Error: expected 5:3')).toBeNull();
  });

  it('never throws, and takes no time over endless lines', { timeout: 120_000 }, () => {
    const piece = fc.oneof(fc.string(), fc.constantFrom(...Object.values(OUTPUTS).flatMap((text) => text.split('\n'))));
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        readReport(pieces.join('\n'));
      }),
    );
    const bits = [
      'a',
      ' ',
      '1 ',
      '<testcase ',
      '{"',
      '\u001b[1',
      '\u001b]8',
      'a.b',
      '(',
      '> ',
      '/a',
      '# ',
      "'",
      '--- ',
      '1 failed, ',
    ];
    for (const bit of bits) {
      const endless = bit.repeat(Math.ceil(1_000_000 / bit.length));
      const begun = process.cpuUsage();
      readReport(endless);
      readReport(`1 failed, 2 passed\n${endless}\n1 failed, 2 passed\n${'a.b:1 x\n'.repeat(10_000)}`);
      readReport(`${bit.repeat(100)}\n`.repeat(5000));
      expect(process.cpuUsage(begun).user, JSON.stringify(bit)).toBeLessThan(3_000_000);
    }
  });
});
