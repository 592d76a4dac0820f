import { isTerminal } from '../flow/graph';
import { hopThrough, resetGroup } from '../loops/group';
import { improveEntered } from '../loops/improve';
import type { GroupState, ImproveState } from '../loops/innerState';
import type { Decision } from '../trace/decision';
import type { Due, Handoff } from '../trace/scope';
import { arriving, lateFor, met } from './joins';
import type { Plan } from './plan';
import { spanInForce } from './raised';
import type { RunState } from './state';

/** Decided events, with what their hops count, and what is due behind them. */
export interface Hopped {
  readonly events: readonly Decision[];
  readonly frontier: readonly Due[];
}

export interface HopFacts {
  /** What was carried out by this commit. */
  readonly done: readonly Due[];
  /** Tails of groups whose `exitWhen` is true. */
  readonly exits?: ReadonlySet<string>;
}

/**
 * What events lead to: each target once, in the order of the flow file.
 *
 * R1 What is due and was not carried out stays due; steps of a body whose pass ended are no longer due, and what leads to
 *    them is not counted.
 * R2 A hop into, within or out of a group is counted in the same commit, before what it makes due has run.
 * R3 A step leads where its group lets it: `to` of its event is where it led in truth.
 * R4 A branch that a join did not wait for ends where it meets that join.
 */
export function hops(plan: Plan, state: RunState, decided: readonly Decision[], facts: HopFacts): Hopped {
  const groups = Object.entries(plan.groups).map(([id, { loop, members }]) => ({
    id,
    loop: spanInForce(plan, state, id, loop),
    members,
  }));
  let groupStates: Readonly<Record<string, GroupState>> = state.groups;
  const improves: Record<string, ImproveState | 'running' | undefined> = { ...state.improves };
  const late = lateFor(plan.joinReach, facts.done, (step) => isAny(plan, step));
  const due = new Map<string, Due>();
  for (const each of state.frontier) {
    if (!facts.done.some(({ step }) => step === each.step)) due.set(each.step, late(each));
  }
  const visits = new Map(facts.done.map((each) => [each.step, each.visit]));
  const hopped = new Set<string>();
  const ended = endedBy(decided);
  const isOver = (step: string) => ended.has(plan.loopOf.get(step) ?? '');
  const events: Decision[] = [];

  const lead = (from: string | null, target: string, strong: boolean, place: number): string => {
    if (target === '' || isOver(target)) return target;
    const source = facts.done.find(({ step }) => step === from);
    const hop = `${state.superStep + 1}${plan.within === '' ? '' : `:${plan.within}`}:${from ?? 'start'}:${place}`;
    const exit = from !== null && facts.exits?.has(from) === true;
    const out = hopThrough(groups, groupStates, from, target, { id: hop, strong, exit }, hopped);
    groupStates = out.states;
    events.push(...out.events, ...enterImprove(plan, improves, from, out.to));
    if (isTerminal(out.to)) return out.to;
    const marks = source === undefined ? undefined : late(source).late;
    const arrived = arriving(due.get(out.to), marks, out.to);
    hopped.add(out.to);
    if (arrived === 'ends') return out.to;
    const visit = due.get(out.to)?.visit ?? (visits.get(out.to) ?? state.steps[out.to]?.visits ?? 0) + 1;
    const handoff: Handoff | undefined = out.handoff ?? due.get(out.to)?.handoff;
    due.set(out.to, met({ step: out.to, visit, ...(handoff === undefined ? {} : { handoff }) }, arrived));
    return out.to;
  };

  for (const event of decided) {
    switch (event.type) {
      case 'step.done': {
        const at = events.push(event) - 1;
        const step = plan.flow.steps[event.step];
        const next = step !== undefined && 'next' in step ? step.next : undefined;
        const to = event.to.map((target, index) =>
          lead(event.step, target, next === target || next?.includes(target) === true, index),
        );
        events[at] = { ...event, to };
        break;
      }
      case 'loop.exited':
      case 'improve.ended':
        events.push(event);
        event.to.forEach((target, index) => void lead(spanTail(plan, event.loop), target, false, index));
        break;
      case 'pass.started': {
        events.push(event);
        for (const id of event.inner ?? []) {
          const group = groupStates[id];
          if (group !== undefined) groupStates = { ...groupStates, [id]: resetGroup(group) };
          const improve = state.improves[id];
          if (improve !== undefined) improves[id] = { ...improve, status: 'ended' };
        }
        const head = plan.loops[event.loop]?.loop.head ?? '';
        due.delete(head);
        lead(null, head, false, 0);
        break;
      }
      case 'improve.round': {
        const head = plan.improves[event.loop]?.loop.head ?? '';
        if (isOver(head)) break;
        events.push(event);
        if (event.round > 1) lead(spanTail(plan, event.loop), head, false, 0);
        break;
      }
      default:
        events.push(event);
    }
  }
  const frontier = [...due.values()]
    .filter(({ step }) => !isOver(step))
    .sort((a, b) => (plan.order.get(a.step) ?? 0) - (plan.order.get(b.step) ?? 0));
  return { events, frontier };
}

/** Until loops whose pass ends with these events. */
const endedBy = (decided: readonly Decision[]): ReadonlySet<string> =>
  new Set(
    decided.flatMap((event) =>
      event.type === 'step.done' && event.endsPass !== undefined && event.loop !== undefined ? [event.loop] : [],
    ),
  );

/** The events with which a flow begins at the entry of a group or of an improve loop: that is a hop from outside. */
export function startHops(plan: Plan, state: RunState): Hopped | null {
  const fresh = state.frontier.filter(({ step }) => {
    const id = plan.innerOf.get(step);
    if (id === undefined) return false;
    const group = plan.groups[id];
    if (group !== undefined) return group.loop.to === step && state.groups[id] === undefined;
    return plan.improves[id]?.loop.head === step && state.improves[id] === undefined;
  });
  if (fresh.length === 0) return null;
  const events: Decision[] = [];
  for (const [place, { step }] of fresh.entries()) {
    const id = plan.innerOf.get(step) ?? '';
    const hop = `${state.superStep + 1}${plan.within === '' ? '' : `:${plan.within}`}:start:${place}`;
    const groups = Object.entries(plan.groups).map(([name, { loop, members }]) => ({ id: name, loop, members }));
    if (plan.improves[id] !== undefined) events.push(improveEntered(id, undefined));
    else events.push(...hopThrough(groups, state.groups, null, step, { id: hop, strong: false, exit: false }).events);
  }
  return { events, frontier: state.frontier };
}

/** The improve loop that a hop enters from outside its body begins with round 1; its total goes on. */
function enterImprove(
  plan: Plan,
  improves: Record<string, ImproveState | 'running' | undefined>,
  from: string | null,
  to: string,
): readonly Decision[] {
  const id = plan.innerOf.get(to);
  const span = id === undefined ? undefined : plan.improves[id];
  if (id === undefined || span === undefined || span.loop.head !== to) return [];
  const known = improves[id];
  if (known === 'running' || (from !== null && span.body.includes(from) && known?.status === 'running')) return [];
  improves[id] = 'running';
  return [improveEntered(id, known)];
}

const spanTail = (plan: Plan, id: string): string | null =>
  plan.improves[id]?.loop.tail ?? plan.loops[id]?.loop.tail ?? null;

const isAny = (plan: Plan, id: string): boolean => {
  const step = plan.flow.steps[id];
  return step?.kind === 'join' && step.wait === 'any';
};
