import { durationMs } from '../flow/duration';
import type { StepOf } from '../flow/schema';
import type { Json } from '../json';
import type { Decision } from '../trace/decision';
import { commandKey, timeLeft } from './command';
import type { StepContext } from './context';
import { CANCELLED } from './context';
import type { Waited, WatchResult } from './poll';
import { afterPoll, LAST_INSTANT, readPoll } from './poll';

/** What a visit of a watch came to, with what the commit has to say. `parked`: it is polled again, at the wait's due. */
export type Watched =
  | { readonly parked: readonly Decision[] }
  | { readonly done: WatchResult; readonly events: readonly Decision[] }
  | typeof CANCELLED;

/** Where a watch stands before this visit is carried on. */
export interface WatchPoint {
  /** The wait's id: unique in the run. */
  readonly id: string;
  /** As the last commit left it; undefined: it has not begun. */
  readonly wait: (Waited & { readonly due: string | null }) | undefined;
  /** Where the poll goes on; null at first. */
  readonly cursor: Json;
}

const DEFAULT_POLL_MS = 10 * 60_000;

/**
 * One look at what a watch waits for, or none where it is not due.
 *
 * R1 It polls at most once and never waits itself: between polls the run is parked and nothing is running.
 * R2 The cursor stands in the same event as its poll; a poll that no commit tells of is made again with the cursor before.
 * R3 Whether it is due is read from one absolute instant, as the clock is now.
 */
export async function watch(step: StepOf<'watch'>, context: StepContext, point: WatchPoint): Promise<Watched> {
  const { ports, scope, doing } = context;
  const { id, wait, cursor } = point;
  // The poll that ended it is committed; what it came to was kept while its siblings were not done.
  if (wait !== undefined && isOver(wait) && doing?.result?.kind === 'watch') return { done: doing.result, events: [] };
  const now = ports.clock.now();
  if (wait !== undefined && wait.due !== null && Date.parse(wait.due) > now) return { parked: [] };

  const waited = wait ?? { polls: 0, failures: 0, deadline: deadlineOf(step, now) };
  if (wait === undefined) {
    context.record({ type: 'step.started', ...scope, kind: 'watch', attempt: 1, inputs: '' });
  }
  await context.flush();
  const { poll } = step;
  const result = await ports.commands.run(
    {
      key: commandKey(context, 'poll'),
      run: poll.run ?? { shell: poll.shell ?? '' },
      cwd: poll.cwd ?? '.',
      env: { ...poll.env, CONVERGE_CURSOR: JSON.stringify(cursor) },
      timeoutMs: timeLeft(context, durationMs(poll.timeout ?? '') ?? DEFAULT_POLL_MS),
      stdin: `${JSON.stringify(cursor)}\n`,
      answers: true,
    },
    context.stop,
  );
  if (result.status === 'cancelled') return CANCELLED;
  const at = { wait: id, step: scope.step, cursor };
  const after = afterPoll(step, at, waited, readPoll(result), ports.clock.now());
  const { deadline } = waited;
  const started: readonly Decision[] =
    wait === undefined ? [{ type: 'wait.started', wait: id, step: scope.step, visit: scope.visit, deadline }] : [];
  const events = [...started, after.event];
  return after.result === null ? { parked: events } : { done: after.result, events };
}

/** True where the poll that ended the wait was committed. */
export const isOver = (wait: { readonly polls: number; readonly due: string | null }): boolean =>
  wait.polls > 0 && wait.due === null;

function deadlineOf(step: StepOf<'watch'>, now: number): string | null {
  const ms = step.deadline === undefined ? undefined : durationMs(step.deadline);
  return ms === undefined ? null : new Date(Math.min(now + ms, LAST_INSTANT)).toISOString();
}
