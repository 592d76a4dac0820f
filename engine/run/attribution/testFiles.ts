import type { FlowHistory } from '../history';

/**
 * Whether a file, by its path from the workspace root, holds tests: by the names and folders that test runners look for, or
 * because a loop of the run held it frozen as a part of its checks.
 */
export function isTestFile(path: string, frozen: ReadonlySet<string> = NONE): boolean {
  return frozen.has(path) || FOLDER.test(path) || NAME.test(path);
}

/** Paths that loops of a run held frozen, as they were at number 0. */
export function frozenPaths(history: FlowHistory): ReadonlySet<string> {
  return new Set(history.stretches.flatMap(({ baseline }) => Object.keys(baseline?.frozen ?? {})));
}

const NONE: ReadonlySet<string> = new Set();
const FOLDER = /(^|\/)(tests?|specs?|__tests__|__snapshots__|testdata|e2e)\//i;
const NAME = new RegExp(
  [
    '[._-](test|spec|e2e)\\.[^/]+$', // a.test.ts, a_test.go, a_spec.rb
    '(^|/)test_[^/]+\\.py$',
    '(^|/)conftest\\.py$',
    '(Test|Tests|TestCase|Spec)\\.(java|kt|scala|cs|php|swift|groovy)$',
    '\\.snap$',
  ].join('|'),
);
