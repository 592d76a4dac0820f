import type { TestFailure } from '../../trace/result';
import { failureOf } from './place';
import type { ReportReader } from './report';
import { gathering, reportOf } from './report';

const TAG = /<(\/?)(testsuites?|testcase|failure|error|skipped)\b((?:[^<>"']|"[^"<]*"|'[^'<]*')*)>/g;

/** JUnit's XML among other output, from `<testcase>` elements. The whole text of a file is read by `junitReport`. */
export const readJunit: ReportReader = (_lines, text) => {
  if (!/<testsuites?\b/.test(text)) return null;
  const names = gathering();
  const failures: TestFailure[] = [];
  let open: { readonly name: string; readonly file: string; kind: 'passed' | 'failed' | 'skipped' } | null = null;
  const close = (): void => {
    if (open !== null) names[open.kind].push(open.name);
    open = null;
  };
  for (const tag of text.matchAll(TAG)) {
    const [, closing, name, attributes = ''] = tag;
    const alone = attributes.trimEnd().endsWith('/');
    if (name === 'testcase') {
      close();
      if (closing === '/') continue;
      const path = [attribute(attributes, 'classname'), attribute(attributes, 'name')].filter(Boolean);
      open = { name: path.join(' > '), file: attribute(attributes, 'file'), kind: 'passed' };
      if (alone) close();
    } else if (open !== null && closing === '' && name === 'skipped') {
      open.kind = 'skipped';
    } else if (open !== null && closing === '' && (name === 'failure' || name === 'error')) {
      open.kind = 'failed';
      const from = (tag.index ?? 0) + tag[0].length;
      const body = alone ? '' : unescaped(text.slice(from, from + 4000).split('</')[0] ?? '');
      failures.push(failureOf(open.name, [attribute(attributes, 'message'), ...body.split('\n'), open.file]));
    }
  }
  close();
  const counts = { passed: names.passed.length, failed: names.failed.length, skipped: names.skipped.length };
  return reportOf('JUnit', counts, failures, names);
};

function attribute(attributes: string, name: string): string {
  const at = attributes.indexOf(` ${name}=`);
  const quote = attributes[at + name.length + 2] ?? '';
  if (at === -1 || (quote !== '"' && quote !== "'")) return '';
  const from = at + name.length + 3;
  const end = attributes.indexOf(quote, from);
  return end === -1 ? '' : unescaped(attributes.slice(from, end));
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&', '#10': '\n' };
const unescaped = (text: string): string =>
  text
    .replace(/<!\[CDATA\[|\]\]>/g, '')
    .replace(/&(lt|gt|quot|apos|amp|#10);/g, (whole, name: string) => ENTITIES[name] ?? whole);
