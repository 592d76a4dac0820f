import type { Json } from '../json';
import { at, canonicalJson } from '../json';
import type { FlowChange, FlowDiff, PartChange } from './diff/change';
import { entryChanges } from './diff/entries';
import { pairedUp } from './diff/pairs';
import { routeChanges } from './diff/routes';
import { stepChanges } from './diff/steps';
import { valueChanges } from './diff/values';
import type { Graph } from './graph';
import { graphOf } from './graph';
import { membersIn } from './graph/tolerant';

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
