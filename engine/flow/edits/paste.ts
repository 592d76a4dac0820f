import type { Json, JsonObject } from '../../json';
import { canonicalJson, isObject } from '../../json';
import type { EntryMap } from '../entryPlaces';
import { ENTRY_MAPS } from '../entryPlaces';
import type { FlowFragment } from '../fragment';
import { fragmentOf } from '../fragment';
import { stepPlaces } from '../stepPlaces';
import { copyNames } from './copyName';
import type { Draft, Edited } from './draft';
import { draftOf, hasStep } from './draft';
import { pinsOf } from './pins';
import { renameAll } from './renameAll';
import { cutWaysOut } from './waysOut';

/**
 * Adds what was copied, under names that are free.
 * - P1 What the copies say of each other they say of the copies: routes, reads, calls, loops, expressions.
 * - P2 No route or way out of a loop joins a copy to a step that was there before: such a one is cut, and the checks say
 *   what leads nowhere. Two are safe instead: a loop runs out to `@stop`, a group hands control to Main.
 * - P3 Any other name is kept, and one that the flow does not have, a route's too, is named by the checks.
 * - P4 Workers, channels and inputs come along where the flow lacks them, and under another name where it has others.
 * - P5 The start stays; only a flow without one begins with the copies.
 */
export function paste(draft: Draft, fragment: FlowFragment, position?: readonly [number, number]): Edited {
  const { steps, loops, channels, workers, inputs = {} } = fragment;
  const copy = draftOf({ steps: { ...steps }, loops: { ...loops }, channels, workers, inputs });
  for (const { head, tail, path } of copy.graph().loops)
    if (!hasStep(copy, head) || !hasStep(copy, tail)) copy.remove(path);
  if (Object.keys(steps).length === 0) return { why: 'There is nothing to paste.' };
  cutWaysOut(copy, draft);
  const names = {
    steps: stepNames(copy, draft),
    loops: newNames(objectIn(copy, 'loops'), (name) => name === 'budget' || draft.value(['loops', name]) !== undefined),
    workers: entryNames(copy, draft, 'workers'),
    channels: entryNames(copy, draft, 'channels'),
    inputs: entryNames(copy, draft, 'inputs'),
  };
  renameAll(copy, names);
  const pins = pinsOf(copy, draft, fragment.layout, position);
  const entry = entryOf(copy);
  for (const map of ENTRY_MAPS)
    for (const [name, value] of Object.entries(objectIn(copy, map))) {
      const now = names[map].get(name) ?? name;
      if (draft.value([map, now]) === undefined) draft.set([map, now], value);
    }
  const added = (map: 'steps' | 'loops') =>
    Object.entries(objectIn(copy, map)).map(([name, value]) => [names[map].get(name) ?? name, value] as const);
  for (const [id, step] of added('steps')) draft.set(['steps', id], step);
  for (const [id, loop] of added('loops')) draft.set(['loops', id], loop);
  for (const [id, pin] of Object.entries(pins)) draft.set(['layout', names.steps.get(id) ?? id], [...pin]);
  if (draft.graph().start.length === 0) draft.set(['start'], names.steps.get(entry) ?? entry);
  return { select: added('steps').map(([id]) => id) };
}

/** Steps, and the loops that lie whole in them, a second time. */
export function duplicate(draft: Draft, ids: readonly string[]): Edited {
  const known = ids.filter((id) => hasStep(draft, id));
  if (known.length > 0) return paste(draft, fragmentOf(draft.flow(), known));
  return { why: ids.length === 1 ? `There is no step "${ids[0]}" any more.` : 'These steps are gone already.' };
}

const objectIn = (draft: Draft, map: string): JsonObject => {
  const value = draft.value([map]);
  return isObject(value) ? value : {};
};

/** A name that a copy speaks of and does not bring is not given to another copy, or it would mean that. */
function stepNames(copy: Draft, draft: Draft): ReadonlyMap<string, string> {
  const own = objectIn(copy, 'steps');
  const spoken = new Set(stepPlaces(copy.flow(), copy.graph()).map(({ name }) => name));
  return newNames(own, (name) => hasStep(draft, name) || (spoken.has(name) && !Object.hasOwn(own, name)));
}

function newNames(own: JsonObject, taken: (name: string) => boolean): ReadonlyMap<string, string> {
  // Those that keep their name come first, so that no other one takes it.
  const kept = new Set(Object.keys(own).filter((name) => !taken(name)));
  const copyName = copyNames((name) => kept.has(name) || taken(name));
  return new Map(Object.keys(own).map((name) => [name, kept.has(name) ? name : copyName(name)]));
}

/** Where the flow has the same thing under the same name, that is meant. */
function entryNames(copy: Draft, draft: Draft, map: EntryMap): ReadonlyMap<string, string> {
  const own = objectIn(copy, map);
  const other = ([name, value]: readonly [string, Json]) => {
    const here = draft.value([map, name]);
    return here !== undefined && canonicalJson(here) !== canonicalJson(value);
  };
  const others = new Set(Object.entries(own).flatMap((entry) => (other(entry) ? [entry[0]] : [])));
  return newNames(
    own,
    (name) => others.has(name) || (draft.value([map, name]) !== undefined && !Object.hasOwn(own, name)),
  );
}

/** The copy that no other one leads to and that nobody calls, else the first. */
function entryOf(copy: Draft): string {
  const { steps, routes, called } = copy.graph();
  const entered = new Set(routes.filter(({ from, to }) => from !== to).map(({ to }) => to));
  const ids = steps.map(({ id }) => id).filter((id) => !called.has(id));
  return ids.find((id) => !entered.has(id)) ?? ids[0] ?? steps[0]?.id ?? '';
}
