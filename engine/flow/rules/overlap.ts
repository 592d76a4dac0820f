import type { Issue } from '../../issue';
import type { GraphLoop } from '../graph';
import { overlapFix } from './overlapFixes';
import type { FlowView } from './rule';
import { error, isUntil, quoted } from './rule';

/**
 * Which loops may share steps: a group or an improve loop may stand inside of an until body as a whole, without its judge
 * (each pass enters it anew). Nothing else.
 * - SE-10 Groups share no member and no entry.
 * - SE-11 Groups do not stand in one another.
 */
export function overlapRules(view: FlowView): readonly Issue[] {
  let mended = 0;
  return pairsOf(view).map(([one, other]) => {
    const issue = pairIssue(one, other);
    const fix = mended < MOST_MENDED ? overlapFix(view, one, other, isApart(view)) : undefined;
    mended += 1;
    return fix === undefined ? issue : { ...issue, fix };
  });
}

/** Mends are tried out, each on the whole flow. */
const MOST_MENDED = 4;

const isApart = (before: FlowView) => (view: FlowView, one: string, other: string) => {
  const pairs = pairsOf(view);
  return (
    pairs.length < pairsOf(before).length &&
    !pairs.some((pair) => pair.some(({ id }) => id === one) && pair.some(({ id }) => id === other))
  );
};

/** Pairs of loops that may not stand as they do. */
function pairsOf({ graph, steps }: FlowView): readonly (readonly [GraphLoop, GraphLoop])[] {
  const sound = graph.loops.filter((loop) => steps.has(loop.head) && steps.has(loop.tail));
  const owners = new Map<string, GraphLoop[]>();
  return sound.flatMap((loop) => {
    const others = new Set<GraphLoop>();
    for (const id of loop.body) {
      const here = owners.get(id);
      for (const other of here ?? []) others.add(other);
      if (here === undefined) owners.set(id, [loop]);
      else if (here.length < MOST) here.push(loop);
    }
    return [...others].filter((other) => !mayShare(other, loop)).map((other) => [other, loop] as const);
  });
}

/** What shares a step with so many loops has been named often enough. */
const MOST = 8;

function mayShare(one: GraphLoop, other: GraphLoop): boolean {
  if (isUntil(one) === isUntil(other)) return false;
  const [until, inner] = isUntil(one) ? [one, other] : [other, one];
  const body = new Set(until.body);
  return inner.body.every((id) => body.has(id)) && !inner.body.includes(until.tail);
}

function pairIssue(one: GraphLoop, other: GraphLoop): Issue {
  const members = new Set(one.body);
  const shared = other.body.filter((id) => members.has(id));
  const inside =
    shared.length === other.body.length ? [other, one] : shared.length === one.body.length ? [one, other] : null;
  const [within, around] = inside ?? [];
  const how =
    within === undefined || around === undefined
      ? `The loops "${one.id}" and "${other.id}" share ${some(shared)}`
      : `The loop "${within.id}" stands inside of the loop "${around.id}" (nested, at ${some(shared)})`;
  const entry = one.head === other.head ? ` Both are entered at "${one.head}".` : '';
  return error('loops-overlap', other.path, `${how}.${entry} ${ruleOf(one, other)}`);
}

function ruleOf(one: GraphLoop, other: GraphLoop): string {
  if (isUntil(one) && isUntil(other)) return 'An until loop may not share steps with another until loop.';
  if (isUntil(one) || isUntil(other))
    return 'A group or an improve loop stands inside of an until body as a whole and without its judge, or outside of it.';
  return 'Groups and improve loops share no step and do not nest: each step belongs to one of them.';
}

const some = (ids: readonly string[]): string =>
  ids.length > 6 ? `${quoted(ids.slice(0, 5))} and ${ids.length - 5} more` : quoted(ids);
