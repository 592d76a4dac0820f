import type { TestFailure } from '../../trace/result';
import { failureOf } from './place';
import type { ReportReader } from './report';
import { addCounts, countBefore, gathering, NO_COUNTS, reportOf } from './report';

/** `cargo test`, summed over its programs. */
export const readCargoTest: ReportReader = (lines) => {
  const names = gathering();
  const failures: TestFailure[] = [];
  let counts = NO_COUNTS;
  let found = false;
  for (const [index, line] of lines.entries()) {
    const sum = /^test result: \w+\. (.*)$/.exec(line)?.[1];
    if (sum !== undefined) {
      found = true;
      counts = addCounts(counts, {
        passed: countBefore(sum, 'passed'),
        failed: countBefore(sum, 'failed'),
        skipped: countBefore(sum, 'ignored'),
        deselected: countBefore(sum, 'filtered out'),
      });
    }
    const [, name, how] = /^test (\S.*?) \.\.\. (ok|FAILED|ignored)/.exec(line) ?? [];
    if (name !== undefined) names[how === 'ok' ? 'passed' : how === 'FAILED' ? 'failed' : 'skipped'].push(name);
    const failing = /^---- (\S+) stdout ----$/.exec(line)?.[1];
    if (failing !== undefined) failures.push(panic(failing, lines.slice(index + 1, index + 20)));
  }
  return found ? reportOf('cargo test', counts, failures, names) : null;
};

/** The message stands on the line after `panicked at <place>:`, in older versions before the place. */
function panic(name: string, body: readonly string[]): TestFailure {
  const at = body.findIndex((line) => line.includes('panicked at'));
  const old = /panicked at '(.*)', /.exec(body[at] ?? '')?.[1];
  return failureOf(name, [old ?? body[at + 1] ?? '', body[at] ?? '']);
}
