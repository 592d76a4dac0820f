import { knots } from '../flow/rules/knots';
import type { BlockedTask } from '../trace/result';
import type { Task } from './planTasks';

export interface Finished {
  readonly done: ReadonlySet<string>;
  readonly failed: ReadonlySet<string>;
  readonly refused: ReadonlySet<string>;
}

/**
 * What is in the way of each task that has not run and never can, by id. What needs such a task is held up by the same:
 * `by` names the first cause, not the tasks in between. Plans are walked once, however wide or long they are.
 */
export function obstacles(left: readonly Task[], finished: Finished): ReadonlyMap<string, BlockedTask> {
  const known = new Set(left.map(({ id }) => id));
  const cycles = cyclesIn(left);
  const needing = new Map<string, Task[]>(left.map(({ id }) => [id, []]));
  for (const task of left) for (const id of task.prerequisites) needing.get(id)?.push(task);
  const held = new Map<string, BlockedTask>();
  for (const task of left) {
    const obstacle = ownObstacle(task, known, finished) ?? ownCycle(task, cycles);
    if (obstacle !== undefined) held.set(task.id, obstacle);
  }
  const queue = [...held.values()];
  for (const first of queue) {
    const by = first.cause === 'cycle' ? first.id : first.by;
    for (const { id } of needing.get(first.id) ?? []) {
      if (held.has(id)) continue;
      const through = first.id === by ? '' : ` through ${first.id}`;
      const next = blocked(id, by, 'blocked', `skipped: blocked by ${by}${through}`);
      held.set(id, next);
      queue.push(next);
    }
  }
  return held;
}

function ownObstacle({ id, prerequisites }: Task, known: ReadonlySet<string>, finished: Finished) {
  const by = prerequisites.find((other) => !finished.done.has(other) && !known.has(other));
  if (by === undefined) return undefined;
  if (finished.failed.has(by)) return blocked(id, by, 'failed', `skipped: blocked by ${by}, which failed`);
  if (finished.refused.has(by)) return blocked(id, by, 'refused', `skipped: blocked by ${by}, which was refused`);
  return blocked(id, by, 'unknown', `skipped: blocked by ${by}, which is not in the plan`);
}

function ownCycle({ id, prerequisites }: Task, cycles: ReadonlyMap<string, ReadonlySet<string>>) {
  const by = prerequisites.find((other) => cycles.get(id)?.has(other));
  if (by === undefined) return undefined;
  return blocked(id, by, 'cycle', `skipped: blocked by ${by}, which ${by === id ? 'is itself' : 'needs it in turn'}`);
}

const blocked = (id: string, by: string, cause: BlockedTask['cause'], why: string): BlockedTask => ({
  id,
  by,
  cause,
  why,
});

/** The cycle that each task is in, where it is in one. */
function cyclesIn(left: readonly Task[]): ReadonlyMap<string, ReadonlySet<string>> {
  const edges = left.flatMap(({ id, prerequisites }) => prerequisites.map((to) => ({ from: id, to })));
  const found = new Map<string, ReadonlySet<string>>();
  for (const cycle of knots(
    left.map(({ id }) => id),
    edges,
  )) {
    const members = new Set(cycle);
    for (const id of cycle) found.set(id, members);
  }
  return found;
}
