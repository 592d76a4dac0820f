import type { Json, JsonPath } from '../json';
import { at, canonicalJson } from '../json';
import { entryChanges } from './diff/entries';
import { pairedUp } from './diff/pairs';
import { routeChanges } from './diff/routes';
import { stepChanges } from './diff/steps';
import { valueChanges } from './diff/values';
import type { Graph, RouteKind } from './graph';
import { graphOf } from './graph';
import { membersIn } from './graph/tolerant';

/**
 * What is different between two states of a flow, as a person who draws would say it.
 *
 * R1 What the flow does is compared, not its text: order of keys, white space and comments are no change. The order of the
 *    steps is one where several can be due at once: what they write is folded in that order.
 * R2 A step, loop, worker, channel or input is the same one in both where its id is. Under another id it is the same one
 *    only where its content or its wiring says so and nothing else could be meant; else one is gone and another is new.
 * R3 What a rename did elsewhere (routes, reads, conditions) is part of the rename and not told again.
 * R4 Routes of a step that is new or gone are told with the step.
 * R5 Where steps stand is no change of what the flow does: it is told apart, in `moved`.
 */
export interface FlowDiff {
  readonly changes: readonly FlowChange[];
  /** Ids (of `after`) of steps that are in both and are pinned elsewhere, or no longer. */
  readonly moved: readonly string[];
  /** Ids of `before` → ids of `after`, only where they differ. */
  readonly renamed: {
    readonly steps: Readonly<Record<string, string>>;
    readonly loops: Readonly<Record<string, string>>;
  };
}

export type FlowChange = PartChange | RouteChange;

export interface PartChange {
  readonly what: 'step' | 'loop' | 'worker' | 'channel' | 'input' | 'flow';
  /** `renamed`: `values` says what is different beside the id. */
  readonly how: 'added' | 'removed' | 'changed' | 'renamed';
  /** Its id, of `flow` the key; null where it is not there. */
  readonly before: string | null;
  readonly after: string | null;
  /** The kind of a step, the type of a loop; empty for others. */
  readonly kind: string;
  readonly values: readonly ValueChange[];
  /** Of a step that is new or gone: where it leads. */
  readonly leads: readonly string[];
}

/** One value inside of what it is told with. A side that has no such value does not have the key. */
export interface ValueChange {
  readonly path: JsonPath;
  readonly before?: Json;
  readonly after?: Json;
}

/** `changed`: it leads elsewhere, or its condition is another. */
export interface RouteChange {
  readonly what: 'route';
  readonly how: 'added' | 'removed' | 'changed';
  readonly before: RouteEnd | null;
  readonly after: RouteEnd | null;
}

export interface RouteEnd {
  /** `Route.id` in the flow of that side. */
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly kind: RouteKind;
  readonly label: string;
}

/** Compares two flows, however half typed. Anything but an object is a flow without parts. */
export function diffFlows(before: Json, after: Json): FlowDiff {
  const paired = pairedUp(before, after);
  const { flow } = paired;
  const graphs = { before: graphOf(flow), after: graphOf(after) };
  const changes: readonly FlowChange[] = [
    ...wholeChanges(flow, after),
    ...orderChanges(graphOf(before), graphs.after, paired.steps),
    ...stepChanges(flow, after, paired.steps, graphs),
    ...entryChanges('loop', 'loops', flow, after, paired.loops),
    ...routeChanges(graphs.before, graphs.after, paired.steps),
    ...entryChanges('worker', 'workers', flow, after, paired.workers),
    ...entryChanges('channel', 'channels', flow, after, paired.channels),
    ...entryChanges('input', 'inputs', flow, after, paired.inputs),
  ];
  return {
    changes,
    moved: movedSteps(flow, after),
    renamed: { steps: Object.fromEntries(paired.steps), loops: Object.fromEntries(paired.loops) },
  };
}

export const isSame = (diff: FlowDiff): boolean => diff.changes.length === 0;

/** Told in parts of their own, or no part of what a flow does. */
const APART: readonly string[] = ['$schema', 'steps', 'loops', 'workers', 'channels', 'inputs', 'layout'];

function wholeChanges(before: Json, after: Json): readonly PartChange[] {
  const keys = new Set([...Object.keys(membersIn(before, [])), ...Object.keys(membersIn(after, []))]);
  return [...keys]
    .filter((key) => !APART.includes(key))
    .flatMap((key): readonly PartChange[] => {
      const values = valueChanges(at(before, [key]), at(after, [key]), [key]);
      if (values.length === 0) return [];
      return [{ what: 'flow', how: 'changed', before: key, after: key, kind: '', values, leads: [] }];
    });
}

function orderChanges(before: Graph, after: Graph, renamed: ReadonlyMap<string, string>): readonly PartChange[] {
  if (!fansOut(before) && !fansOut(after)) return [];
  const [old, now] = [before.steps.map(({ id }) => renamed.get(id) ?? id), after.steps.map(({ id }) => id)];
  const [was, is] = [new Set(old), new Set(now)];
  const values = valueChanges(
    old.filter((id) => is.has(id)),
    now.filter((id) => was.has(id)),
    ['steps'],
  );
  if (values.length === 0) return [];
  return [{ what: 'flow', how: 'changed', before: 'steps', after: 'steps', kind: '', values, leads: [] }];
}

/** Whether several steps can be due at once. */
function fansOut({ start, routes }: Graph): boolean {
  const strong = routes.filter(({ kind }) => kind === 'strong').map(({ from }) => from);
  return start.length > 1 || new Set(strong).size < strong.length;
}

function movedSteps(before: Json, after: Json): readonly string[] {
  const place = (flow: Json, id: string) => canonicalJson(at(flow, ['layout', id]) ?? null);
  return Object.keys(membersIn(after, ['steps'])).filter(
    (id) => at(before, ['steps', id]) !== undefined && place(before, id) !== place(after, id),
  );
}
