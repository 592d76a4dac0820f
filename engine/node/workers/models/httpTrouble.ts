import { isObject } from '../../../json';
import type { Usage } from '../../../ports';
import { NOTHING_SPENT } from '../ending';
import type { Posted } from './httpPost';
import type { ModelAnswer } from './modelAnswer';
import { absent, parsedObject } from './modelAnswer';

/** Why there is no answer, and whether asking again may help. */
export interface Trouble {
  readonly end: 'refused' | 'failed' | 'unfinished' | 'unreached';
  readonly why: string;
  readonly usage: Usage;
  /** Ask again, no sooner than after these milliseconds where the service named some. */
  readonly again?: { readonly afterMs: number | undefined };
}

/** Longer than this nobody waits within a turn: it is a quota, not a rate. */
export const LONGEST_WAIT_MS = 60_000;

/**
 * What a request without a stream means.
 *
 * R1 401, 402 and 403 are refusals at once; 429 is one where a quota is used up or the wait is too long, and where the rate
 *    stays exceeded.
 * R2 408, 409, 429, 5xx (529: overloaded) may pass. Every other status is a failure: asking again would give the same.
 * R3 What the service refused cost nothing; what it was asked without an answer may have cost something.
 * R4 An address at which nobody is says so; a name that cannot be looked up for the moment may pass.
 */
export function troubleOf(posted: Exclude<Posted, { end: 'streamed' | 'broken' }>, address: string): Trouble {
  switch (posted.end) {
    case 'status':
      return statusTrouble(posted);
    case 'unreached': {
      const why = `${address} cannot be reached (${posted.why}). Start the service there, or correct "baseUrl".`;
      const passing = ['EAI_AGAIN', 'ETIMEDOUT', 'ENETUNREACH'].includes(posted.code);
      return { end: 'unreached', why, usage: NOTHING_SPENT, ...(passing ? { again: { afterMs: undefined } } : {}) };
    }
    case 'unanswered':
      return {
        end: 'failed',
        why: `the service broke the connection off without an answer (${posted.why})`,
        usage: absent('it was asked and the connection broke off'),
      };
  }
}

/** An error that came as the first thing of a stream. */
export const streamTrouble = (answer: ModelAnswer): Trouble => ({
  end: 'failed',
  why: answer.why ?? 'the service told of an error',
  usage: answer.usage,
  again: { afterMs: undefined },
});

const QUOTA = /insufficient_quota|billing|credit_balance/;

function statusTrouble({ status, text, retryAfterMs }: Extract<Posted, { end: 'status' }>): Trouble {
  const { words, kind } = errorIn(text);
  const rest = { usage: NOTHING_SPENT, why: `the service answered with status ${status}${words}` };
  if ([401, 402, 403].includes(status)) return { end: 'refused', ...rest };
  if (status === 429) {
    const used = QUOTA.test(kind) || (retryAfterMs ?? 0) > LONGEST_WAIT_MS;
    return { end: 'refused', ...rest, ...(used ? {} : { again: { afterMs: retryAfterMs } }) };
  }
  if ([408, 409].includes(status) || status >= 500) return { end: 'failed', ...rest, again: { afterMs: retryAfterMs } };
  if (status >= 300 && status < 400) return { end: 'failed', ...rest, why: `${rest.why}: nobody is followed` };
  if (status >= 400) return { end: 'failed', ...rest };
  const usage = absent('its answer was no stream that could be read');
  return { end: 'unfinished', why: `the service answered without a stream of events (status ${status})`, usage };
}

function errorIn(text: string): { readonly words: string; readonly kind: string } {
  const body = parsedObject(text);
  const error = body?.error ?? body ?? {};
  const { message, code, type } = isObject(error) ? error : { message: error };
  const words = typeof message === 'string' ? message : /^\s*[<{]/.test(text) ? '' : text;
  return {
    words: words.trim() === '' ? '' : `: ${words.trim().slice(0, 300)}`,
    kind: [code, type].filter((word) => typeof word === 'string').join(' '),
  };
}
