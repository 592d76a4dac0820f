import { rmSync } from 'node:fs';
import path from 'node:path';
import { local, results, run } from './command.mjs';
import { readReport } from './reports.mjs';

const APART = ['test/layers.test.ts', 'test/bundles.test.ts'];
/** Minutes long: processes killed at every place, made-up repositories. Part of `npm test`, not of a check before a commit. */
export const LONG = ['test/crash', 'test/story', 'test/templates/programs'];

/** Everything that must be green before a commit, cheapest first. A check with a report is a suite of tests. */
const CHECKS = [
  { name: 'types', command: local('tsc', '-b', '--pretty', 'false') },
  { name: 'lint and format', command: local('biome', 'ci', '--colors=off') },
  { name: 'layers', ...vitest('layers', APART[0]) },
  { name: 'unused', command: local('knip', '--no-progress') },
  { name: 'bundle sizes', ...vitest('bundles', APART[1]) },
  {
    name: 'unit tests',
    // Most of them wait for programs and pages: two at a time are nearly twice as fast, also on two cores.
    ...vitest(
      'unit',
      '--maxWorkers=2',
      ...[...APART, ...LONG.map((folder) => `${folder}/**`)].map((each) => `--exclude=${each}`),
    ),
  },
];

/**
 * Runs the checks one after another: a line each, and all that a failing one said.
 * @returns {Promise<{ name: string, passed: number, failed: number }[]>}
 */
export async function runChecks() {
  const tallies = [];
  for (const { name, command, report } of CHECKS) {
    if (report) rmSync(report, { force: true });
    const { code, output, seconds } = await run(command, { env: { NO_COLOR: '1' } });
    const tally = report
      ? readReport(report, code)
      : { passed: 0, failed: code === 0 ? 0 : 1, skipped: 0, problems: [] };
    if (tally.failed > 0) console.log(output.trimEnd());
    console.log(lineFor(name, tally, seconds, Boolean(report)));
    tallies.push({ name, ...tally });
  }
  return tallies;
}

/** `ok    layers           1.2 s   3 passed` */
export function lineFor(name, { passed, failed, skipped, problems }, seconds, counts = true) {
  const numbers = counts
    ? `   ${passed} passed${failed ? `, ${failed} failed` : ''}${skipped ? `, ${skipped} skipped` : ''}`
    : '';
  const line = `${failed > 0 ? 'FAIL' : 'ok  '}  ${name.padEnd(16)} ${seconds.toFixed(1).padStart(6)} s${numbers}`;
  return [line, ...problems.map((problem) => `        ${problem}`)].join('\n');
}

function vitest(name, ...args) {
  const report = path.join(results, `${name}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return { command: local('vitest', 'run', ...reporters, ...args), report };
}
