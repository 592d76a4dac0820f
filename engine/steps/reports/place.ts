import type { TestFailure } from '../../trace/result';

export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column?: number;
  /** What follows on the same line. */
  readonly rest: string;
}

const MOST_CHARACTERS = 500;
const PYTHON = /^\s*File "([^"]+)", line (\d+)()(.*)/;
const IN_BRACKETS = /\((?:file:\/\/(?:\/(?=[A-Za-z]:))?)?((?:[A-Za-z]:)?[^:()]+):(\d+):(\d+)\)(.*)/;
const AT_START =
  /^(?:at |test at |❯ |--> |location: '|file:\/\/(?:\/(?=[A-Za-z]:))?)*((?:[A-Za-z]:[\\/])?[^:'"()<>|*?]+):(\d+)(?::(\d+))?(.*)/;
const WITHIN =
  /(?:^|[\s'"(])(?:file:\/\/(?:\/(?=[A-Za-z]:))?)?((?:[A-Za-z]:[\\/])?[^\s:'"()<>|*?]+\.[A-Za-z]\w*):(\d+)(?::(\d+))?(.*)/;
const PATH_LIKE = /[\\/]|\.[A-Za-z]\w*$/;

/** The first file and line that a line of output names, Windows paths and blanks in names included. */
export function placeIn(line: string): Place | null {
  const text = line.slice(0, MOST_CHARACTERS).trim();
  for (const form of [PYTHON, IN_BRACKETS, AT_START, WITHIN]) {
    const [, file, number, column, rest = ''] = form.exec(text) ?? [];
    if (file === undefined || !PATH_LIKE.test(file)) continue;
    return {
      file: file.trim(),
      line: Number(number),
      ...(column ? { column: Number(column) } : {}),
      rest: rest.replace(/^[:'\s]+/, ''),
    };
  }
  return null;
}

/** A failure from its name and the lines below it: the first that says something, and the first place that is not a library's. */
export function failureOf(name: string, body: readonly string[]): TestFailure {
  const message = body.map((line) => line.trim()).find((line) => line !== '' && !isStack(line)) ?? '';
  const place = body.map(placeIn).find((found) => found !== null && !isForeign(found.file));
  return withPlace({ name, message: message.slice(0, MOST_CHARACTERS) }, place);
}

export function withPlace(failure: TestFailure, place: Place | null | undefined): TestFailure {
  if (!place) return failure;
  const { file, line, column } = place;
  return { ...failure, file, line, ...(column === undefined ? {} : { column }) };
}

const isStack = (line: string): boolean => /^(at |❯ |Traceback |File "|---|stack:)/.test(line);
const isForeign = (file: string): boolean => /(^node:|[\\/]node_modules[\\/]|site-packages)/.test(file);
