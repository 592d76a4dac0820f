import type { TestFailure } from '../../trace/result';
import { failureOf } from './place';
import type { ReportReader } from './report';
import { addCounts, countBefore, gathering, NO_COUNTS, reportOf, withFlaky } from './report';

/** Vitest's default and verbose reporters. */
export const readVitest: ReportReader = (lines) => {
  const names = gathering();
  const failures: TestFailure[] = [];
  let counts = NO_COUNTS;
  let failedFiles = 0;
  let found = false;
  for (const [index, line] of lines.entries()) {
    if (/^\s*No test files found/.test(line)) found = true;
    const [, what, sum = ''] = /^\s*(Test Files|Tests|Errors)\s{1,4}(.*)$/.exec(line) ?? [];
    const isSum = /^(no tests|\d+ (failed|passed|skipped|todo|errors?)\b)/.test(sum);
    if (what === 'Test Files' && isSum) failedFiles = countBefore(sum, 'failed');
    if (what === 'Errors' && isSum) counts = addCounts(counts, { ...NO_COUNTS, failed: countBefore(sum, 'errors?') });
    if (what === 'Tests' && isSum) {
      found = true;
      const failed = countBefore(sum, 'failed');
      const skipped = countBefore(sum, 'skipped') + countBefore(sum, 'todo');
      const ran = { ...NO_COUNTS, passed: countBefore(sum, 'passed'), skipped };
      // A file that could not be loaded has no tests to fail.
      counts = addCounts(counts, { ...ran, failed: failed > 0 ? failed : failedFiles });
      failedFiles = 0;
    }
    const [, mark, name] = /^\s*([✓×↓□]) (\S.* > .*?)(?: \d+(?:\.\d+)?m?s)?(?: \(retry x\d+\))?$/.exec(line) ?? [];
    if (name !== undefined) names[mark === '✓' ? 'passed' : mark === '×' ? 'failed' : 'skipped'].push(name);
    const failing = /^\s*FAIL\s+(\S.* > .*|\S+\.[cm]?[jt]sx?.*)$/.exec(line)?.[1];
    if (failing !== undefined) failures.push(failureOf(failing, block(lines, index + 1)));
  }
  const flaky = lines.filter((line) => /^\s*✓ .*\(retry x\d+\)$/.test(line)).length;
  return found ? withFlaky(reportOf('vitest', counts, failures, names), flaky) : null;
};

function block(lines: readonly string[], from: number): readonly string[] {
  const end = lines.slice(from, from + 60).findIndex((line) => /^(\s*FAIL\s|⎯{5})/.test(line));
  return lines.slice(from, end === -1 ? from + 60 : from + end);
}
