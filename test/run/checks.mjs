import { local, run } from './command.mjs';
import { runSuite, vitest } from './suite.mjs';

const APART = ['test/layers.test.ts', 'test/bundles.test.ts'];
/** Minutes long: processes killed at every place, made-up repositories. Part of `npm test`, not of a check before a commit. */
export const LONG = ['test/crash', 'test/story', 'test/templates/programs'];

/** Everything that must be green before a commit, cheapest first. */
const CHECKS = [
  { name: 'types', command: local('tsc', '-b', '--pretty', 'false') },
  { name: 'lint and format', command: local('biome', 'ci', '--colors=off') },
  { name: 'layers', tests: vitest(APART[0]) },
  { name: 'unused', command: local('knip', '--no-progress') },
  { name: 'bundle sizes', tests: vitest(APART[1]) },
  {
    name: 'unit tests',
    // Most of them wait for programs and pages: two at a time are nearly twice as fast, also on two cores.
    tests: vitest(
      '--maxWorkers=2',
      ...[...APART, ...LONG.map((folder) => `${folder}/**`)].map((each) => `--exclude=${each}`),
    ),
  },
];

/**
 * Runs the checks one after another: a line each, and all that a failing one said.
 * @returns {Promise<(import('./reports.mjs').Tally & { name: string, shaky: string[] })[]>}
 */
export async function runChecks() {
  const tallies = [];
  for (const { name, command, tests } of CHECKS) {
    const tally = tests ? await runSuite({ name, command: tests }) : await runTool(command);
    console.log(lineFor(name, tally, tally.seconds, Boolean(tests)));
    tallies.push({ name, ...tally });
  }
  return tallies;
}

async function runTool(command) {
  const { code, output, seconds } = await run(command, { env: { NO_COLOR: '1' } });
  if (code !== 0) console.log(output.trimEnd());
  return { passed: 0, failed: code === 0 ? 0 : 1, skipped: 0, problems: [], shaky: [], seconds };
}

/** `ok    layers           1.2 s   3 passed` */
export function lineFor(name, { passed, failed, skipped, problems }, seconds, counts = true) {
  const numbers = counts
    ? `   ${passed} passed${failed ? `, ${failed} failed` : ''}${skipped ? `, ${skipped} skipped` : ''}`
    : '';
  const line = `${failed > 0 ? 'FAIL' : 'ok  '}  ${name.padEnd(16)} ${seconds.toFixed(1).padStart(6)} s${numbers}`;
  return [line, ...problems.map((problem) => `        ${problem}`)].join('\n');
}
