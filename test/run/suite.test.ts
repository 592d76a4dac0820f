import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runSuite } from './suite.mjs';

describe('a suite of tests', () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'suite-'));
  afterAll(() => rmSync(dir, { recursive: true }));

  /** A suite whose tests end as told: in its first try, and when a file of it is tried again. */
  const suite = (name: string, first: readonly string[][], again: readonly string[][]) => {
    const program = path.join(dir, 'suite.mjs');
    writeFileSync(
      program,
      `import { writeFileSync } from 'node:fs';
const [report, files, results] = process.argv.slice(2);
if (results === '[]') process.exit(1);
writeFileSync(report, JSON.stringify({ results: JSON.parse(results).map(([file, state]) => ({ file, state, title: file })) }));
process.exit(results.includes('failed') ? 1 : 0);`,
    );
    const tried: string[][] = [];
    const command = (report: string, files: readonly string[]) => {
      tried.push([...files]);
      const results = JSON.stringify(files.length === 0 ? first : again);
      return [process.execPath, program, report, files.join(), results];
    };
    return { tried, ended: runSuite({ name, command }) };
  };

  it('that passes is run once', async () => {
    const { tried, ended } = suite('one', [['a', 'passed']], []);
    expect(await ended).toMatchObject({ passed: 1, failed: 0, shaky: [] });
    expect(tried).toEqual([[]]);
  });

  it('tries the files that failed once more, and says what passed only then', async () => {
    const first = [
      ['a', 'passed'],
      ['b', 'failed'],
      ['c', 'failed'],
    ];
    const again = [
      ['b', 'passed'],
      ['c', 'failed'],
    ];
    const { tried, ended } = suite('two', first, again);
    expect(await ended).toMatchObject({ passed: 2, failed: 1, problems: ['c'], shaky: ['b'] });
    expect(tried).toEqual([[], ['b', 'c']]);
  });

  it('tries all of a suite once more that left no report', async () => {
    const { tried, ended } = suite('three', [], [['a', 'passed']]);
    expect(await ended).toMatchObject({ failed: 1, problems: ['it left no report'] });
    expect(tried).toEqual([[], []]);
  });
});
