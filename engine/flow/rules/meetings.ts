import { counted } from '../../counted';
import type { Fix, Issue } from '../../issue';
import type { FanOut } from './fanOuts';
import { fanOutsOf } from './fanOuts';
import { freeId } from './fixes';
import type { FlowView } from './rule';
import { quoted, warning } from './rule';
import { isFailure } from './success';

/**
 * Branches of one fan-out that meet after different numbers of steps: the step where they meet runs once for each. A join
 * waits for them.
 */
export function meetingRules(view: FlowView): readonly Issue[] {
  const told = new Set<string>();
  const walk = { left: MOST_HOPS };
  return fanOutsOf(view).flatMap((fanOut) => fanOutRule(view, fanOut, told, walk));
}

/** Branches that never meet are walked to their ends, for each fan-out anew: in a large flow only so far. */
const MOST_HOPS = 100_000;

interface Reached {
  readonly branch: string;
  readonly depth: number;
}

function fanOutRule(
  view: FlowView,
  { from, branches }: FanOut,
  told: Set<string>,
  walk: { left: number },
): readonly Issue[] {
  const reached = new Map<string, Reached>();
  const issues: Issue[] = [];
  let front = branches.map((id) => ({ id, branch: id }));
  for (let depth = 1; front.length > 0 && walk.left > 0; depth++) {
    walk.left -= front.length;
    const next: { readonly id: string; readonly branch: string }[] = [];
    for (const { id, branch } of front) {
      const before = reached.get(id);
      const joins = view.steps.get(id)?.kind === 'join';
      if (before !== undefined) {
        if (joins || before.branch === branch || before.depth === depth || told.has(id)) continue;
        told.add(id);
        issues.push(uneven(view, from, id, before, { branch, depth }));
        continue;
      }
      reached.set(id, { branch, depth });
      // What waits for the branches, and the step that parts them, ends the walk.
      if (joins || id === from) continue;
      for (const route of view.leaving.get(id) ?? [])
        if (!isFailure(route) && view.steps.has(route.to)) next.push({ id: route.to, branch });
    }
    front = next;
  }
  return issues;
}

function uneven(view: FlowView, from: string | null, id: string, one: Reached, other: Reached): Issue {
  const ways = `${quoted([one.branch])} after ${one.depth} and ${quoted([other.branch])} after ${counted(other.depth, 'step')}`;
  const whose = from === null ? 'The starts of the flow' : `The branches of "${from}"`;
  const message = `${whose}, by way of ${ways}, meet at "${id}", which runs once for each of them. Put a join before it.`;
  return warning('uneven-branches', view.steps.get(id)?.path ?? [], message, joinBefore(view, id));
}

/** A join that all who lead to a step lead to instead; not in a loop, whose span it could become a part of. */
function joinBefore({ graph, steps, entering }: FlowView, id: string): Fix | undefined {
  if (
    graph.start.includes(id) ||
    graph.loops.some(({ body, onExhausted, onConverged }) => [...body, onExhausted, onConverged].includes(id))
  )
    return undefined;
  const join = freeId('join', steps);
  const changes = (entering.get(id) ?? [])
    .filter((route) => !isFailure(route))
    .map(({ path }) => ({ path, value: join }));
  const step = { kind: 'join', wait: 'all', next: id };
  return { title: `Put a join before "${id}"`, changes: [...changes, { path: ['steps', join], value: step }] };
}
