import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { local, results, run } from './command.mjs';
import { readReport, redFiles } from './reports.mjs';

/**
 * Runs a suite of tests. Its files in which something failed get one more try, alone, and the output says so: browsers,
 * workbenches and killed processes on a busy machine now and then miss a moment. So does a suite that failed outside of its
 * files, or that left no report.
 *
 * @param {object} suite
 * @param {string} suite.name
 * @param {(report: string, files: readonly string[]) => readonly string[]} suite.command the command line that runs the
 *   given files, all where there is none, and leaves its report
 * @param {boolean} [suite.show] output goes straight to the terminal; else only that of a failure is shown
 * @param {Record<string, string>} [suite.env]
 * @returns {Promise<import('./reports.mjs').Tally & { shaky: string[], seconds: number }>} `shaky`: what passed only in
 *   its second try
 */
export async function runSuite({ name, command, show = false, env = {} }) {
  const once = async (label, files) => {
    const report = path.join(results, `${label.replaceAll(' ', '-')}.json`);
    rmSync(report, { force: true });
    const ended = await run(command(report, files), { show, env: { NO_COLOR: '1', ...env } });
    const tally = readReport(report, ended.code);
    if (tally.failed > 0) console.log(ended.output.trimEnd());
    return { report, seconds: ended.seconds, tally };
  };
  const first = await once(name, []);
  if (first.tally.failed === 0) return { ...first.tally, shaky: [], seconds: first.seconds };
  // Where no file is red the suite as a whole failed, and all of it is tried again.
  const { red, passedElsewhere } = existsSync(first.report) ? redFiles(first.report) : { red: [], passedElsewhere: 0 };
  console.log(`\n${name}, once more: ${red.map((each) => path.basename(each)).join(', ') || 'all of it'}`);
  const second = await once(`${name} again`, red);
  const { tally } = second;
  return {
    passed: (red.length > 0 ? passedElsewhere : 0) + tally.passed,
    failed: tally.failed,
    skipped: first.tally.skipped,
    problems: tally.problems,
    shaky: first.tally.problems.filter((problem) => !tally.problems.includes(problem)),
    seconds: first.seconds + second.seconds,
  };
}

/** The command line of vitest with a report, for `runSuite`. */
export const vitest =
  (...args) =>
  (report, files) => {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    return local('vitest', 'run', ...reporters, ...args, ...files);
  };
