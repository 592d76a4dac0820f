import { at } from '../../json';
import { reaching, routesBy } from '../graph';
import { fanOutsOf } from './fanOuts';
import { waysRound } from './rounds';
import type { FlowView } from './rule';

/**
 * The pairs of steps among `wanted` that can be due in one super-step. Branches of a fan-out go on in step with each other,
 * each super-step one hop, until they meet; a join waits for those that can still come to it.
 */
export function togetherOf(view: FlowView, wanted: ReadonlySet<string>): readonly (readonly [string, string])[] {
  const follow = waysRound(view);
  const entering = routesBy([...follow.values()].flat(), 'to');
  // Who can reach none of those that are wanted is in no pair that matters.
  const relevant = reaching(entering, [...wanted]);
  const next = new Map<string, readonly string[]>();
  const after = (id: string): readonly string[] => {
    const known = next.get(id);
    if (known !== undefined) return known;
    const found = [...new Set((follow.get(id) ?? []).map(({ to }) => to))].filter((to) => relevant.has(to));
    next.set(id, found);
    return found;
  };
  const waits = waitingOf(view);
  const seen = new Set<string>();
  const queue: (readonly [string, string])[] = [];
  const add = (a: string, b: string) => {
    if (a === b || seen.size >= MOST_PAIRS) return;
    const pair = a < b ? ([a, b] as const) : ([b, a] as const);
    const key = `${pair[0]} ${pair[1]}`;
    if (seen.has(key)) return;
    seen.add(key);
    queue.push(pair);
  };
  for (const { branches } of fanOutsOf(view)) {
    const here = branches.filter((id) => relevant.has(id));
    for (const [index, a] of here.entries()) {
      if (seen.size >= MOST_PAIRS) break;
      for (const b of here.slice(index + 1)) add(a, b);
    }
  }
  const found: (readonly [string, string])[] = [];
  for (let pair = queue.pop(); pair !== undefined; pair = queue.pop()) {
    const [a, b] = pair;
    if (wanted.has(a) && wanted.has(b)) found.push(pair);
    const fromA = waits(a, b, after);
    const fromB = waits(b, a, after);
    for (const x of fromA) for (const y of fromB) add(x, y);
  }
  return found;
}

/** A flow with more of them is beyond what a person could look at; what is found until then is told. */
const MOST_PAIRS = 200_000;

type After = (id: string) => readonly string[];

/** Where a step can be one super-step later, while `other` runs beside it. */
function waitingOf(view: FlowView) {
  const coming = new Map<string, ReadonlySet<string>>();
  const comesTo = (join: string, other: string): boolean => {
    let known = coming.get(join);
    if (known === undefined) {
      known = reaching(view.waysTo, [join]);
      coming.set(join, known);
    }
    return known.has(other);
  };
  return (id: string, other: string, after: After): readonly string[] => {
    if (view.steps.get(id)?.kind !== 'join' || at(view.flow, ['steps', id, 'wait']) === 'any') return after(id);
    // It waits for the other one; or for a third, for as long as that takes.
    return comesTo(id, other) ? [id] : [id, ...after(id)];
  };
}
