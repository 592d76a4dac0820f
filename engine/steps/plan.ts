import type { Json } from '../json';
import { isObject } from '../json';
import type { BlockedTask, StepResult } from '../trace/result';
import { obstacles } from './planObstacles';
import type { Task } from './planTasks';
import { resultsIn, tasksIn } from './planTasks';

export interface PlanRound {
  /** Tasks whose prerequisites are all done, in the order of the plan, at most `maxFanout`. */
  readonly runnable: readonly Task[];
  readonly state: Extract<StepResult, { kind: 'plan' }>['state'];
  /** Every task that can never run as the plan stands, in its order, with what is in the way. */
  readonly blocked: readonly BlockedTask[];
  /** `tasks` is the sum of the others; `open` are those that still can run. */
  readonly totals: Readonly<Record<'tasks' | 'done' | 'failed' | 'blocked' | 'open', number>>;
  /** The state in one sentence, for people. */
  readonly reason: string;
}

/**
 * What of a plan can run, from the channel alone: nothing is remembered, so a resume needs no way of its own.
 *
 * R1 A task runs once all its prerequisites are done. One that has a result never runs again; of several results the last
 *    counts.
 * R2 A failed task is finished, but what needs it never runs; each of those is named with the task that is in the way.
 * R3 A task that cannot be read, has the id of one before it, or a kind without a handler is refused. It holds up
 *    nothing but itself and what needs it.
 * R4 A prerequisite that the plan does not have, and a cycle, hold up what needs them, until the plan says otherwise.
 * R5 `more`: something can run. `complete`: every task is done. `stalled`: not every task is done and none can run.
 *    `idle`: there are no tasks.
 */
export function planRound(
  channel: Json | undefined,
  handlers: Readonly<Record<string, string>>,
  maxFanout: number,
): PlanRound {
  const { tasks, refused } = tasksIn(isObject(channel) ? channel.tasks : undefined, handlers);
  const results = resultsIn(isObject(channel) ? channel.results : undefined);
  const withStatus = (status: 'done' | 'failed' | undefined) => tasks.filter(({ id }) => results.get(id) === status);
  const [done, failed, left] = [withStatus('done'), withStatus('failed'), withStatus(undefined)];
  const held = obstacles(left, {
    done: new Set(done.map(({ id }) => id)),
    failed: new Set(failed.map(({ id }) => id)),
    refused: new Set(refused.map(({ task }) => task.id)),
  });
  const open = left.filter(({ id }) => !held.has(id));
  const ready = open.filter(({ prerequisites }) => prerequisites.every((id) => results.get(id) === 'done'));
  const blocked = [
    ...refused,
    ...left.flatMap(({ index, id }) => {
      const task = held.get(id);
      return task === undefined ? [] : [{ index, task }];
    }),
  ]
    .sort((a, b) => a.index - b.index)
    .map(({ task }) => task);
  const totals = {
    tasks: tasks.length + refused.length,
    done: done.length,
    failed: failed.length,
    blocked: blocked.length,
    open: open.length,
  };
  const state = stateOf(totals);
  const reason = reasonOf(state, totals, failed, blocked);
  return { runnable: ready.slice(0, Math.max(1, maxFanout)), state, blocked, totals, reason };
}

function stateOf({ tasks, done, open }: PlanRound['totals']): PlanRound['state'] {
  if (tasks === 0) return 'idle';
  if (open > 0) return 'more';
  return done === tasks ? 'complete' : 'stalled';
}

function reasonOf(
  state: PlanRound['state'],
  { tasks, done, failed, blocked, open }: PlanRound['totals'],
  failures: readonly Task[],
  held: readonly BlockedTask[],
): string {
  if (state === 'idle') return 'the plan has no task';
  const counts = [
    `${done} of ${tasks} tasks are done`,
    `${failed} failed`,
    `${blocked} blocked`,
    `${open} can still run`,
  ];
  const told = counts.filter((part, index) => index === 0 || !part.startsWith('0 ')).join(', ');
  const causes = [...failures.map(({ id }) => `"${id}" failed`), ...held.map(({ id, why }) => `"${id}": ${why}`)];
  const more = causes.length > MOST_CAUSES ? [`and ${causes.length - MOST_CAUSES} more`] : [];
  return [told, ...causes.slice(0, MOST_CAUSES), ...more].join('; ');
}

const MOST_CAUSES = 10;
