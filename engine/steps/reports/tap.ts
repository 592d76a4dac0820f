import { failureOf } from './place';
import type { Gathered, ReportReader } from './report';
import { gathering, reportOf } from './report';

const POINT = /^( *)(not )?ok\b(?: +\d+)?(?: +-)?(?: +(.*))?$/;
const PLAN = /^( *)1\.\.(\d+)/;

/**
 * TAP 12 to 14, nested as node's own runner writes it. A point with points below it is a suite and no test. A file that
 * holds no test is a passing point with the file's path for a name: no test either. Some name the suite first, and put what
 * is below it into braces.
 */
export const readTap: ReportReader = (lines) => {
  const names = gathering();
  const details: (readonly string[])[] = [];
  let open: { readonly depth: number; readonly kind: keyof Gathered; readonly at: number }[] = [];
  const suites: string[] = [];
  let points = 0;
  let top = 0;
  let plan: number | null = null;
  lines.forEach((line, index) => {
    const planned = PLAN.exec(line);
    if (planned?.[1] === '') plan = (plan ?? 0) + Number(planned[2]);
    if (/^ *\}$/.test(line)) suites.pop();
    const [, indent, not, rest = ''] = POINT.exec(line) ?? [];
    if (indent === undefined) return;
    points += 1;
    if (indent === '') top += 1;
    const [, title = '', directive = ''] = /^(.*?)(?:(?<!\\)\s?#\s*(?:(skip|todo)\b|time=).*)?$/i.exec(rest) ?? [];
    const own = title.replace(/\\([#\\])/g, '$1').trim();
    if (/\{$/.test(rest)) {
      suites.push(own.replace(/\s*\{$/, ''));
      return;
    }
    const depth = suites.length > 0 ? 0 : indent.length;
    const name = [...suites, own].join(' > ');
    const below = open.filter((one) => one.depth > depth);
    if (below.length > 0) {
      for (const { kind, at } of below) names[kind][at] = `${name} > ${names[kind][at]}`;
      open = [...open.filter((one) => one.depth <= depth), ...below.map((one) => ({ ...one, depth }))];
      return;
    }
    if (not === undefined && depth === 0 && directive === '' && isFile(name)) return;
    const kind = directive !== '' ? 'skipped' : not === undefined ? 'passed' : 'failed';
    open.push({ depth, kind, at: names[kind].length });
    names[kind].push(name);
    if (kind === 'failed') details.push(detail(lines, index + 1));
  });
  const version = lines.some((line) => /^TAP version \d+/.test(line));
  if (points === 0 && !(version || plan === 0)) return null;
  if (plan === null && !version) return null;
  // A suite whose brace is not closed was cut off.
  const missing = Math.max(0, (plan ?? 0) - top) + suites.length;
  const failures = details.map((body, index) => failureOf(names.failed[index] ?? '', body));
  const counts = { passed: names.passed.length, skipped: names.skipped.length };
  return reportOf('TAP', { ...counts, failed: names.failed.length + missing }, failures, names);
};

const isFile = (name: string): boolean => /^(\/|[A-Za-z]:[\\/]).*\.[cm]?[jt]sx?$/.test(name);

/** The lines of the block below a point, its error first. */
function detail(lines: readonly string[], from: number): readonly string[] {
  if (lines[from]?.trim() !== '---') return [];
  const block: string[] = [];
  for (let at = from + 1; at < lines.length && at < from + 60; at++) {
    const line = lines[at] ?? '';
    if (line.trim() === '...') break;
    block.push(line);
  }
  const error = block.findIndex((line) => /^\s*(error|message):/.test(line));
  const stack = block.findIndex((line) => /^\s*stack:/.test(line));
  const message = (block[error] ?? '').replace(/^\s*(error|message):\s*/, '').replace(/^['"](.*)['"]$/, '$1');
  const text = /^\|-?$/.test(message) ? (block[error + 1] ?? '') : message;
  return [text, ...(stack === -1 ? [] : block.slice(stack + 1)), ...block.filter((line) => /location:|at:/.test(line))];
}
