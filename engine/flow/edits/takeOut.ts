import type { Graph, GraphLoop } from '../graph';
import { loopKeys } from '../graph/loopKeys';
import { membersOf } from '../graph/membersOf';
import type { Draft, Edited } from './draft';
import { hasStep, noStep } from './draft';
import type { Heir } from './heirs';
import { heirsOf, isWhole } from './heirs';
import { cutRoute } from './routes';

/**
 * Takes steps out of the innermost loop around them.
 * - T1 What stands first in the loop then stands before it and leads into it; what stood last stands behind an improve loop.
 * - T2 Any other step then stands beside the flow, with the routes that it may keep: what led to it leads past it.
 * - T3 A loop that cannot be without a step is left as it is, and the reason is said.
 */
export function takeOut(draft: Draft, ids: readonly string[]): Edited {
  const missing = ids.find((id) => !hasStep(draft, id));
  if (missing !== undefined) return noStep(missing);
  const out = new Set(ids);
  const around = loopsAround(draft.graph(), out);
  if (around.length === 0) return { why: whyNone(draft.graph(), ids, out) };
  for (const id of around) {
    const why = shrink(draft, id, out);
    if (why !== null) return { why };
  }
  return { select: ids };
}

function whyNone({ loops }: Graph, ids: readonly string[], out: ReadonlySet<string>): string {
  const whole = loops.find((loop) => isWhole(loop, out));
  if (whole !== undefined) return `The loop "${whole.id}" would have no step left. Remove the loop instead.`;
  return ids.length === 1 ? `"${ids[0]}" stands in no loop.` : 'None of these steps stands in a loop.';
}

/** Of each step the smallest loop around it that does not come out as a whole. */
function loopsAround(graph: Graph, out: ReadonlySet<string>): readonly string[] {
  const open = graph.loops.filter((loop) => !isWhole(loop, out)).sort((a, b) => a.body.length - b.body.length);
  const found = [...out].flatMap((id) => open.find(({ body }) => body.includes(id)) ?? []);
  return [...new Set(found.map(({ id }) => id))];
}

/** Null where it is done. */
function shrink(draft: Draft, id: string, out: ReadonlySet<string>): string | null {
  const graph = draft.graph();
  const loop = graph.loops.find((each) => each.id === id);
  if (loop === undefined) return null;
  const inside = new Set(loop.body);
  const taken = new Set([...out].filter((step) => inside.has(step)));
  const rest = membersOf(graph, loop).filter((step) => !out.has(step));
  const heir = heirsOf(graph, taken);
  const head = taken.has(loop.head) ? headOf(rest, heir(loop.head)) : loop.head;
  const tail = taken.has(loop.tail) ? tailOf(graph, loop, rest) : loop.tail;
  if (head === undefined || tail === undefined) return tooMuch(loop, taken);
  if (loop.type === 'group' && head === tail) return tooMuch(loop, taken);
  const keys = loopKeys(loop.type);
  if (head !== loop.head) draft.set([...loop.path, keys.head], head);
  if (tail !== loop.tail) draft.set([...loop.path, keys.tail], tail);
  leadPast(draft, graph, { loop, taken, inside, head, tail, heir });
  const now = draft.graph().loops.find((each) => each.id === id);
  const complete = now !== undefined && rest.every((step) => now.body.includes(step));
  if (complete && !now.body.some((step) => out.has(step))) return null;
  return `Without ${quoted(taken)} no way leads from "${head}" to "${tail}" through the loop "${loop.id}". Lead one past it first.`;
}

const headOf = (rest: readonly string[], heir: string | undefined): string | undefined =>
  heir !== undefined && rest.includes(heir) ? heir : rest[0];

/** An until loop ends at a judge, and at no other step. */
function tailOf(graph: Graph, loop: GraphLoop, rest: readonly string[]): string | undefined {
  const kindOf = (id: string) => graph.steps.find((step) => step.id === id)?.kind ?? '';
  if (loop.type !== 'group' && loop.type !== 'improve') return rest.filter((id) => kindOf(id) === 'judge').at(-1);
  return rest.at(-1);
}

interface Shrinking {
  readonly loop: GraphLoop;
  readonly taken: ReadonlySet<string>;
  /** The body as it was. */
  readonly inside: ReadonlySet<string>;
  readonly head: string;
  readonly tail: string;
  readonly heir: Heir;
}

function leadPast(draft: Draft, graph: Graph, { loop, taken, inside, head, tail, heir }: Shrinking): void {
  const isRest = (id: string) => inside.has(id) && !taken.has(id);
  const isBack = (from: string, to: string) => loop.type === 'group' && from === loop.tail && to === loop.head;
  // From the back, so that indexes of lists still mean what they meant.
  for (const route of [...graph.routes].reverse()) {
    const { from, to, path, kind } = route;
    if (loop.type === 'group' && from === tail && kind === 'strong') {
      if (to !== head) draft.set(path, head);
    } else if (taken.has(from)) {
      // From outside a loop is entered at its head.
      if ((isRest(to) && to !== head) || isBack(from, to)) cutRoute(draft, route);
    } else if (isRest(from) && taken.has(to) && !(from === tail && tail !== loop.tail)) {
      const next = heir(to);
      if (next !== undefined && next !== from && isRest(next)) draft.set(path, next);
      else cutRoute(draft, route);
    }
  }
  for (const inner of graph.loops) {
    if (inner.id === loop.id || !isWhole(inner, taken) || !isRest(inner.onExhausted) || inner.onExhausted === head)
      continue;
    const exit = [...inner.path, loopKeys(inner.type).onExhausted];
    if (inner.type === 'group') draft.set(exit, head);
    else draft.remove(exit);
  }
}

function tooMuch(loop: GraphLoop, taken: ReadonlySet<string>): string {
  if (loop.type !== 'group' && loop.type !== 'improve' && taken.has(loop.tail))
    return `The loop "${loop.id}" ends at its judge "${loop.tail}" and cannot be without it. Remove the loop, or put another judge into it first.`;
  const left = loop.type === 'group' ? 'would have no entry and tail left' : 'would have no step left';
  return `The loop "${loop.id}" ${left} without ${quoted(taken)}. Remove the loop instead.`;
}

const quoted = (ids: ReadonlySet<string>): string => [...ids].map((id) => `"${id}"`).join(', ');
