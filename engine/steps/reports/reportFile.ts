import type { Json } from '../../json';
import { jsonLinesEnded, readJsonLines } from './jsonLines';
import { jsonReportOf } from './jsonReport';
import { junitReport } from './junitReport';
import { plainText } from './plainText';
import type { Report } from './report';
import { readTap } from './tap';
import { readXml } from './xml';

export type ReadFile = { readonly report: Report } | { readonly why: string };

/**
 * A report's whole text: JUnit XML, TAP, or JSON of jest, vitest, mocha, Playwright, pytest, `go test -json` or cargo. What
 * is cut off, or is none of these, is no report: then it says why.
 */
export function readReportFile(text: string): ReadFile {
  const whole = text.replace(/^\uFEFF/, '').trim();
  if (whole === '') return { why: 'it is empty' };
  if (whole.startsWith('<')) {
    const xml = readXml(whole);
    if ('why' in xml) return xml;
    return found(junitReport(xml.tokens), 'it is no JUnit report');
  }
  if (/^[{[]/.test(whole)) return ofJson(whole);
  const plain = plainText(whole);
  const report = readTap(plain.split('\n'), plain);
  if (report === null) return { why: 'it is no JUnit XML, no TAP and no JSON report that is known' };
  const isWhole = /^1\.\.\d/m.test(plain) && /[\r\n]$/.test(text);
  return isWhole ? { report } : { why: 'it is cut off: its plan or the end of its last line is not there' };
}

function ofJson(text: string): ReadFile {
  const value = parsed(text);
  if (value !== undefined) {
    const report = jsonReportOf(value);
    if (report !== null) return { report };
  }
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const isCut = parsed(lines.at(-1) ?? '') === undefined || !jsonLinesEnded(text);
  const report = readJsonLines([], text);
  if (report !== null) return isCut ? { why: 'it is cut off' } : { report };
  return { why: value === undefined ? 'it is cut off, or no JSON' : 'it is no JSON report that is known' };
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const found = (report: Report | null, why: string): ReadFile => (report === null ? { why } : { report });
