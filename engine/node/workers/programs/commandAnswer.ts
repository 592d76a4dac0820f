import * as z from 'zod';
import type { Json, JsonObject } from '../../../json';
import { isObject } from '../../../json';
import type { Answer, ProgramEnd } from '../ending';
import { endedAs } from '../ending';
import { reportedUsage } from '../reportedUsage';

/**
 * What a program of one's own answered on its standard output. Total: any text gives an answer, nothing throws.
 *
 * R1 The last line that is not blank is the answer where it is a JSON object with a field of ours; else all is text.
 * R2 An answer of ours with a field of the wrong type is a protocol error, not text.
 * R3 An answer that carries an error is a failure, whatever else it says and whatever the exit code.
 * R4 Words decide nothing.
 *
 * @param line the last line, where `output` does not hold all of it
 */
export function classifyCommand(
  output: string,
  end: ProgramEnd,
  declaredFree: boolean,
  line: string | undefined = lastLine(output),
): Answer {
  const object = line === undefined ? undefined : objectIn(line);
  if (object === undefined || !FIELDS.some((field) => Object.hasOwn(object, field))) {
    return endedAs(end, {
      status: 'ok',
      exit: end.exit,
      text: output.trim(),
      denials: [],
      usage: reportedUsage(undefined, declaredFree),
    });
  }
  const usage = reportedUsage(object.usage, declaredFree);
  const read = answerSchema.safeParse(object);
  if (!read.success) {
    const why = `its answer cannot be read (${z.prettifyError(read.error)})`;
    return endedAs(end, { status: 'protocol-error', why, exit: end.exit, text: line ?? '', denials: [], usage });
  }
  const { text = '', structured, branch, claims, error } = read.data;
  const answer: Answer = {
    status: 'ok',
    exit: end.exit,
    text,
    ...(structured === undefined ? {} : { structured }),
    ...(branch === undefined || branch === null ? {} : { branch }),
    ...(claims === undefined || claims === null ? {} : { claims }),
    denials: [],
    usage,
  };
  const failed = errorIn(error) ?? (read.data.is_error === true ? 'its answer carries an error flag' : undefined);
  return endedAs(end, failed === undefined ? answer : { ...answer, status: 'failed', why: failed });
}

const answerSchema = z.object({
  text: z.string().optional(),
  structured: z.json().optional(),
  branch: z.string().nullish(),
  claims: z.object({ changedFiles: z.array(z.string()).optional() }).nullish(),
  error: z.json().optional(),
  is_error: z.boolean().optional(),
});

const FIELDS = ['text', 'structured', 'branch', 'claims', 'usage', 'error', 'is_error'] as const;

function errorIn(error: Json | undefined): string | undefined {
  if (error === undefined || error === null || error === false || error === '') return undefined;
  return typeof error === 'string' ? error : `its answer carries an error: ${JSON.stringify(error).slice(0, 300)}`;
}

function lastLine(output: string): string | undefined {
  return output.trimEnd().split(/\r?\n/).at(-1);
}

function objectIn(line: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
