import { say } from './say';
import { joined } from './words';

/** Which lines of a trace are listed; what is not set hides nothing. */
export interface TraceFilter {
  readonly kind: TraceKind | null;
  readonly step: string | null;
  readonly problems: boolean;
  /** Looked for in what a line says and in the entry itself, without regard to case. */
  readonly text: string;
}

export const TRACE_KINDS = ['commits', 'turns', 'checks', 'files', 'run'] as const;
export type TraceKind = (typeof TRACE_KINDS)[number];

export const WHOLE_TRACE: TraceFilter = { kind: null, step: null, problems: false, text: '' };

export const hidesLines = ({ kind, step, problems, text }: TraceFilter): boolean =>
  kind !== null || step !== null || problems || text !== '';

export function traceKindWord(kind: TraceKind): string {
  switch (kind) {
    case 'commits':
      return say('Commits');
    case 'turns':
      return say('Steps and turns');
    case 'checks':
      return say('Checks and commands');
    case 'files':
      return say('Files');
    case 'run':
      return say('The run itself');
  }
}

/** The filter in words, for the view; empty where it hides nothing. */
export const traceFilterText = ({ kind, step, problems, text }: TraceFilter): string =>
  joined(
    kind === null ? '' : traceKindWord(kind),
    step === null ? '' : say('of step {0}', step),
    problems ? say('only problems') : '',
    text === '' ? '' : say('with “{0}”', text),
  );
