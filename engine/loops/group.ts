import type { GroupLoop } from '../flow/schema';
import type { LoopInbox } from '../ports';
import type { Decision } from '../trace/decision';
import type { Handoff } from '../trace/scope';
import type { GroupState } from './innerState';

/**
 * Counting and routing of loop groups. A hop is decided once, together with the end of the step it leaves, and its events
 * stand in that commit: a hop that is queued, retried or resumed is not decided again and so counts once.
 *
 * R1 A hop from outside to the entry, the start of a run included, starts a batch: batch + 1, iteration 1, total + 1.
 * R2 A hop from inside to the entry is the next iteration: each call of the entry is one, whichever member calls. Without
 *    a batch (its baseline is done) it starts the first; in a batch that is used up it becomes a hop to `exitTo`.
 * R3 The cap is the one in force when the hop is decided: what has started stays counted, and a batch that is spent is not
 *    revived by a higher one.
 * R4 The condition is looked at before the cap, and only where the tail ended well.
 * R5 A batch ends once at most: used up, left by its condition, or abandoned by a member that leads out; a new one can
 *    begin before that. A baseline or a pass through a spent batch exits with its hand-off and without an event.
 * R6 A hop to another member counts nothing: it is the baseline, joins the batch, or is the one extra pass.
 * R7 What is due runs once: once a group's entry is due, other hops of that super-step change nothing in the group.
 */
export interface GroupPlan {
  readonly id: string;
  /** With the `maxIterations` in force. */
  readonly loop: GroupLoop;
  /** From the entry to the tail. */
  readonly members: ReadonlySet<string>;
}

/** How a step is left. */
export interface Leaving {
  /** Of the hop, unique in the run. A step that leads to several targets makes several hops. */
  readonly id: string;
  /** By its strong route. */
  readonly strong: boolean;
  /** The tail's `exitWhen` was true; means nothing elsewhere. */
  readonly exit: boolean;
}

export interface Hopped {
  /** Where it leads in truth. */
  readonly to: string;
  readonly events: readonly GroupEvent[];
  /** What `to` hears with its visit. */
  readonly handoff?: Handoff;
}

export type GroupEvent = Extract<Decision, { readonly type: `workflow.loop.${string}` }>;

/**
 * A hop as one group sees it.
 * @param from the step that ended; null where the run starts
 */
export function hop(
  group: GroupPlan,
  state: GroupState = FRESH,
  from: string | null,
  to: string,
  leaving: Leaving,
): Hopped {
  const { id: loop } = group;
  const { batch } = state;
  if (from === null || !group.members.has(from)) {
    return { to, events: to === group.loop.to ? batchStarted(group, state, leaving.id) : [] };
  }
  if (from === group.loop.from && leaving.strong && leaving.exit) {
    return exited(group, 'condition', state.status === 'running' ? [batchLeft(group, batch)] : []);
  }
  if (to === group.loop.to) return nextIteration(group, state, leaving.id);
  const abandoned = state.status === 'running' && !group.members.has(to);
  return { to, events: abandoned ? [{ type: 'workflow.loop.abandoned', loop, batch, by: from }] : [] };
}

/**
 * A hop as all groups of a flow see it, in order: first the group that it leaves, then the one that it enters, so that a
 * batch that is used up ends before the one that follows from it begins. A target is replaced once at most.
 * @param due what other hops of the same super-step have made due already
 */
export function hopThrough(
  groups: readonly GroupPlan[],
  states: Readonly<Record<string, GroupState>>,
  from: string | null,
  to: string,
  leaving: Leaving,
  due: ReadonlySet<string> = new Set(),
): Hopped & { readonly states: Readonly<Record<string, GroupState>> } {
  const own = groups.find(({ members }) => from !== null && members.has(from));
  const one = (group: GroupPlan | undefined, target: string): Hopped =>
    group === undefined || due.has(group.loop.to)
      ? { to: target, events: [] }
      : hop(group, states[group.id], from, target, leaving);
  const out = one(own, to);
  const into = one(
    groups.find((group) => group !== own && group.members.has(out.to)),
    out.to,
  );
  const events = [...out.events, ...into.events];
  const after = { ...states };
  for (const event of events) after[event.loop] = foldGroup(after[event.loop], event);
  return { ...out, events, states: after };
}

/** The group behind an event. Numbers are absolute: an event that is behind already changes nothing. */
export function foldGroup(state: GroupState = FRESH, event: GroupEvent): GroupState {
  switch (event.type) {
    case 'workflow.loop.batch.started':
      return event.batch <= state.batch ? state : { ...state, status: 'running', batch: event.batch, iteration: 0 };
    case 'workflow.loop.iteration':
      return event.total <= state.total ? state : { ...state, iteration: event.iteration, total: event.total };
    case 'workflow.loop.exhausted':
    case 'workflow.loop.abandoned':
    case 'workflow.loop.left':
      return event.batch === state.batch && state.status === 'running' ? { ...state, status: 'spent' } : state;
  }
}

/** The group as a new pass of the until loop around it enters it: no batch yet; numbering and total go on. */
export const resetGroup = (state: GroupState = FRESH): GroupState => ({ ...state, status: 'none', iteration: 0 });

/** What a turn hears of a group; the reason only where this group hands control over with the turn. */
export function inboxOf(group: GroupPlan, state: GroupState = FRESH, handoff?: Handoff): LoopInbox {
  const { to: entry, from: tail, exitTo, maxIterations } = group.loop;
  const { batch, iteration, total } = state;
  const remaining = state.status === 'spent' ? 0 : Math.max(0, maxIterations - iteration);
  const members = [...group.members];
  const inbox = { batch, iteration, total, remaining, members, entry, tail, exitTo, maxIterations };
  return handoff?.loop === group.id ? { ...inbox, reason: handoff.reason } : inbox;
}

export interface GroupCounters {
  /** Iterations started in the running or last batch. */
  readonly loopIterations: Readonly<Record<string, number>>;
  readonly loopBatches: Readonly<Record<string, number>>;
  /** Over all batches: evidence that is numbered by these is never overwritten. */
  readonly loopTotalIterations: Readonly<Record<string, number>>;
}

export function groupSnapshot(states: Readonly<Record<string, GroupState>>): GroupCounters {
  const of = (pick: (state: GroupState) => number) =>
    Object.fromEntries(Object.entries(states).map(([id, state]) => [id, pick(state)]));
  return {
    loopIterations: of(({ iteration }) => iteration),
    loopBatches: of(({ batch }) => batch),
    loopTotalIterations: of(({ total }) => total),
  };
}

const FRESH: GroupState = { status: 'none', batch: 0, iteration: 0, total: 0 };

function nextIteration(group: GroupPlan, state: GroupState, hopId: string): Hopped {
  const { id: loop } = group;
  const { to, exitTo, maxIterations } = group.loop;
  const { batch, iteration, total } = state;
  switch (state.status) {
    case 'none':
      return { to, events: batchStarted(group, state, hopId) };
    case 'spent':
      return exited(group, 'loop-limit', []);
    case 'running': {
      if (iteration < maxIterations) {
        const next = { batch, iteration: iteration + 1, total: total + 1 };
        return { to, events: [{ type: 'workflow.loop.iteration', loop, ...next, hop: hopId }] };
      }
      const exhausted = { batch, iteration, total, to: exitTo, hop: hopId };
      return exited(group, 'loop-limit', [{ type: 'workflow.loop.exhausted', loop, ...exhausted }]);
    }
  }
}

function batchStarted({ id: loop }: GroupPlan, state: GroupState, hopId: string): readonly GroupEvent[] {
  const batch = state.batch + 1;
  return [
    { type: 'workflow.loop.batch.started', loop, batch, hop: hopId },
    { type: 'workflow.loop.iteration', loop, batch, iteration: 1, total: state.total + 1, hop: hopId },
  ];
}

const exited = (
  { id: loop, loop: { exitTo } }: GroupPlan,
  reason: Handoff['reason'],
  events: readonly GroupEvent[],
) => ({
  to: exitTo,
  events,
  handoff: { loop, reason },
});

const batchLeft = ({ id: loop, loop: { exitTo } }: GroupPlan, batch: number): GroupEvent => ({
  type: 'workflow.loop.left',
  loop,
  batch,
  to: exitTo,
});
