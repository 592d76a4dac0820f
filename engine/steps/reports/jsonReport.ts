import type { Json, JsonObject } from '../../json';
import { isObject } from '../../json';
import type { TestFailure } from '../../trace/result';
import { listIn, numberIn, textIn } from './jsonFields';
import { failureOf } from './place';
import type { Report, ReportReader } from './report';
import { gathering, reportOf, withFlaky } from './report';

/** JSON reports of jest and vitest, mocha and Playwright. What they say of their own success is not read. */
export const readJsonReport: ReportReader = (_lines, text) => {
  for (const value of jsonValues(text)) {
    const report = jsonReportOf(value);
    if (report !== null) return report;
  }
  return null;
};

/** The report that one JSON value is, or null. */
export const jsonReportOf = (value: Json): Report | null =>
  isObject(value) ? (jestLike(value) ?? statsLike(value) ?? pytestLike(value)) : null;

const MOST_TRIES = 20;

/** JSON values in the text: all of it, single lines, and what stands between the first and the last brace. */
export function jsonValues(text: string): readonly Json[] {
  const lines = text.split('\n').filter((line) => /^\s*[{[]/.test(line));
  const between = text.slice(Math.max(0, text.search(/^[{[]/m)), text.lastIndexOf('}') + 1);
  const found: Json[] = [];
  for (const candidate of [text, between, ...lines.slice(0, MOST_TRIES)]) {
    try {
      if (candidate.trim() !== '') found.push(JSON.parse(candidate));
    } catch {
      // Other output around it, or no JSON at all.
    }
  }
  return found;
}

function jestLike(value: JsonObject): Report | null {
  if (typeof value.numTotalTests !== 'number') return null;
  const names = gathering();
  const failures: TestFailure[] = [];
  let brokenFiles = 0;
  for (const file of listIn(value, 'testResults')) {
    const tests = listIn(file, 'assertionResults');
    if (tests.length === 0 && file.status === 'failed') {
      brokenFiles += 1;
      failures.push(failureOf(textIn(file, 'name'), textIn(file, 'message').split('\n')));
    }
    for (const test of tests) {
      const name = textIn(test, 'fullName');
      const kind = test.status === 'passed' ? 'passed' : test.status === 'failed' ? 'failed' : 'skipped';
      names[kind].push(name);
      const messages = Array.isArray(test.failureMessages) ? test.failureMessages.join('\n').split('\n') : [];
      if (kind === 'failed') failures.push(failureOf(name, [...messages, textIn(file, 'name')]));
    }
  }
  const counts = {
    passed: numberIn(value, 'numPassedTests'),
    failed: numberIn(value, 'numFailedTests') + brokenFiles,
    skipped: numberIn(value, 'numPendingTests') + numberIn(value, 'numTodoTests'),
  };
  return reportOf('jest or vitest JSON', counts, failures, names);
}

function statsLike(value: JsonObject): Report | null {
  const stats = isObject(value.stats) ? value.stats : {};
  if (typeof stats.passes === 'number') {
    const failures = listIn(value, 'failures').map((test) => {
      const error = isObject(test.err) ? test.err : {};
      const body = [textIn(error, 'message'), ...textIn(error, 'stack').split('\n')];
      return failureOf(textIn(test, 'fullTitle'), body);
    });
    const titles = (list: string) => listIn(value, list).map((test) => textIn(test, 'fullTitle'));
    const names = { passed: titles('passes'), failed: titles('failures'), skipped: titles('pending') };
    const counts = { passed: stats.passes, failed: numberIn(stats, 'failures'), skipped: numberIn(stats, 'pending') };
    return reportOf('mocha JSON', counts, failures, names);
  }
  if (typeof stats.expected === 'number' && typeof stats.unexpected === 'number') {
    const flaky = numberIn(stats, 'flaky');
    const failed = stats.unexpected + listIn(value, 'errors').length;
    const counts = { passed: stats.expected + flaky, failed, skipped: numberIn(stats, 'skipped') };
    return withFlaky(reportOf('Playwright JSON', counts), flaky);
  }
  return null;
}

/** As the plugin pytest-json-report writes it. */
function pytestLike(value: JsonObject): Report | null {
  if (!isObject(value.summary) || !Array.isArray(value.tests) || typeof value.exitcode !== 'number') return null;
  const names = gathering();
  const failures: TestFailure[] = [];
  for (const test of listIn(value, 'tests')) {
    const name = textIn(test, 'nodeid');
    const outcome = textIn(test, 'outcome');
    const kind = /^x?passed$/.test(outcome) ? 'passed' : /^(skipped|xfailed)$/.test(outcome) ? 'skipped' : 'failed';
    names[kind].push(name);
    const call = isObject(test.call) ? test.call : isObject(test.setup) ? test.setup : {};
    const crash = isObject(call.crash) ? call.crash : {};
    const place = `${textIn(crash, 'path')}:${numberIn(crash, 'lineno')}`;
    if (kind === 'failed') failures.push(failureOf(name, [textIn(crash, 'message'), place]));
  }
  const errors = listIn(value, 'collectors').filter((each) => textIn(each, 'outcome') === 'failed');
  for (const each of errors) failures.push(failureOf(textIn(each, 'nodeid'), textIn(each, 'longrepr').split('\n')));
  const counts = {
    passed: names.passed.length,
    failed: names.failed.length + errors.length,
    skipped: names.skipped.length,
    deselected: numberIn(value.summary, 'deselected'),
  };
  return reportOf('pytest JSON', counts, failures, names);
}
