import type { JsonPath } from '../../json';
import type { Graph, GraphLoop } from '../graph';
import { isTerminal } from '../graph';
import { loopKeys } from '../graph/loopKeys';
import type { Draft } from './draft';

/** Lets no loop name a step that goes. `heir`: where a deleted step's one strong route led, over other deleted ones. */
export function mendLoops(
  draft: Draft,
  before: Graph,
  gone: ReadonlySet<string>,
  heir: (id: string) => string | undefined,
): void {
  for (const loop of before.loops) {
    const keys = loopKeys(loop.type);
    const mend = (key: string, id: string | undefined) =>
      id === undefined ? draft.remove([...loop.path, key]) : draft.set([...loop.path, key], id);
    const left = loop.body.filter((id) => !gone.has(id));
    const head = gone.has(loop.head) ? newHead(left, heir(loop.head)) : loop.head;
    const tail = gone.has(loop.tail) ? newTail(before, loop, left) : loop.tail;
    const tooShort = loop.type === 'group' && head === tail && loop.head !== loop.tail;
    const exit = gone.has(loop.onExhausted) ? newExit(before, loop, gone, heir(loop.onExhausted)) : loop.onExhausted;
    if (head === undefined || tail === undefined || tooShort) {
      if (tooShort && tail !== undefined) leadOn(draft, ['steps', tail, 'next'], exit);
      draft.remove(loop.path);
      continue;
    }
    if (head !== loop.head) mend(keys.head, head);
    if (tail !== loop.tail) mend(keys.tail, tail);
    if (exit !== loop.onExhausted) mend(keys.onExhausted, exit);
    if (loop.onConverged !== null && gone.has(loop.onConverged)) mend('onConverged', undefined);
  }
}

const newHead = (left: readonly string[], heir: string | undefined): string | undefined =>
  heir !== undefined && left.includes(heir) ? heir : left[0];

function newTail(graph: Graph, loop: GraphLoop, left: readonly string[]): string | undefined {
  const judge = graph.steps.find((step) => step.kind === 'judge' && left.includes(step.id));
  const before = graph.routes.find((route) => route.to === loop.tail && left.includes(route.from));
  return (loop.type === 'until' ? judge?.id : undefined) ?? before?.from ?? left.at(-1);
}

/** Only a group has to lead somewhere, and to a step outside of it. */
function newExit(graph: Graph, loop: GraphLoop, gone: ReadonlySet<string>, heir: string | undefined) {
  if (loop.type !== 'group') return undefined;
  return [heir, graph.main ?? undefined].find(
    (id) => id !== undefined && !isTerminal(id) && !gone.has(id) && !loop.body.includes(id),
  );
}

/** The way back of a group that went with its other end: it leads where the group would have handed control. */
function leadOn(draft: Draft, next: JsonPath, exit: string | undefined): void {
  if (draft.value(next) === undefined && exit !== undefined) draft.set(next, exit);
}
