import type { Json } from '../../json';
import { canonicalJson } from '../../json';
import type { FlowEdit } from '../edit';
import { applyEdit } from '../edit';
import { membersIn, textIn } from '../graph/tolerant';
import { patched } from '../patch';
import type { Names } from './alone';
import { alone } from './alone';
import { renamedSteps } from './renamedSteps';

export interface Paired {
  /** The flow before, its parts under the ids that they have after. */
  readonly flow: Json;
  /** Id before → id after, where they differ. */
  readonly steps: Names;
  readonly loops: Names;
  readonly workers: Names;
  readonly channels: Names;
  readonly inputs: Names;
}

/** Finds what has another id now, and gives it that id. */
export function pairedUp(before: Json, after: Json): Paired {
  const steps = applied(before, renamedSteps(before, after), (from, to) => ({ type: 'renameStep', from, to }));
  const loops = applied(steps.flow, renamedLoops(steps.flow, after), (from, to) => ({ type: 'renameLoop', from, to }));
  const entries = (flow: Json, map: 'workers' | 'channels' | 'inputs') =>
    applied(flow, alone(without(flow, after, map), without(after, flow, map), canonicalJson), (from, to) => {
      return { type: 'renameEntry', map, from, to };
    });
  const workers = entries(loops.flow, 'workers');
  const channels = entries(workers.flow, 'channels');
  const inputs = entries(channels.flow, 'inputs');
  return {
    flow: inputs.flow,
    steps: steps.names,
    loops: loops.names,
    workers: workers.names,
    channels: channels.names,
    inputs: inputs.names,
  };
}

/** More than these and it is another flow, not one whose parts were renamed. */
const MOST = 200;

/** A rename that the flow does not take (no good id) is none. */
function applied(flow: Json, wanted: Names, edit: (from: string, to: string) => FlowEdit) {
  const names = new Map<string, string>();
  let now = flow;
  for (const [from, to] of wanted.size > MOST ? [] : wanted) {
    const result = applyEdit(now, edit(from, to));
    if (!result.ok) continue;
    now = patched(now, result.changes);
    names.set(from, to);
  }
  return { flow: now, names };
}

function renamedLoops(before: Json, after: Json): Names {
  const [old, now] = [without(before, after, 'loops'), without(after, before, 'loops')];
  const names = new Map(alone(old, now, canonicalJson));
  const span = (loop: Json) => canonicalJson(['type', 'head', 'tail', 'from', 'to'].map((key) => textIn(loop, [key])));
  for (const [from, to] of alone(old, now, span))
    if (!names.has(from) && ![...names.values()].includes(to)) names.set(from, to);
  return names;
}

/** The members of a map that the other flow has not. */
function without(flow: Json, other: Json, key: string): ReadonlyMap<string, Json> {
  const theirs = membersIn(other, [key]);
  return new Map(Object.entries(membersIn(flow, [key])).filter(([id]) => !Object.hasOwn(theirs, id)));
}
