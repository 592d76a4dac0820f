import type { Change, Fix } from '../../issue';
import { compileExpression } from '../expression';
import type { GraphLoop } from '../graph';
import { graphOf } from '../graph';
import { patched } from '../patch';
import { groupRules } from './groups';
import { improveRules } from './improve';
import type { FlowView } from './rule';
import { isGroup, isUntil, viewOf } from './rule';
import { spanRules } from './span';
import { targetRules } from './targets';

/**
 * How the second of two loops gets out of the first one's way: one that repeats it goes, else it begins behind what they
 * share, or ends before it.
 *
 * R1 Only what is left over by a plain way: each step of it leads to the next one alone.
 * R2 Offered only where the loops then stand, and no rule of loops finds more than before.
 */
export function overlapFix(view: FlowView, one: GraphLoop, other: GraphLoop, isApart: Apart): Fix | undefined {
  for (const fix of candidates(view, one, other)) {
    const flow = patched(view.flow, fix.changes);
    const next = viewOf(flow, graphOf(flow));
    if (isApart(next, one.id, other.id) && findings(next) <= findings(view)) return fix;
  }
  return undefined;
}

/** Whether two loops, where both are still there, may stand as they do, and no two others stand worse than before. */
export type Apart = (view: FlowView, one: string, other: string) => boolean;

const findings = (view: FlowView): number =>
  [spanRules, groupRules, improveRules, targetRules].flatMap((rule) =>
    rule(view).filter(({ severity }) => severity === 'error'),
  ).length;

function candidates(view: FlowView, one: GraphLoop, other: GraphLoop): readonly Fix[] {
  const repeats = one.head === other.head && one.tail === other.tail && one.type === other.type;
  if (repeats) {
    if (isSpokenOf(view, other)) return [];
    return [{ title: `Remove the loop "${other.id}", which repeats "${one.id}"`, changes: [{ path: other.path }] }];
  }
  const way = plainWay(view, other);
  if (way === null) return [];
  const shares = new Set(one.body);
  const own = way.filter((id) => !shares.has(id));
  const [head, tail] = [own[0], own.at(-1)];
  if (head === undefined || tail === undefined || way.lastIndexOf(tail) - way.indexOf(head) !== own.length - 1)
    return [];
  const inFront = head !== other.head;
  const behind = tail !== other.tail;
  // What is cut off at both ends is no way out of one of them, and the tail of an until loop is its judge.
  if (inFront === behind || (behind && isUntil(other))) return [];
  const key = inFront ? (isGroup(other) ? 'to' : 'head') : isGroup(other) ? 'from' : 'tail';
  const set: Change = { path: [...other.path, key], value: inFront ? head : tail };
  const back: readonly Change[] = isGroup(other) ? [{ path: ['steps', tail, 'next'], value: head }] : [];
  const title = inFront ? `Begin "${other.id}" at "${head}"` : `End "${other.id}" at "${tail}"`;
  return [{ title, changes: [set, ...back] }];
}

/** The steps of a loop in their order; null where its way branches. */
function plainWay({ leaving }: FlowView, loop: GraphLoop): readonly string[] | null {
  const body = new Set(loop.body);
  const way = [loop.head];
  for (let here = loop.head; here !== loop.tail; ) {
    const on = [...new Set((leaving.get(here) ?? []).map(({ to }) => to))].filter((to) => body.has(to));
    const [next] = on;
    if (next === undefined || on.length > 1 || way.includes(next)) return null;
    way.push(next);
    here = next;
  }
  return way.length === body.size ? way : null;
}

/** Whether an expression names it. */
function isSpokenOf(view: FlowView, { id, path }: GraphLoop): boolean {
  return view.expressions().some(({ path: place, text }) => {
    if (place[0] === path[0] && place[1] === path[1]) return false;
    const compiled = compileExpression(text);
    return !compiled.ok || compiled.references.some(({ root, name }) => root === 'loops' && (name ?? id) === id);
  });
}
