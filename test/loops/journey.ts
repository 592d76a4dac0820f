import type { GroupEvent, GroupPlan } from '../../engine/loops/group';
import { hopThrough } from '../../engine/loops/group';
import type { GroupState } from '../../engine/loops/innerState';
import type { Handoff } from '../../engine/trace/scope';

/** revise → measure → assess → revise, and out to Main. */
export const refine = (maxIterations = 3, change: Partial<GroupPlan['loop']> = {}): GroupPlan =>
  groupOf('refine', ['revise', 'measure', 'assess'], 'main', maxIterations, change);

/** A group over its members in order, the first its entry and the last its tail. */
export const groupOf = (
  id: string,
  members: readonly [string, ...string[]],
  exitTo: string,
  maxIterations = 3,
  change: Partial<GroupPlan['loop']> = {},
): GroupPlan => ({
  id,
  loop: { type: 'group', to: members[0], from: members.at(-1) ?? members[0], maxIterations, exitTo, ...change },
  members: new Set(members),
});

/** A token that hops through groups; what happens is kept as words. */
export interface Journey {
  readonly at: string | null;
  readonly states: Readonly<Record<string, GroupState>>;
  readonly events: readonly GroupEvent[];
  /** Such as `batch 1`, `1.1.1` (batch, iteration, total), `exhausted 1.3.3`, `→ main, loop-limit`. */
  readonly story: readonly string[];
  readonly handoff: Handoff | undefined;
}

export const START: Journey = { at: null, states: {}, events: [], story: [], handoff: undefined };

/** One hop after the other, each from where the one before led. */
export function go(
  groups: GroupPlan | readonly GroupPlan[],
  from: Journey,
  ...hops: readonly (string | { readonly to: string; readonly strong?: boolean; readonly exit?: boolean })[]
): Journey {
  const all = 'id' in groups ? [groups] : groups;
  return hops.reduce<Journey>((journey, one) => {
    const { to, strong = true, exit = false } = typeof one === 'string' ? { to: one } : one;
    const leaving = { id: `${journey.at}/${journey.story.length}`, strong, exit };
    const hopped = hopThrough(all, journey.states, journey.at, to, leaving);
    const reason = hopped.handoff === undefined ? '' : `, ${hopped.handoff.reason}`;
    return {
      at: hopped.to,
      states: hopped.states,
      events: [...journey.events, ...hopped.events],
      story: [...journey.story, ...hopped.events.map(told), `→ ${hopped.to}${reason}`],
      handoff: hopped.handoff,
    };
  }, from);
}

/** An explicit hop of somebody else, wherever the token is: Main after an intervention. */
export const as = (from: string, journey: Journey): Journey => ({ ...journey, at: from });

/** `status batch.iteration.total`. */
export function numbers(journey: Journey, id = 'refine'): string {
  const { status, batch, iteration, total } = journey.states[id] ?? {
    status: 'none',
    batch: 0,
    iteration: 0,
    total: 0,
  };
  return `${status} ${batch}.${iteration}.${total}`;
}

/** What has happened, without the plain hops. */
export const counted = (journey: Journey): readonly string[] => journey.events.map(told);

export function told(event: GroupEvent): string {
  switch (event.type) {
    case 'workflow.loop.batch.started':
      return `batch ${event.batch}`;
    case 'workflow.loop.iteration':
      return `${event.batch}.${event.iteration}.${event.total}`;
    case 'workflow.loop.exhausted':
      return `exhausted ${event.batch}.${event.iteration}.${event.total}`;
    case 'workflow.loop.abandoned':
      return `abandoned ${event.batch} by ${event.by}`;
    case 'workflow.loop.left':
      return `left ${event.batch}`;
  }
}
