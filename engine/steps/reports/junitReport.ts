import type { TestFailure } from '../../trace/result';
import { failureOf } from './place';
import type { Report } from './report';
import { gathering, reportOf } from './report';
import type { XmlToken } from './xml';

/**
 * JUnit's XML as a whole, or null where it is another kind of XML. Each `<testcase>` counts; where a suite says that more
 * failed than are found in it, what it says counts.
 */
export function junitReport(tokens: readonly XmlToken[]): Report | null {
  if (!tokens.some((token) => token.kind === 'open' && /^testsuites?$/.test(token.name))) return null;
  const names = gathering();
  const failures: TestFailure[] = [];
  let test: { readonly name: string; readonly file: string; kind: 'passed' | 'failed' | 'skipped' } | null = null;
  let body: string[] | null = null;
  let message = '';
  let said = 0;
  let depth = 0;
  for (const token of tokens) {
    if (token.kind === 'text') body?.push(token.text);
    else if (token.kind === 'open') {
      const { name, attributes } = token;
      if (/^testsuites?$/.test(name) && depth++ === 0)
        said += wholeOf(attributes.failures) + wholeOf(attributes.errors);
      if (name === 'testcase') {
        const path = [attributes.classname ?? '', attributes.name ?? ''].filter(Boolean);
        test = { name: path.join(' > '), file: attributes.file ?? '', kind: 'passed' };
      } else if (name === 'skipped' && test?.kind === 'passed') test.kind = 'skipped';
      else if (name === 'failure' || name === 'error') {
        if (test !== null) test.kind = 'failed';
        else names.failed.push('');
        body = [];
        message = attributes.message ?? '';
      }
    } else if (/^testsuites?$/.test(token.name)) depth -= 1;
    else if (token.name === 'failure' || token.name === 'error') {
      const lines = (body ?? []).join('').split('\n');
      failures.push(failureOf(test?.name ?? '', [message, ...lines, test?.file ?? '']));
      body = null;
    } else if (token.name === 'testcase' && test !== null) {
      names[test.kind].push(test.name);
      test = null;
    }
  }
  const { passed, failed, skipped } = names;
  const counts = { passed: passed.length, failed: Math.max(failed.length, said), skipped: skipped.length };
  return reportOf('JUnit', counts, failures, names);
}

const wholeOf = (text: string | undefined): number => (/^\d{1,9}$/.test(text ?? '') ? Number(text) : 0);
