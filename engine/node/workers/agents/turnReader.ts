import type { Answer, ProgramEnd } from '../ending';

/** Reads a program's transcript as it arrives and keeps what it needs of it. Never throws, whatever it is given. */
export interface TurnReader {
  /** One line of standard output; what a person who watches may be told of it. */
  readonly line: (line: string) => string | undefined;
  readonly errorLine?: (line: string) => void;
  /** What the turn came to. */
  readonly end: (end: ProgramEnd) => Answer;
}

/** What a reader has to know of the turn. */
export interface Wanted {
  /** Absolute paths of the workspace, as it is written and with links resolved; claims are paths below it. */
  readonly roots: readonly string[];
  /** A structured answer is wanted. */
  readonly structured: boolean;
}

/** The same for a transcript that is there as a whole. */
export function readWhole(reader: TurnReader, transcript: string, end: ProgramEnd, errors = ''): Answer {
  for (const line of transcript.split('\n')) reader.line(line);
  for (const line of errors.split('\n')) reader.errorLine?.(line);
  return reader.end(end);
}
