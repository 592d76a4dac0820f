import type { TurnResult, TurnStatus, Usage } from '../../ports';

/** What a worker answered, before it is known where its log is and how long it took. */
export type Answer = Omit<TurnResult, 'log' | 'durationMs'>;

/** How the program of a turn ended, whatever it wrote. */
export interface ProgramEnd {
  readonly status: 'exited' | 'signalled' | 'timed-out' | 'cancelled' | 'not-found';
  readonly exit: number | null;
  readonly signal?: string | null;
  /** Which limit it ran into, or where the program was looked for. */
  readonly why?: string;
}

/** Nothing was started, so nothing was spent: the one zero that needs no report. */
export const NOTHING_SPENT: Usage = {
  state: 'reported',
  tokens: { in: 0, cachedIn: 0, cacheWrite: 0, out: 0, reasoning: 0 },
  usd: 0,
  basis: null,
};

/**
 * Lays the program's end over what it wrote. An end can only make an answer worse: a good answer of a program that
 * was stopped, ran into a limit, died or exited with another code than 0 is not good.
 */
export function endedAs(end: ProgramEnd, answer: Answer): Answer {
  switch (end.status) {
    case 'not-found':
      return worse(answer, 'not-started', end.why ?? 'its program was not found', NOTHING_SPENT);
    case 'cancelled':
      return worse(answer, 'cancelled', end.why ?? 'it was stopped before it was done');
    case 'timed-out':
      return worse(answer, 'timed-out', end.why ?? 'it ran into its time limit');
    case 'signalled':
      return answer.status === 'ok' ? worse(answer, 'failed', `it was ended by ${end.signal ?? 'a signal'}`) : answer;
    case 'exited':
      if (end.exit === 0 || answer.status !== 'ok') return answer;
      return worse(answer, 'failed', `it exited with code ${end.exit ?? 'unknown'}`);
  }
}

/** A turn that came to nothing before any program wrote a word. */
export const noAnswer = (status: TurnStatus, why: string, usage: Usage): Answer => ({
  status,
  why,
  exit: null,
  text: '',
  denials: [],
  usage,
});

const worse = (answer: Answer, status: TurnStatus, why: string, usage: Usage = answer.usage): Answer => ({
  ...answer,
  status,
  why,
  usage,
});
