import * as z from 'zod';
import type { Turn, TurnIo, Worker } from '../../ports';
import type { Answer } from './ending';
import { noAnswer } from './ending';
import type { WorkerHost } from './host';

/** A person does the step: the run waits, and what they answer is the turn. */
export const personOptions = z.strictObject({
  use: z.literal('person'),
  model: z.string().optional().describe('Who that is, for people'),
});

export type PersonOptions = z.infer<typeof personOptions>;

export const personWorker = ({ model }: PersonOptions, _host: WorkerHost): Worker => ({
  use: 'person',
  person: true,
  free: true,
  ...(model === undefined ? {} : { model }),
  probe: async () => ({ available: true, meters: 'free', safeInUntrustedRepo: true }),
  run: async (turn, io) => ({ ...answerOf(turn, io), log: null, durationMs: 0 }),
});

const FREE = { state: 'free' } as const;

function answerOf(turn: Turn, { answer, stop }: TurnIo): Answer {
  if (stop.wanted() === 'now') return noAnswer('cancelled', 'it was stopped before anybody answered', FREE);
  if (answer === undefined) {
    const why = 'Nobody was asked: a person can be the one worker of a step, not one of several evaluators.';
    return noAnswer('refused', why, FREE);
  }
  const { choice, text } = answer;
  const done = { status: 'ok', exit: null, text, denials: [], usage: FREE } as const;
  switch (choice) {
    case 'failed':
      return { ...done, status: 'failed', why: text === '' ? 'the person says that it failed' : text };
    case 'met':
    case 'not-met':
      return { ...done, structured: { goalMet: choice === 'met', lesson: text } };
    case 'passed':
    case 'revise':
      return {
        ...done,
        structured: { passed: choice === 'passed', reasons: text === '' ? [] : [text], feedback: text },
      };
    default:
      return turn.request.branches?.includes(choice) === true
        ? { ...done, branch: choice, structured: { branch: choice } }
        : done;
  }
}
