import type { TestCounts, TestFailure } from '../../trace/result';
import { placeIn, withPlace } from './place';
import type { ReportReader } from './report';
import { addCounts, countBefore, NO_COUNTS, reportOf, SUMMARY, withFlaky } from './report';

const SUM = /(?:^|[^\d.])\d{1,9} (?:tests? )?(passed|failed|passing|failing|skipped|deselected|flaky)(?!\w)/i;
const MOST_CHARACTERS = 300;
const KINDS = ['passed', 'failed', 'skipped', 'deselected'] as const;

/** Any runner that ends with words such as `2 failed, 3 passed`: the last block of such lines counts. */
export const readGeneric: ReportReader = (lines) => {
  let last = lines.length - 1;
  while (last >= 0 && !isSum(lines[last])) last -= 1;
  if (last < 0) return null;
  let counts = NO_COUNTS;
  let flaky = 0;
  // Some runners give each number a line of its own, with the names of those that failed between.
  for (let at = last, gap = 0; at >= 0 && gap < 30; at--) {
    const line = lines[at] ?? '';
    if (isSum(line)) {
      const more = countsIn(line);
      const tried = countBefore(line.toLowerCase(), 'flaky');
      // A line of those that passed at once, and one of those that passed when tried again, are of one state.
      if (tried > 0 ? flaky > 0 : overlap(counts, more)) break;
      counts = addCounts(counts, more);
      flaky += tried;
    } else if (/^\s{4}\S/.test(line)) gap += 1;
    else break;
  }
  return withFlaky(reportOf(SUMMARY, counts, counts.failed > 0 ? placesIn(lines) : []), flaky);
};

const isSum = (line: string | undefined): boolean =>
  line !== undefined && line.length <= MOST_CHARACTERS && SUM.test(line);

/** A number that was given before: an earlier state of the same run. */
const overlap = (a: TestCounts, b: TestCounts): boolean =>
  KINDS.some((kind) => a[kind] > 0 && b[kind] > 0) || KINDS.every((kind) => b[kind] === 0);

function countsIn(line: string): TestCounts {
  const words = line.toLowerCase().replace(/ tests? /g, ' ');
  const of = (word: string) => countBefore(words, word);
  return {
    passed: of('passed') + of('passing') + of('flaky'),
    failed: of('failed') + of('failing') + of('errors?') + of('interrupted'),
    skipped: of('skipped') + of('pending') + of('todo') + of('ignored') + of('did not run'),
    deselected: of('deselected'),
  };
}

/** Lines that begin with a file and a line number. */
function placesIn(lines: readonly string[]): readonly TestFailure[] {
  return lines.flatMap((line) => {
    const place = line.length <= MOST_CHARACTERS && /:\d/.test(line) ? placeIn(line) : null;
    if (place === null || !line.trim().startsWith(place.file)) return [];
    return [withPlace({ name: '', message: place.rest }, place)];
  });
}
