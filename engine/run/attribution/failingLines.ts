import { placeIn } from '../../steps/reports/place';
import { plainText } from '../../steps/reports/plainText';
import type { CommandEvidence } from '../../trace/result';

/** A line that a failed command names. */
export interface FailingLine {
  /** Paths from the workspace root, with `/`, the likeliest first: the first that is there is meant. */
  readonly paths: readonly string[];
  /** From 1. */
  readonly line: number;
  readonly column?: number;
  /** The test, or the command where no test is named. */
  readonly name: string;
  readonly message: string;
}

/** Where a command ran: the workspace root, absolute, and its folder from there (empty: the root itself). */
export interface Ran {
  readonly root: string;
  readonly cwd: string;
}

/**
 * The lines that a command which is not clean complains of, each once.
 *
 * R1 Of a report that was read, the places of its failing tests. Else the output's own: errors of compilers, and of each
 *    stack the innermost frame that is no library's.
 * R2 Only files inside the workspace, and none of a library: what lies outside is not named at all.
 * R3 Colours, line ends, kinds of slashes and `file:` addresses make no difference.
 */
export function failingLines(command: CommandEvidence, ran: Ran): readonly FailingLine[] {
  if (command.clean) return [];
  const reported = command.failures.flatMap((failure): readonly FailingLine[] => {
    const { file, line = 1, column, name, message } = failure;
    return file === undefined ? [] : placed({ file, line, column }, name, message, ran);
  });
  const found = reported.length > 0 ? reported : inOutput(command, ran);
  return distinct(found).slice(0, MOST);
}

/**
 * Paths from the workspace root that a file can be, as an output names it: absolute, or from the folder in which the
 * command ran, or from the root. Empty where it lies outside or belongs to a library.
 */
export function pathsInside(file: string, { root, cwd }: Ran): readonly string[] {
  const plain = file
    .trim()
    .replace(/^file:\/\/(?:\/(?=[A-Za-z]:))?/, '')
    .replaceAll('\\', '/');
  // Addresses are written with their blanks encoded; a name may hold a percent sign all the same.
  const found = [...new Set([plain, decoded(plain)])].flatMap((path) =>
    isAbsolute(path)
      ? [below(root.replaceAll('\\', '/'), path)]
      : [joined(cwd.replaceAll('\\', '/'), path), joined('', path)],
  );
  const inside = found.filter((path): path is string => path !== null && path !== '' && !isForeign(path));
  return [...new Set(inside)];
}

const MOST = 50;
const MOST_LINES = 2000;

interface At {
  readonly file: string;
  readonly line: number;
  readonly column?: number | undefined;
}

function placed(at: At, name: string, message: string, ran: Ran): readonly FailingLine[] {
  const paths = pathsInside(at.file, ran);
  if (paths.length === 0 || !Number.isSafeInteger(at.line) || at.line < 1) return [];
  const { line, column } = at;
  return [{ paths, line, ...(column === undefined ? {} : { column }), name, message }];
}

/** `src/a.ts(3,5): error TS2322: …`, as compilers of TypeScript and .NET write it. */
const IN_PARENTHESES = /^(.+?)\((\d{1,9}),(\d{1,9})\): (?:fatal )?error\b:?\s*(.*)$/;
/** `src/a.c:3:5: error: …`, `a.go:3:5: undefined: x`, `src/a.ts:3:5 - error TS2322: …`. */
const COMPILER = /^\S.*?:\d{1,9}(?::\d{1,9})?(?::|\s+-)\s+\S/;
const FRAME = /^\s*(?:at |File "|❯ |-->|\d+: )/;
const PYTHON_FRAME = /^\s*File "/;

function inOutput(command: CommandEvidence, ran: Ran): readonly FailingLine[] {
  const lines = plainText(command.tail ?? '')
    .split('\n')
    .slice(-MOST_LINES);
  const found: FailingLine[] = [];
  let stack: FailingLine[] = [];
  let python = false;
  let said = '';
  const close = () => {
    const frame = python ? stack.at(-1) : stack[0];
    if (frame) found.push(frame);
    stack = [];
  };
  for (const line of lines) {
    const [, file, row, column, words] = IN_PARENTHESES.exec(line.trim().slice(0, 500)) ?? [];
    if (file !== undefined) {
      close();
      found.push(...placed({ file, line: Number(row), column: Number(column) }, command.command, words ?? '', ran));
      continue;
    }
    const place = placeIn(line);
    if (FRAME.test(line)) {
      python = PYTHON_FRAME.test(line);
      if (place) stack.push(...placed(place, command.command, said, ran));
      continue;
    }
    // Python shows the code of a frame below it.
    if (python && stack.length > 0 && /^ {4}/.test(line)) continue;
    close();
    if (place && COMPILER.test(line.trim())) found.push(...placed(place, command.command, messageIn(place.rest), ran));
    else if (line.trim() !== '') said = line.trim().slice(0, 500);
  }
  close();
  return found;
}

const messageIn = (rest: string): string => rest.replace(/^[\s-]+/, '');

function distinct(lines: readonly FailingLine[]): readonly FailingLine[] {
  const seen = new Set<string>();
  return lines.filter(({ paths, line, name }) => {
    const key = JSON.stringify([paths[0], line, name]);
    return !seen.has(key) && seen.add(key);
  });
}

const isAbsolute = (path: string): boolean => path.startsWith('/') || /^[A-Za-z]:\//.test(path);
const isForeign = (path: string): boolean => /(^|\/)(node_modules|site-packages|\.git|\.converge)\//.test(`${path}/`);

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The way from a folder to a path below it; null: it is not below. Drives of Windows have no case. */
function below(folder: string, path: string): string | null {
  const top = folder.endsWith('/') ? folder : `${folder}/`;
  const same = /^[A-Za-z]:/.test(top) ? path.toLowerCase().startsWith(top.toLowerCase()) : path.startsWith(top);
  return same ? joined('', path.slice(top.length)) : null;
}

/** A path with its `.` and `..` taken out; null where it leads out of the root. */
function joined(folder: string, path: string): string | null {
  const parts: string[] = [];
  for (const part of `${folder}/${path}`.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.join('/');
}
