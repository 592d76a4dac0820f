import type { TestFailure } from '../../trace/result';
import { failureOf } from './place';
import type { ReportReader } from './report';
import { gathering, reportOf } from './report';

const POINT = /^( *)([✔✖﹣]) (.*?)(?: \(\d+(?:\.\d+)?m?s\))?(?: # (.*))?$/;

/** The `spec` output of node's own runner, and the summary that ends it. */
export const readNodeTest: ReportReader = (lines) => {
  const sums = new Map<string, number>();
  for (const line of lines) {
    const [, what, count] = /^ℹ (tests|pass|fail|cancelled|skipped|todo) (\d+)$/.exec(line.trim()) ?? [];
    if (what !== undefined) sums.set(what, (sums.get(what) ?? 0) + Number(count));
  }
  if (!sums.has('tests')) return null;
  const of = (what: string): number => sums.get(what) ?? 0;
  const names = gathering();
  const suites: string[] = [];
  const failures: TestFailure[] = [];
  let emptyFiles = 0;
  let list = false;
  for (const [index, line] of lines.entries()) {
    if (/^✖ failing tests:/.test(line)) list = true;
    const suite = /^( *)▶ (.*?)(?: \(\d+(?:\.\d+)?m?s\))?$/.exec(line);
    if (suite !== null) suites.splice((suite[1]?.length ?? 0) / 2, suites.length, suite[2] ?? '');
    const [, indent = '', mark, name = '', directive] = POINT.exec(line) ?? [];
    if (mark === undefined) continue;
    if (list) {
      if (!/^✖ failing tests:/.test(line)) failures.push(failureOf(name, below(lines, index)));
      continue;
    }
    const depth = indent.length / 2;
    // A suite's own result stands where its heading stood.
    if (suites.length > depth && suites[depth] === name) {
      suites.splice(depth);
      continue;
    }
    suites.splice(depth);
    if (mark === '✔' && depth === 0 && /^(\/|[A-Za-z]:[\\/]).*\.[cm]?[jt]sx?$/.test(name)) {
      emptyFiles += 1;
      continue;
    }
    const kind =
      mark === '﹣' || /^(SKIP|TODO)/i.test(directive ?? '') ? 'skipped' : mark === '✔' ? 'passed' : 'failed';
    names[kind].push([...suites, name].join(' > '));
  }
  const counts = {
    passed: Math.max(0, of('pass') - emptyFiles),
    failed: of('fail') + of('cancelled'),
    skipped: of('skipped') + of('todo'),
  };
  return reportOf('node:test', counts, failures, names);
};

/** The place stands above a failure, its message below it. */
function below(lines: readonly string[], index: number): readonly string[] {
  const body: string[] = [];
  for (let at = index + 1; at < lines.length && /^\s+\S/.test(lines[at] ?? ''); at++) body.push(lines[at] ?? '');
  return [...body, lines[index - 1] ?? ''];
}
