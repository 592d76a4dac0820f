import type { TestFailure } from '../../trace/result';
import { failureOf } from './place';
import type { ReportReader } from './report';
import { addCounts, gathering, NO_COUNTS, reportOf } from './report';

/** Mocha's `spec` reporter and those that end with the same sums. */
export const readMocha: ReportReader = (lines) => {
  const names = gathering();
  const suites: { readonly depth: number; readonly name: string }[] = [];
  const failures: TestFailure[] = [];
  let counts = NO_COUNTS;
  let found = false;
  for (const [index, line] of lines.entries()) {
    const [, count, what] = /^\s*(\d{1,9}) (passing|pending|failing)\b/.exec(line) ?? [];
    if (what === 'passing') found = true;
    if (what !== undefined) {
      const kind = what === 'passing' ? 'passed' : what === 'pending' ? 'skipped' : 'failed';
      counts = addCounts(counts, { ...NO_COUNTS, [kind]: Number(count) });
      continue;
    }
    const [, indent = '', mark, title = ''] = /^(\s+)([✔✓]|\d+\)|-)?\s*(\S.*)$/.exec(line) ?? [];
    if (found) {
      if (/^\d+\)$/.test(mark ?? '')) failures.push(failing(title, lines, index + 1));
      continue;
    }
    if (title === '') continue;
    while ((suites.at(-1)?.depth ?? -1) >= indent.length) suites.pop();
    const name = title.replace(/ \(\d+ms\)$/, '');
    if (mark === undefined) suites.push({ depth: indent.length, name });
    else {
      const kind = mark === '-' ? 'skipped' : /\d/.test(mark) ? 'failed' : 'passed';
      names[kind].push([...suites.map((suite) => suite.name), name].join(' > '));
    }
  }
  return found ? reportOf('mocha', counts, failures, names) : null;
};

/** The name goes over several lines, each deeper than the one before, the last with a colon. */
function failing(title: string, lines: readonly string[], from: number): TestFailure {
  const path = [title.replace(/:$/, '')];
  let at = from;
  for (; !title.endsWith(':') && at < from + 10 && (lines[at] ?? '').trim() !== ''; at++) {
    const part = (lines[at] ?? '').trim();
    path.push(part.replace(/:$/, ''));
    if (part.endsWith(':')) break;
  }
  const end = lines.slice(at + 1, at + 60).findIndex((line) => /^\s*\d+\) /.test(line));
  return failureOf(path.join(' > '), lines.slice(at + 1, end === -1 ? at + 60 : at + 1 + end));
}
