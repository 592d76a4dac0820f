import type { CommandResult } from '../ports';
import type { Report } from './reports/report';
import { addReports, SUMMARY } from './reports/report';
import { readReportFile } from './reports/reportFile';

export type FiledReport = { readonly report: Report } | { readonly why: string };

/** What the report says that a command was to write: all its files together, or why it says nothing. */
export function filedReport(named: string, { reports = [] }: CommandResult): FiledReport {
  if (reports.length === 0) return { why: `its report ${named} is not there` };
  const read: Report[] = [];
  for (const { path, text, why } of reports) {
    if (text === null) return { why: `its report ${path} does not count: ${why ?? 'it cannot be read'}` };
    const file = readReportFile(text);
    if ('why' in file) return { why: `its report ${path}: ${file.why}` };
    read.push(file.report);
  }
  const [first, ...others] = read;
  return first === undefined
    ? { why: `its report ${named} is not there` }
    : { report: others.reduce(addReports, first) };
}

/**
 * In what a report and the output of one run differ, with both numbers, or null. Loose words count for nothing here, and
 * where one of them counts packages instead of tests, numbers cannot be compared.
 */
export function disaccord(filed: Report, printed: Report): string | null {
  const [a, b] = [filed.counts, printed.counts];
  const ran = (counts: typeof a) => counts.passed + counts.failed;
  const loose = printed.format === SUMMARY || printed.byPackage === true;
  if (a.failed === b.failed && (loose || ran(a) === ran(b))) return null;
  if (loose && b.failed === 0) return null;
  return `its report says ${a.passed} passed and ${a.failed} failed, its output ${b.passed} passed and ${b.failed} failed`;
}
