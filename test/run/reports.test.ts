import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readReport, redFiles } from './reports.mjs';

describe('what a suite wrote about itself', () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'reports-'));
  afterAll(() => rmSync(dir, { recursive: true }));
  const reported = (report: unknown): string => {
    const file = path.join(dir, 'report.json');
    writeFileSync(file, typeof report === 'string' ? report : JSON.stringify(report));
    return file;
  };
  const vitest = (...files: readonly (readonly string[])[]) => ({
    numTotalTests: files.flat().length,
    testResults: files.map((states, i) => ({
      name: `file${i}`,
      message: 'boom',
      status: states.length === 0 || states.includes('failed') ? 'failed' : 'passed',
      assertionResults: states.map((status, j) => ({ status, fullName: `test ${j}` })),
    })),
  });
  const mocha = (...states: readonly string[]) => ({ results: states.map((state) => ({ state, title: 'a test' })) });

  it('is counted', () => {
    expect(readReport(reported(vitest(['passed', 'passed', 'skipped'])), 0)).toMatchObject({
      passed: 2,
      failed: 0,
      skipped: 1,
    });
    expect(readReport(reported(mocha('passed', 'pending')), 0)).toMatchObject({ passed: 1, failed: 0, skipped: 1 });
  });

  it('tells the files that want another try from what has passed', () => {
    const { red, passedElsewhere } = redFiles(reported(vitest(['passed', 'skipped'], ['passed', 'failed'], [])));
    expect(red).toEqual(['file1', 'file2']);
    expect(passedElsewhere).toBe(1);
    const results = [
      { state: 'passed', file: 'a', title: '1' },
      { state: 'failed', file: 'a', title: '2' },
      { state: 'passed', file: 'b', title: '3' },
    ];
    expect(redFiles(reported({ results }))).toEqual({ red: ['a'], passedElsewhere: 1 });
  });

  it('counts failures, whatever the exit code says', () => {
    expect(readReport(reported(vitest(['passed', 'failed'])), 0)).toMatchObject({ failed: 1, problems: ['test 1'] });
    expect(readReport(reported(mocha('failed')), 0)).toMatchObject({ failed: 1, problems: ['a test'] });
  });

  it('counts a file that could not be run', () => {
    expect(readReport(reported(vitest(['passed'], [])), 1)).toMatchObject({ passed: 1, failed: 1 });
  });

  it('fails when it is missing, unreadable, empty, or good beside a bad exit code', () => {
    expect(readReport(path.join(dir, 'none.json'), 0)).toMatchObject({ failed: 1, problems: ['it left no report'] });
    expect(readReport(reported('{"half'), 0).failed).toBe(1);
    expect(readReport(reported(vitest(['skipped'])), 0)).toMatchObject({ failed: 1, problems: ['no test ran'] });
    expect(readReport(reported(mocha()), 0)).toMatchObject({ failed: 1 });
    expect(readReport(reported(vitest(['passed'])), 1)).toMatchObject({ passed: 1, failed: 1 });
  });
});
