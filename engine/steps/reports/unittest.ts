import type { TestFailure } from '../../trace/result';
import { failureOf } from './place';
import type { ReportReader } from './report';
import { addCounts, gathering, NO_COUNTS, reportOf } from './report';

/** Python's unittest: `Ran 3 tests in 0.1s`, then `OK` or `FAILED (failures=1, skipped=1)`. */
export const readUnittest: ReportReader = (lines) => {
  const names = gathering();
  const failures: TestFailure[] = [];
  let counts = NO_COUNTS;
  let ran: number | null = null;
  let found = false;
  for (const [index, line] of lines.entries()) {
    const sum = /^Ran (\d{1,9}) tests? in /.exec(line)?.[1];
    if (sum !== undefined) {
      ran = Number(sum);
      found = true;
    }
    const verdict = /^(?:OK|FAILED|NO TESTS RAN)(?: \(([^)]*)\))?\s*$/.exec(line);
    if (verdict !== null && ran !== null) {
      const of = (what: string): number =>
        Number(new RegExp(`(?:^|[ ,])${what}=(\\d{1,9})`).exec(verdict[1] ?? '')?.[1] ?? 0);
      const failed = of('failures') + of('errors') + of('unexpected successes');
      const skipped = of('skipped') + of('expected failures');
      counts = addCounts(counts, { failed, skipped, passed: Math.max(0, ran - failed - skipped), deselected: 0 });
      ran = null;
    }
    const [, name, how] = /^(\S+ \([\w.]+\)).* \.\.\. (ok|FAIL|ERROR|skipped|expected failure)/.exec(line) ?? [];
    if (name !== undefined)
      names[how === 'ok' ? 'passed' : how === 'FAIL' || how === 'ERROR' ? 'failed' : 'skipped'].push(name);
    const failing = /^(?:FAIL|ERROR): (.+)$/.exec(line)?.[1];
    if (failing !== undefined) failures.push(traceback(failing, lines, index + 1));
  }
  if (!found) return null;
  // Sums without a verdict were cut off: what ran is not known to have passed.
  return reportOf(
    'unittest',
    ran === null ? counts : addCounts(counts, { ...NO_COUNTS, failed: ran }),
    failures,
    names,
  );
};

/** The message ends a traceback, and the last place is the test's own. */
function traceback(name: string, lines: readonly string[], from: number): TestFailure {
  const block: string[] = [];
  for (let at = from + 1; at < lines.length && at < from + 80 && !/^[=-]{20}/.test(lines[at] ?? ''); at++) {
    block.push(lines[at] ?? '');
  }
  const last = block.filter((line) => /^\S/.test(line)).at(-1) ?? '';
  return failureOf(name, [last, ...block.reverse()]);
}
