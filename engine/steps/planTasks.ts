import type { Json } from '../json';
import { isObject } from '../json';
import type { BlockedTask } from '../trace/result';

/** A task of a plan, as its channel has it. */
export interface Task {
  /** Its place in the channel's list, from 0. */
  readonly index: number;
  readonly id: string;
  readonly kind: string;
  readonly prerequisites: readonly string[];
  /** Null where none is given. */
  readonly input: Json;
}

export interface Refused {
  readonly index: number;
  readonly task: BlockedTask;
}

/** The tasks of a list, and those that are none, each with its reason. Takes whatever it is given. */
export function tasksIn(
  list: Json | undefined,
  handlers: Readonly<Record<string, string>>,
): { readonly tasks: readonly Task[]; readonly refused: readonly Refused[] } {
  const items: readonly Json[] = Array.isArray(list) ? list : list === undefined || list === null ? [] : [list];
  const tasks: Task[] = [];
  const refused: Refused[] = [];
  const taken = new Set<string>();
  for (const [index, item] of items.entries()) {
    const task = taskOf(item, index, handlers);
    const why =
      typeof task === 'string' ? task : taken.has(task.id) ? `refused: "${task.id}" is already in the plan` : null;
    if (typeof task !== 'string') taken.add(task.id);
    if (typeof task !== 'string' && why === null) tasks.push(task);
    else {
      const id = isObject(item) && typeof item.id === 'string' && item.id !== '' ? item.id : `#${index}`;
      refused.push({ index, task: { id, by: id, cause: 'refused', why: why ?? '' } });
    }
  }
  return { tasks, refused };
}

/** The task, or why it is none. */
function taskOf(item: Json, index: number, handlers: Readonly<Record<string, string>>): Task | string {
  if (!isObject(item)) return 'refused: a task is an object { id, kind, prerequisites, input }';
  const { id, kind, input = null } = item;
  const prerequisites = item.prerequisites ?? [];
  if (typeof id !== 'string' || id === '') return 'refused: it has no "id"';
  if (typeof kind !== 'string') return 'refused: it has no "kind"';
  if (!Object.hasOwn(handlers, kind)) {
    return `refused: no handler for the kind "${kind}"; there are: ${Object.keys(handlers).join(', ') || 'none'}`;
  }
  const needs: readonly Json[] | null = Array.isArray(prerequisites) ? prerequisites : null;
  const names = needs?.filter((name) => typeof name === 'string');
  if (names === undefined || names.length !== needs?.length) return 'refused: "prerequisites" is no list of ids';
  return { index, id, kind, prerequisites: names, input };
}

/**
 * How each task ended, by id; the last result counts. One whose status cannot be read counts as failed: it ran, and nobody
 * knows what came of it.
 */
export function resultsIn(list: Json | undefined): ReadonlyMap<string, 'done' | 'failed'> {
  const items: readonly Json[] = Array.isArray(list) ? list : [];
  const found = new Map<string, 'done' | 'failed'>();
  for (const item of items) {
    if (isObject(item) && typeof item.id === 'string') found.set(item.id, item.status === 'done' ? 'done' : 'failed');
  }
  return found;
}
