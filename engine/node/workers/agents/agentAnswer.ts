import { isObject } from '../../../json';
import type { TurnStatus, Usage } from '../../../ports';
import type { Answer } from '../ending';
import { structuredIn } from '../structuredAnswer';
import { claimedFiles } from './claimedFiles';
import type { Wanted } from './turnReader';

/** What a transcript says of its turn, before the structured answer and the claims are read out of it. */
export interface ReadTurn {
  readonly status: TurnStatus;
  readonly why?: string;
  readonly exit: number | null;
  readonly text: string;
  /** Files that its edits reached. */
  readonly edited: readonly string[];
  readonly denials: readonly string[];
  readonly usage: Usage;
  readonly session?: string;
}

/** The answer of a program that has no field of its own for structured answers: they are in its text, as JSON. */
export function agentAnswer({ edited, ...turn }: ReadTurn, wanted: Wanted): Answer {
  const structured = wanted.structured && turn.status === 'ok' ? structuredIn(turn.text) : undefined;
  const branch = isObject(structured) ? structured.branch : undefined;
  const claims = claimedFiles(structured, edited, wanted.roots);
  return {
    ...turn,
    ...(structured === undefined ? {} : { structured }),
    ...(typeof branch === 'string' ? { branch } : {}),
    ...(claims === undefined ? {} : { claims: { changedFiles: claims } }),
  };
}
