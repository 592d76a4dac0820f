import type { TestFailure } from '../../trace/result';
import { placeIn, withPlace } from './place';
import type { ReportReader } from './report';
import { addCounts, countBefore, gathering, NO_COUNTS, reportOf } from './report';

const SUM = /^=*\s*((?:\d{1,9} [a-z]+(?:, )?|no tests ran)+) in \d[\d.]*s\b/;
const SUM_WORD = /\b(passed|failed|skipped|deselected|xfailed|xpassed|errors?|warnings?|no tests ran)\b/;

/** pytest's own sums, short or long. */
export const readPytest: ReportReader = (lines) => {
  const names = gathering();
  const failures: TestFailure[] = [];
  const places = new Map<string, NonNullable<ReturnType<typeof placeIn>>>();
  let section = '';
  let counts = NO_COUNTS;
  let found = false;
  for (const line of lines) {
    const sum = SUM.exec(line)?.[1];
    if (sum !== undefined && SUM_WORD.test(sum)) {
      found = true;
      counts = addCounts(counts, {
        passed: countBefore(sum, 'passed') + countBefore(sum, 'xpassed'),
        failed: countBefore(sum, 'failed') + countBefore(sum, 'errors?'),
        skipped: countBefore(sum, 'skipped') + countBefore(sum, 'xfailed'),
        deselected: countBefore(sum, 'deselected'),
      });
    }
    section = /^_{3,} (.+?) _{3,}$/.exec(line)?.[1] ?? section;
    if (/^\S.*:\d+: \w/.test(line)) {
      const place = placeIn(line);
      if (place !== null) places.set(section, place);
    }
    const [, verbose, verdict] = /^(\S+::.+?) (PASSED|FAILED|SKIPPED|XFAIL|XPASS|ERROR)\b/.exec(line) ?? [];
    if (verbose !== undefined) {
      const passed = verdict === 'PASSED' || verdict === 'XPASS';
      names[passed ? 'passed' : verdict === 'SKIPPED' || verdict === 'XFAIL' ? 'skipped' : 'failed'].push(verbose);
    }
    const [, name, message = ''] = /^(?:FAILED|ERROR) (\S+?(?:::.+?)?)(?: - (.*))?$/.exec(line) ?? [];
    if (name !== undefined) failures.push({ name, message });
  }
  if (!found) return null;
  const placed = failures.map((failure) => {
    const last = failure.name.split('::').slice(1).join('.');
    return withPlace(failure, places.get(last) ?? { file: failure.name.split('::')[0] ?? '', line: 1, rest: '' });
  });
  return reportOf('pytest', counts, placed, names);
};
