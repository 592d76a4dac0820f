import { isLeftOut } from '../../leftOut';
import { readCargoTest } from './cargoTest';
import { readGeneric } from './generic';
import { readGoTest } from './goTest';
import { readJest } from './jest';
import { readJsonLines } from './jsonLines';
import { readJsonReport } from './jsonReport';
import { readJunit } from './junit';
import { readMocha } from './mocha';
import { readNodeTest } from './nodeTest';
import { plainText } from './plainText';
import { readPytest } from './pytest';
import type { Report, ReportReader, TestNames } from './report';
import { addReports } from './report';
import { readTap } from './tap';
import { readUnittest } from './unittest';
import { readVitest } from './vitest';

/**
 * What a command's output says of tests, or null where it says nothing of any.
 *
 * R1 Colours, line ends and kinds of paths make no difference.
 * R2 A machine's report is read before words for people; loose words count only where nothing better is there.
 * R3 Several reports in one output add up, so that none can hide another's failures.
 * R4 Names are given only where every test is named: of cut output none.
 */
export function readReport(output: string): Report | null {
  const text = plainText(output);
  const lines = text.split('\n').map((line) => line.slice(0, LONGEST_LINE));
  const machine = readAll([readJsonReport, readJsonLines, readJunit], lines, text);
  const found = machine.length > 0 ? machine : readAll(RUNNERS, lines, text);
  const reports = found.length > 0 ? found : readAll([readGeneric], lines, text);
  const [first, ...others] = reports;
  if (first === undefined) return null;
  const { names, ...whole } = others.reduce(addReports, first);
  const keep = names !== undefined && size(names) <= MOST_NAMES && !isLeftOut(text);
  return keep ? { ...whole, names } : whole;
}

const LONGEST_LINE = 2000;
const MOST_NAMES = 2000;
const RUNNERS: readonly ReportReader[] = [
  ...[readTap, readNodeTest, readVitest, readJest, readMocha, readPytest, readUnittest, readGoTest, readCargoTest],
];

function readAll(readers: readonly ReportReader[], lines: readonly string[], text: string): readonly Report[] {
  return readers.flatMap((read) => read(lines, text) ?? []);
}

const size = (names: TestNames): number => names.passed.length + names.failed.length + names.skipped.length;
