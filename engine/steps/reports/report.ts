import type { TestCounts, TestFailure } from '../../trace/result';

/** What a test run says of itself, as far as it could be read. */
export interface Report {
  /** Which kind of output it was, for people: `TAP`, `vitest`, … */
  readonly format: string;
  readonly counts: TestCounts;
  /** Names of all its tests; left out where the output does not list every one. */
  readonly names?: TestNames;
  /** At most 50. */
  readonly failures: readonly TestFailure[];
  /** How many of those that passed did so only when they were tried again. */
  readonly flaky?: number;
  /** Each package counts as one, since its tests are not told. */
  readonly byPackage?: boolean;
}

/** The format of loose words, which are not known to be a runner's. */
export const SUMMARY = 'summary';

export interface TestNames {
  readonly passed: readonly string[];
  readonly failed: readonly string[];
  readonly skipped: readonly string[];
}

/** Output without escape sequences, by lines. Lines are cut, so that no reader meets an endless one. */
export type Lines = readonly string[];
export type ReportReader = (lines: Lines, text: string) => Report | null;

export const NO_COUNTS: TestCounts = { passed: 0, failed: 0, skipped: 0, deselected: 0 };
const MOST_FAILURES = 50;

/** A report whose names are kept only where they are as many as the counts say. */
export function reportOf(
  format: string,
  counts: Partial<TestCounts>,
  failures: readonly TestFailure[] = [],
  names?: TestNames,
): Report {
  const all = { ...NO_COUNTS, ...counts };
  const complete =
    names !== undefined &&
    names.passed.length === all.passed &&
    names.failed.length === all.failed &&
    names.skipped.length === all.skipped;
  return { format, counts: all, failures: failures.slice(0, MOST_FAILURES), ...(complete ? { names } : {}) };
}

export const withFlaky = (report: Report, flaky: number): Report => (flaky > 0 ? { ...report, flaky } : report);

export const addCounts = (a: TestCounts, b: TestCounts): TestCounts => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
  deselected: a.deselected + b.deselected,
});

/** Two reports as one: of names only where both have them. */
export function addReports(a: Report, b: Report): Report {
  const flaky = (a.flaky ?? 0) + (b.flaky ?? 0);
  return {
    format: a.format === b.format ? a.format : `${a.format}, ${b.format}`,
    counts: addCounts(a.counts, b.counts),
    failures: [...a.failures, ...b.failures].slice(0, MOST_FAILURES),
    ...(a.names !== undefined && b.names !== undefined ? { names: joined(a.names, b.names) } : {}),
    ...(flaky > 0 ? { flaky } : {}),
    ...(a.byPackage === true || b.byPackage === true ? { byPackage: true } : {}),
  };
}

const joined = (a: TestNames, b: TestNames): TestNames => ({
  passed: [...a.passed, ...b.passed],
  failed: [...a.failed, ...b.failed],
  skipped: [...a.skipped, ...b.skipped],
});

/** Names as a reader gathers them. */
export interface Gathered {
  readonly passed: string[];
  readonly failed: string[];
  readonly skipped: string[];
}
export const gathering = (): Gathered => ({ passed: [], failed: [], skipped: [] });

/** The number before a word, as in `3 passed`; 0 where it is not there. */
export function countBefore(line: string, word: string): number {
  return Number(new RegExp(`(?:^|[^\\d.])(\\d{1,9}) ${word}(?!\\w)`).exec(line)?.[1] ?? 0);
}
