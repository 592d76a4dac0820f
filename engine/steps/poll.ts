import { durationMs } from '../flow/duration';
import type { StepOf } from '../flow/schema';
import type { Json } from '../json';
import { isObject } from '../json';
import type { CommandResult } from '../ports';
import type { Decision } from '../trace/decision';
import type { StepResult } from '../trace/result';
import { plainText } from './reports/plainText';

export type WatchResult = Extract<StepResult, { kind: 'watch' }>;
export type PollEvent = Extract<Decision, { type: 'poll' }>;

/** What a poll said. `cursor`: where the next one goes on; absent: where this one did. */
export type PollRead =
  | { readonly outcome: 'idle' | 'activity' | 'terminal'; readonly payload: Json; readonly cursor?: Json }
  | { readonly outcome: 'failed'; readonly why: string };

/** A wait between two polls. Its instants are absolute. */
export interface Waited {
  readonly polls: number;
  /** Failed polls in a row. */
  readonly failures: number;
  readonly deadline: string | null;
}

/** The longest cursor, as JSON text: it has to fit into a variable of the environment on every system. */
export const MOST_OF_CURSOR = 16_000;
const DEFAULT_INTERVAL_MS = 60_000;
/** Whatever a flow says: a wait never spins. */
const LEAST_INTERVAL_MS = 100;
const MOST_INTERVALS = 10;
const MOST_BACK_OFF_MS = 3_600_000;

/**
 * Reads a poll.
 *
 * R1 A poll is an exit with code 0 whose standard output is one line: a JSON object with a known `outcome`.
 * R2 Everything else is a failed poll: silence, another exit, a time limit, other words, other JSON, more lines. Doubt is
 *    neither activity nor an end.
 */
export function readPoll(result: CommandResult): PollRead {
  const ending = endingOf(result);
  if (ending !== null) return failed(`${ending}${lastWords(result)}`);
  if (result.stdout === null) return failed('it answered more than 64 KiB');
  const lines = (result.stdout ?? result.output).split(/\r?\n/).filter((line) => line.trim() !== '');
  const [line] = lines;
  if (line === undefined) return failed('it answered nothing');
  if (lines.length > 1) return failed(`it answered ${lines.length} lines where one JSON line is due`);
  const answer = jsonOf(line);
  if (answer === undefined) return failed(`its answer is no JSON: ${cut(line)}`);
  if (!isObject(answer)) return failed(`its answer is no JSON object: ${cut(line)}`);
  const { outcome, payload = null, cursor } = answer;
  if (outcome !== 'idle' && outcome !== 'activity' && outcome !== 'terminal') {
    return failed(`its outcome is ${said(outcome)}; known are "idle", "activity" and "terminal"`);
  }
  if (cursor === undefined) return { outcome, payload };
  const size = JSON.stringify(cursor).length;
  if (size > MOST_OF_CURSOR) return failed(`its cursor has ${size} characters; at most ${MOST_OF_CURSOR} can be kept`);
  return { outcome, payload, cursor };
}

/**
 * What follows from a poll. `result` is null where it is polled again, at the event's `due`.
 *
 * R1 Activity and terminal end the wait, also behind its deadline: this was the last look.
 * R2 A failed poll ends it where the step is strict. Else it is idle: the cursor stays, and each further failure in a row
 *    doubles the interval, up to ten intervals or an hour, whichever is less.
 * R3 The next poll is an interval after `now`, however late this one was: instants that were slept through are not made up
 *    for. The deadline is such an instant too, with the last poll.
 */
export function afterPoll(
  step: StepOf<'watch'>,
  at: { readonly wait: string; readonly step: string; readonly cursor: Json },
  waited: Waited,
  read: PollRead,
  now: number,
): { readonly event: PollEvent; readonly result: WatchResult | null } {
  const poll = waited.polls + 1;
  const failures = read.outcome === 'failed' ? waited.failures + 1 : 0;
  const cursor = read.outcome === 'failed' || read.cursor === undefined ? at.cursor : read.cursor;
  const result = resultOf(step, waited, read, poll, now);
  const event: PollEvent = {
    type: 'poll',
    wait: at.wait,
    step: at.step,
    poll,
    outcome: read.outcome,
    cursor,
    ...(read.outcome === 'failed' ? { why: read.why } : {}),
    failures,
    due: result === null ? dueAfter(step, waited, failures, now) : null,
  };
  return { event, result };
}

function resultOf(
  step: StepOf<'watch'>,
  waited: Waited,
  read: PollRead,
  poll: number,
  now: number,
): WatchResult | null {
  if (read.outcome === 'activity' || read.outcome === 'terminal') {
    const { outcome, payload } = read;
    return { kind: 'watch', outcome, payload, why: `poll ${poll} reported ${outcome}` };
  }
  const failing = read.outcome === 'failed' ? read.why : null;
  if (failing !== null && step.strict === true) {
    return { kind: 'watch', outcome: 'failed', payload: null, why: `poll ${poll} failed: ${failing}` };
  }
  if (waited.deadline === null || Date.parse(waited.deadline) > now) return null;
  const last = failing === null ? 'the last one was idle' : `the last one failed: ${failing}`;
  const polls = poll === 1 ? 'one poll' : `${poll} polls`;
  return { kind: 'watch', outcome: 'deadline', payload: null, why: `the deadline passed after ${polls}; ${last}` };
}

function dueAfter(step: StepOf<'watch'>, { deadline }: Waited, failures: number, now: number): string {
  const interval = Math.max(LEAST_INTERVAL_MS, durationMs(step.interval ?? '') ?? DEFAULT_INTERVAL_MS);
  const most = Math.max(interval, Math.min(interval * MOST_INTERVALS, MOST_BACK_OFF_MS));
  const wait = Math.min(most, interval * 2 ** Math.max(0, failures - 1));
  const due = Math.min(now + wait, LAST_INSTANT, deadline === null ? LAST_INSTANT : Date.parse(deadline));
  return new Date(due).toISOString();
}

/** The last instant that a date can hold. */
export const LAST_INSTANT = 8_640_000_000_000_000;

function endingOf(result: CommandResult): string | null {
  switch (result.status) {
    case 'exited':
      return result.exit === 0 ? null : `exit code ${result.exit}`;
    case 'timed-out':
      return `timed out after ${result.durationMs} ms`;
    case 'signalled':
      return `ended by ${result.signal ?? 'a signal'}`;
    case 'not-found':
      return result.why ?? 'the program was not found';
    case 'cancelled':
      return 'stopped before its end';
  }
}

const failed = (why: string): PollRead => ({ outcome: 'failed', why });
const said = (outcome: Json | undefined): string => (outcome === undefined ? 'missing' : cut(JSON.stringify(outcome)));
const cut = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)}…` : text);

function lastWords(result: CommandResult): string {
  const words = plainText(result.output).trim();
  return words === '' ? '' : `: ${words.slice(-300)}`;
}

function jsonOf(line: string): Json | undefined {
  try {
    return JSON.parse(line.trim());
  } catch {
    return undefined;
  }
}
