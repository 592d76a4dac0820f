import type { TestFailure } from '../../trace/result';
import { placeIn, withPlace } from './place';
import type { ReportReader } from './report';
import { gathering, reportOf } from './report';

/**
 * `go test`: with `-v` every test counts; without, only packages are named, and each that ran counts as one. A package
 * without tests or without a match is none.
 */
export const readGoTest: ReportReader = (lines) => {
  const names = gathering();
  const packages = gathering();
  const failures: TestFailure[] = [];
  let found = false;
  for (const [index, line] of lines.entries()) {
    const [, verdict, name = ''] = /^\s*--- (PASS|FAIL|SKIP): (\S+)/.exec(line) ?? [];
    if (verdict !== undefined) {
      found = true;
      names[verdict === 'PASS' ? 'passed' : verdict === 'FAIL' ? 'failed' : 'skipped'].push(name);
      const body = lines.slice(index + 1, index + 20);
      const place = body.map(placeIn).find((one) => one !== null);
      if (verdict === 'FAIL') failures.push(withPlace({ name, message: place?.rest ?? '' }, place));
    }
    const [, how, path = '', rest = ''] = /^(ok|FAIL|\?)\s*\t(\S+)\s*(.*)$/.exec(line) ?? [];
    if (how === undefined) continue;
    found = true;
    if (how === 'FAIL') packages.failed.push(path);
    else if (how === 'ok' && !rest.includes('[no tests to run]')) packages.passed.push(path);
  }
  if (!found) return null;
  const ran = names.passed.length + names.failed.length + names.skipped.length;
  // Without -v only failures are listed: then packages are what can be counted.
  const used =
    names.passed.length === 0 && packages.passed.length + packages.failed.length > 0 && names.skipped.length === 0;
  const counted = used || ran === 0 ? packages : names;
  const broken = counted === names && names.failed.length === 0 ? packages.failed : [];
  const failed = [...counted.failed, ...broken];
  const counts = { passed: counted.passed.length, failed: failed.length, skipped: counted.skipped.length };
  const report = reportOf('go test', counts, failures, { ...counted, failed });
  return counted === packages ? { ...report, byPackage: true } : report;
};
