import * as z from 'zod';

/** Collects the error reports that `gemini` writes on standard error: an object over several lines, `{` and `}` alone. */
export function errorReports(): {
  readonly line: (line: string) => void;
  /** The last whole one. */
  readonly last: () => ErrorReport | undefined;
} {
  let lines: string[] | null = null;
  let chars = 0;
  let last: ErrorReport | undefined;
  return {
    line(line) {
      if (line === '{') {
        lines = [];
        chars = 0;
      }
      if (lines === null) return;
      lines.push(line);
      chars += line.length;
      if (line === '}') {
        last = reportIn(lines.join('\n')) ?? last;
        lines = null;
      } else if (chars > MOST_CHARS) {
        lines = null;
      }
    },
    last: () => last,
  };
}

export interface ErrorReport {
  /** An HTTP status, or an exit code of the program's own. */
  readonly code: number | null;
  readonly message: string;
}

const MOST_CHARS = 256 * 1024;

const schema = z.looseObject({
  error: z.looseObject({ message: z.string(), code: z.union([z.int(), z.string()]).nullish() }),
});

function reportIn(text: string): ErrorReport | undefined {
  try {
    const read = schema.safeParse(JSON.parse(text)).data;
    return read === undefined ? undefined : { message: read.error.message, code: numberOf(read.error.code) };
  } catch {
    return undefined;
  }
}

const numberOf = (code: unknown): number | null =>
  typeof code === 'number' ? code : typeof code === 'string' && /^\d{2,3}$/.test(code) ? Number(code) : null;
