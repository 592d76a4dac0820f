import type { Json, JsonObject } from '../../json';
import { isObject } from '../../json';
import type { TestFailure } from '../../trace/result';
import { numberIn, textIn } from './jsonFields';
import { failureOf } from './place';
import type { Report, ReportReader } from './report';
import { gathering, NO_COUNTS, reportOf } from './report';

/** Reports of one JSON object a line: `go test -json`, and cargo's `--format json`. */
export const readJsonLines: ReportReader = (_lines, text) => {
  const records = recordsIn(text);
  return goEvents(records) ?? cargoEvents(records);
};

/** Whether a report of records was ended: of one that was cut off, a package or suite has no end. */
export function jsonLinesEnded(text: string): boolean {
  const records = recordsIn(text);
  const begun = records.filter((record) => record.Action === 'start' || record.event === 'started');
  const ends = (record: JsonObject) =>
    record.Test === undefined && ['pass', 'fail', 'skip'].includes(textIn(record, 'Action'));
  const packages = new Set(
    records.flatMap((record) => (record.Package === undefined ? [] : [textIn(record, 'Package')])),
  );
  const done = new Set(records.filter(ends).map((record) => textIn(record, 'Package')));
  const suites = begun.filter(({ type }) => type === 'suite').length;
  const suitesDone = records.filter(({ type, event }) => type === 'suite' && event !== 'started').length;
  return [...packages].every((name) => done.has(name)) && suitesDone >= suites;
}

const MOST_CHARACTERS = 1_000_000;

function recordsIn(text: string): readonly JsonObject[] {
  return text.split('\n').flatMap((line) => {
    if (!/^\s*\{.*\}\s*$/.test(line) || line.length > MOST_CHARACTERS) return [];
    try {
      const value: Json = JSON.parse(line);
      return isObject(value) ? [value] : [];
    } catch {
      return [];
    }
  });
}

function goEvents(records: readonly JsonObject[]): Report | null {
  const events = records.filter((record) => typeof record.Action === 'string' && typeof record.Package === 'string');
  if (events.length === 0) return null;
  const names = gathering();
  const output = new Map<string, string[]>();
  const failures: TestFailure[] = [];
  const failing = new Set<string>();
  for (const event of events) {
    const [path, test, action] = [textIn(event, 'Package'), textIn(event, 'Test'), textIn(event, 'Action')];
    const name = `${path}.${test}`;
    if (action === 'output')
      output.set(name, [...(output.get(name) ?? []).slice(-MOST_LINES), textIn(event, 'Output')]);
    if (test !== '' && action === 'pass') names.passed.push(name);
    if (test !== '' && action === 'skip') names.skipped.push(name);
    if (action !== 'fail' || (test === '' && failing.has(path))) continue;
    // A package that fails without a failing test was not built, or broke down.
    failing.add(path);
    names.failed.push(test === '' ? path : name);
    failures.push(failureOf(test === '' ? path : test, output.get(name) ?? []));
  }
  return countsOf('go test JSON', names, failures);
}

const MOST_LINES = 20;

function cargoEvents(records: readonly JsonObject[]): Report | null {
  const suites = records.filter(({ type, event }) => type === 'suite' && event !== 'started' && event !== undefined);
  if (suites.length === 0) return null;
  const names = gathering();
  const failures: TestFailure[] = [];
  for (const { type, event, name, stdout } of records) {
    if (type !== 'test' || typeof name !== 'string' || event === 'started') continue;
    names[event === 'ok' ? 'passed' : event === 'ignored' ? 'skipped' : 'failed'].push(name);
    if (event !== 'ok' && event !== 'ignored')
      failures.push(failureOf(name, typeof stdout === 'string' ? stdout.split('\n') : []));
  }
  const of = (word: string) => suites.reduce((sum, suite) => sum + numberIn(suite, word), 0);
  const counts = { passed: of('passed'), failed: of('failed'), skipped: of('ignored'), deselected: of('filtered_out') };
  return reportOf('cargo JSON', counts, failures, names);
}

function countsOf(format: string, names: ReturnType<typeof gathering>, failures: readonly TestFailure[]): Report {
  const { passed, failed, skipped } = names;
  const counts = { ...NO_COUNTS, passed: passed.length, failed: failed.length, skipped: skipped.length };
  return reportOf(format, counts, failures, names);
}
