import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import Mocha from 'mocha';

interface Result {
  readonly title: string;
  readonly file: string;
  readonly state: 'passed' | 'failed' | 'pending';
  readonly ms?: number;
  readonly error?: string;
}

/** The files to run, as their reports name them; empty: all. */
const WANTED = (process.env.CONVERGE_TEST_FILES ?? '').split(',').filter((name) => name !== '');
const sourceOf = (file: string) => file.replace(/\.js$/, '.ts');

/**
 * The entry that `--extensionTestsPath` names: the extension host requires this file and calls `run`.
 * Results go to the file that CONVERGE_TEST_REPORT names, because an exit code passes through too many hands.
 */
export async function run(): Promise<void> {
  const mocha = new Mocha({ ui: 'bdd', color: false, timeout: 180_000, grep: process.env.MOCHA_GREP });
  for (const file of readdirSync(__dirname, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!file.endsWith('.test.js')) continue;
    if (WANTED.length === 0 || WANTED.includes(sourceOf(file))) mocha.addFile(path.join(__dirname, file));
  }
  const results: Result[] = [];
  const keep = (test: Mocha.Runnable, state: Result['state'], error?: string) => {
    const file = sourceOf(path.relative(__dirname, test.file ?? ''));
    results.push({ title: test.fullTitle(), file, state, ms: test.duration, error });
  };
  const failures = await new Promise<number>((resolve) => {
    const runner = mocha.run(resolve);
    runner.on('pass', (test) => keep(test, 'passed'));
    runner.on('pending', (test) => keep(test, 'pending'));
    runner.on('fail', (test, error: Error) => keep(test, 'failed', error.stack ?? String(error)));
  });
  const report = process.env.CONVERGE_TEST_REPORT;
  if (report) {
    mkdirSync(path.dirname(report), { recursive: true });
    writeFileSync(report, JSON.stringify({ failures, results }, null, 2));
  }
  if (results.length === 0) throw new Error('no test ran');
  if (failures > 0) throw new Error(`${failures} test(s) failed`);
}
