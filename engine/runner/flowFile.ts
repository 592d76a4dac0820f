import { readFile } from 'node:fs/promises';
import { ConvergeError, messageOf } from '../failure';
import { examine } from '../flow/examine';
import type { Flow } from '../flow/schema';
import type { Issue } from '../issue';
import type { JsonPath } from '../json';

/** An `Issue` with its place in the text, for people and programs that have no text at hand. */
export interface Finding extends Pick<Issue, 'code' | 'severity' | 'path' | 'message'> {
  readonly path: JsonPath;
  /** `line:column`, both from 1. */
  readonly place: string;
}

export interface FlowFile {
  readonly path: string;
  readonly text: string;
  /** Null while any error remains. */
  readonly flow: Flow | null;
  /** Its format version is above ours. */
  readonly newer: boolean;
  /** All findings at once, in the order of the text. */
  readonly findings: readonly Finding[];
}

/** Reads and checks a flow file. Throws `flow-unreadable` where it cannot be read at all. */
export async function readFlowFile(path: string): Promise<FlowFile> {
  try {
    return examineFlow(path, await readFile(path, 'utf8'));
  } catch (error) {
    if (error instanceof ConvergeError) throw error;
    const message = `The flow file ${path} cannot be read: ${messageOf(error)}. Check the path and the right to read it.`;
    throw new ConvergeError('flow-unreadable', message, { cause: error });
  }
}

export function examineFlow(path: string, text: string): FlowFile {
  const examined = examine(text);
  return {
    path,
    text,
    flow: examined.flow,
    newer: examined.broken?.code === 'newer',
    findings: examined.issues.map((issue) => ({
      code: issue.code,
      severity: issue.severity,
      path: issue.path,
      message: issue.message,
      place: placeIn(examined, issue),
    })),
  };
}

function placeIn(examined: ReturnType<typeof examine>, issue: Issue): string {
  const { line, column } = examined.rangeOf(issue.path);
  return `${line}:${column}`;
}

/** The flow, or `flow-newer` or `flow-unreadable` thrown with every error in the message and in `cause`. */
export function runnable(file: FlowFile): Flow {
  if (file.flow !== null) return file.flow;
  const errors = file.findings.filter((finding) => finding.severity === 'error');
  const first = errors[0]?.message ?? '';
  if (file.newer) throw new ConvergeError('flow-newer', `${file.path}: ${first}`, { cause: errors });
  const count = errors.length === 1 ? 'an error' : `${errors.length} errors`;
  const lines = errors.map((finding) => `  ${findingText(file.path, finding)}`);
  const message = [`The flow has ${count} and cannot run. Correct the file and start again.`, ...lines].join('\n');
  throw new ConvergeError('flow-unreadable', message, { cause: errors });
}

export const findingText = (path: string, finding: Finding): string =>
  `${path}:${finding.place} ${finding.severity}: ${finding.message} (${finding.code})`;
