import type { TestFailure } from '../../trace/result';
import { failureOf } from './place';
import type { ReportReader } from './report';
import { addCounts, countBefore, NO_COUNTS, reportOf } from './report';

/** Jest's default reporter. */
export const readJest: ReportReader = (lines) => {
  const failures: TestFailure[] = [];
  let counts = NO_COUNTS;
  let failedSuites = 0;
  let found = false;
  for (const [index, line] of lines.entries()) {
    if (/^No tests found/.test(line)) found = true;
    const suites = /^Test Suites:\s+(.*\btotal)/.exec(line)?.[1];
    if (suites !== undefined) failedSuites = countBefore(suites, 'failed');
    const sum = /^Tests:\s+(.*\btotal)/.exec(line)?.[1];
    if (sum !== undefined) {
      found = true;
      const failed = countBefore(sum, 'failed');
      const skipped = countBefore(sum, 'skipped') + countBefore(sum, 'todo');
      const ran = { ...NO_COUNTS, passed: countBefore(sum, 'passed'), skipped };
      counts = addCounts(counts, { ...ran, failed: failed > 0 ? failed : failedSuites });
      failedSuites = 0;
    }
    const name = /^\s*● (?!Console)(.+)$/.exec(line)?.[1];
    if (name !== undefined && !failures.some((failure) => failure.name === name)) {
      failures.push(failureOf(name, block(lines, index + 1)));
    }
  }
  return found ? reportOf('jest', counts, failures) : null;
};

function block(lines: readonly string[], from: number): readonly string[] {
  const end = lines.slice(from, from + 60).findIndex((line) => /^\s*●|^Test Suites:/.test(line));
  return lines.slice(from, end === -1 ? from + 60 : from + end);
}
