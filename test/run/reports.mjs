// What the suites wrote about themselves. An exit code is never trusted alone: a suite without a report, a report
// without a test and a suite that failed outside of its tests each count as one failure.
import { existsSync, readFileSync } from 'node:fs';

/**
 * @typedef {{ passed: number, failed: number, skipped: number, problems: string[] }} Tally
 * @param {string} file the report
 * @param {number} code the exit code of the suite
 * @returns {Tally}
 */
export function readReport(file, code) {
  const problem = (text) => ({ passed: 0, failed: 1, skipped: 0, problems: [text] });
  if (!existsSync(file)) return problem('it left no report');
  let tally;
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'));
    tally = 'numTotalTests' in report ? fromVitest(report) : fromMocha(report);
  } catch (error) {
    return problem(`its report cannot be read: ${error.message}`);
  }
  const add = (text) => ({ ...tally, failed: tally.failed + 1, problems: [...tally.problems, text] });
  if (tally.passed + tally.failed === 0) return add('no test ran');
  return code !== 0 && tally.failed === 0 ? add(`it ended with ${code} although no test failed`) : tally;
}

/**
 * The files of a report in which something failed, and how many tests passed in the others.
 * @param {string} file the report
 * @returns {{ red: string[], passedElsewhere: number }}
 */
export function redFiles(file) {
  const report = JSON.parse(readFileSync(file, 'utf8'));
  const files = 'numTotalTests' in report ? filesOfVitest(report) : filesOfMocha(report);
  const elsewhere = files.filter((each) => !each.red).flatMap((each) => each.states);
  return {
    red: files.filter((each) => each.red).map((each) => each.name),
    passedElsewhere: elsewhere.filter((state) => state === 'passed').length,
  };
}

const filesOfVitest = ({ testResults }) =>
  testResults.map(({ name, status, assertionResults }) => {
    const states = assertionResults.map((test) => test.status);
    return { name, states, red: status === 'failed' || states.includes('failed') };
  });

const filesOfMocha = ({ results }) =>
  [...new Set(results.map((result) => result.file))].map((name) => {
    const states = results.filter((result) => result.file === name).map((result) => result.state);
    return { name, states, red: states.includes('failed') };
  });

function fromVitest(report) {
  const tests = report.testResults.flatMap((file) => file.assertionResults);
  const count = (...states) => tests.filter((test) => states.includes(test.status)).length;
  // A file that cannot be loaded, or whose set-up fails, has no failed test in it.
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  );
  const failed = tests.filter((test) => test.status === 'failed').map((test) => test.fullName);
  return {
    passed: count('passed'),
    failed: failed.length + broken.length,
    skipped: count('skipped', 'pending', 'todo'),
    problems: [...failed, ...broken.map((file) => `${file.name} could not be run: ${file.message}`)],
  };
}

function fromMocha({ results }) {
  const of = (state) => results.filter((result) => result.state === state);
  return {
    passed: of('passed').length,
    failed: of('failed').length,
    skipped: of('pending').length,
    problems: of('failed').map((result) => result.title),
  };
}
