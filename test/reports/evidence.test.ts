import { describe, expect, it } from 'vitest';
import type { Command } from '../../engine/flow/schema';
import type { CommandResult } from '../../engine/ports';
import { evidenceOf } from '../../engine/steps/evidence';
import { OUTPUTS } from './outputs';

const result = (output: string, exit: number | null = 0, more: Partial<CommandResult> = {}): CommandResult => ({
  ...{ status: 'exited', exit, signal: null, output, log: null, durationMs: 12 },
  ...more,
});
const command = (more: Partial<Command> = {}): Command => ({ run: ['npm', 'test'], ...more });
const both = (output: string, exit = 0) =>
  (['exit', 'tests'] as const).map((expected) => evidenceOf(command({ expect: expected }), result(output, exit)));

describe('evidence of a command', () => {
  const nothing: readonly (readonly [string, string, number])[] = [
    ['vitest, filter', ' Test Files  1 skipped (1)\n      Tests  3 skipped (3)\n', 0],
    ['vitest, path', 'No test files found, exiting with code 0\n', 0],
    ['jest, filter', 'Test Suites: 1 skipped, 0 of 1 total\nTests:       3 skipped, 3 total\n', 0],
    ['jest, path', 'No tests found, exiting with code 0\n', 0],
    [
      'jest JSON that says success',
      '{"numTotalTests":0,"numPassedTests":0,"numFailedTests":0,"success":true,"testResults":[]}',
      0,
    ],
    ['mocha, filter', '\n\n  0 passing (1ms)\n\n', 0],
    [
      'node, filter',
      'TAP version 13\n# Subtest: a\nok 1 - a # SKIP test name does not match pattern\n1..1\n# tests 1\n# pass 0\n# skipped 1\n',
      0,
    ],
    ['node, spec', 'ℹ tests 0\nℹ suites 0\nℹ pass 0\nℹ fail 0\nℹ cancelled 0\nℹ skipped 0\nℹ todo 0\n', 0],
    [
      'node, a file without a test',
      'TAP version 13\n# Subtest: /src/a.test.mjs\nok 1 - /src/a.test.mjs\n  ---\n  duration_ms: 1\n  ...\n1..1\n# tests 1\n# pass 1\n',
      0,
    ],
    [
      'pytest, all deselected',
      'collected 3 items / 3 deselected / 0 selected\n\n===== 3 deselected in 0.01s =====\n',
      5,
    ],
    ['pytest, nothing', '===== no tests ran in 0.00s =====\n', 5],
    ['unittest', '\n------\nRan 0 tests in 0.000s\n\nOK\n', 0],
    ['unittest, new', '\n------\nRan 0 tests in 0.000s\n\nNO TESTS RAN\n', 5],
    ['1 skipped, 0 run', '1 skipped, 0 run\n', 0],
    ['go, filter', 'testing: warning: no tests to run\nPASS\nok  \texample.org/a\t0.001s [no tests to run]\n', 0],
    ['go, no files', '?   \texample.org/a\t[no test files]\n', 0],
    [
      'cargo, filter',
      'test result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 4 filtered out; finished in 0.00s\n',
      0,
    ],
    ['TAP, empty plan', '1..0\n', 0],
    ['JUnit', '<testsuites tests="0"></testsuites>', 0],
  ];
  it.each(nothing)('SH-09 no tests ran is not clean: %s', (_name, output, exit) => {
    for (const evidence of both(output, exit)) {
      expect(evidence.clean).toBe(false);
      expect(evidence.reason).toMatch(/^no tests ran/);
    }
  });

  it('SH-09 a report that lists a failed test is not clean, whatever the exit code', () => {
    for (const output of Object.values(OUTPUTS)) {
      for (const evidence of both(output, 0)) {
        expect(evidence.clean).toBe(false);
        expect(evidence.reason).toMatch(/^1 of [23] tests failed/);
      }
    }
  });

  it('SH-09 a JSON report that was asked for and is not there is unreadable', () => {
    for (const run of [
      ['npx', 'vitest', '--reporter=json'],
      ['npx', 'jest', '--json'],
      ['m', '--reporter', 'json'],
    ]) {
      for (const output of ['', '\n', '{"numTotalTests": 5, "numPa']) {
        const evidence = evidenceOf(command({ run }), result(output));
        expect(evidence).toMatchObject({ clean: false, reason: expect.stringContaining('unreadable') });
      }
    }
    const other = evidenceOf(command({ run: ['eslint', '--format', 'json'] }), result('[]\n'));
    expect(other).toMatchObject({ clean: true });
  });

  it('SH-09 no output at all is clean only where the exit code is what is expected', () => {
    expect(evidenceOf(command(), result(''))).toMatchObject({ clean: true, reason: 'exit code 0' });
    expect(evidenceOf(command({ expect: 'exit' }), result(''))).toMatchObject({ clean: true });
    const tests = evidenceOf(command({ expect: 'tests' }), result(''));
    expect(tests).toMatchObject({ clean: false, reason: expect.stringContaining('unreadable') });
    expect(evidenceOf(command(), result('', 2))).toMatchObject({ clean: false, reason: 'exit code 2' });
  });

  it('SH-09 12 passed is clean, and what was deselected is shown', () => {
    for (const evidence of both('12 passed\n')) expect(evidence).toMatchObject({ clean: true, reason: '12 passed' });
    for (const evidence of both('12 passed, 3 deselected, 1 warning\n')) {
      expect(evidence).toMatchObject({
        ...{ clean: true, reason: '12 passed, 3 deselected' },
        tests: { passed: 12, failed: 0, skipped: 0, deselected: 3 },
      });
    }
  });

  it('SH-09 a report without a failure does not mend a bad exit code', () => {
    const [evidence] = both('12 passed\n', 1);
    expect(evidence).toMatchObject({ clean: false, reason: 'exit code 1, although none of its 12 tests failed' });
  });

  it('R6 as many tests as asked for must have run, where tests are expected', () => {
    const wanted = command({ expect: 'tests', minTests: 3 });
    expect(evidenceOf(wanted, result('3 passed\n'))).toMatchObject({ clean: true });
    expect(evidenceOf(wanted, result('2 passed, 5 skipped\n'))).toMatchObject({
      clean: false,
      reason: '2 tests ran where at least 3 must, 5 skipped',
    });
    expect(evidenceOf(command({ minTests: 3 }), result('2 passed\n'))).toMatchObject({ clean: true });
  });

  it('SH-12 what timed out, was ended, was stopped or never began is not clean, whatever it said', () => {
    const statuses = ['timed-out', 'signalled', 'cancelled', 'not-found'] as const;
    for (const status of statuses) {
      const evidence = evidenceOf(
        command(),
        result('3 passed\n', null, { status, signal: 'SIGKILL', why: '"x" was not found.' }),
      );
      expect(evidence).toMatchObject({ clean: false, status });
      expect(evidence.reason).not.toMatch(/\.$/);
    }
  });

  it('SH-10 keeps the end of the output without escape sequences where it is not clean, and nothing where it is', () => {
    const evidence = evidenceOf(command(), result(`${'x'.repeat(9000)}\u001b[31mlast\u001b[39m\r\n`, 1));
    expect(evidence.tail).toBe(`${'x'.repeat(3995)}last\n`);
    expect(evidenceOf(command(), result('fine\n')).tail).toBeUndefined();
  });

  it('names the command as a person would type it', () => {
    expect(evidenceOf({ run: ['node', '-e', 'a b'] }, result('')).command).toBe('node -e "a b"');
    expect(evidenceOf({ shell: 'npm test && x' }, result('')).command).toBe('npm test && x');
  });
});
