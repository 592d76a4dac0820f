import type { JsonObject } from '../json';
import { inboxOf } from '../loops/group';
import { KEEP_NOTES, noteText } from '../loops/notes';
import type { LoopInbox } from '../ports';
import { openChecks } from '../steps/checks';
import type { StepContext } from '../steps/context';
import type { Note } from '../trace/decision';
import type { Due, InnerScope, StepScope } from '../trace/scope';
import type { RunIo } from './io';
import type { Plan } from './plan';
import { caps, deadlineOf, spanInForce } from './raised';
import type { Extra } from './reads';
import type { RunState } from './state';

export const scopeOf = (plan: Plan, io: RunIo, due: Due): StepScope => scopeIn(plan, io.state(), due);

export function scopeIn(plan: Plan, state: RunState, due: Due): StepScope {
  const loop = plan.loopOf.get(due.step);
  const pass = loop === undefined ? 0 : (state.loops[loop]?.pass ?? 0);
  const inner = innerScope(plan, state, due.step);
  return {
    step: due.step,
    visit: due.visit,
    ...(loop === undefined ? {} : { loop }),
    pass,
    ...(inner === null ? {} : { inner }),
  };
}

function innerScope(plan: Plan, state: RunState, step: string): InnerScope | null {
  const loop = plan.innerOf.get(step);
  if (loop === undefined) return null;
  if (plan.groups[loop] !== undefined) {
    const { batch = 0, iteration = 0, total = 0, status = 'none' } = state.groups[loop] ?? {};
    return status === 'none' ? { loop, batch: 0, iteration: 0, total } : { loop, batch, iteration, total };
  }
  const { round: iteration = 0, total = 0 } = state.improves[loop] ?? {};
  return { loop, iteration, total };
}

interface Visited {
  readonly due: Due;
  readonly scope: StepScope;
  readonly reads: JsonObject;
  readonly extra?: Extra;
}

/** Everything a step's visit is given. Notes and steers go to every step of a loop's body. */
export function contextOf(plan: Plan, io: RunIo, { due, scope, reads, extra = {} }: Visited): StepContext {
  const state = io.state();
  const loop = scope.loop === undefined ? undefined : state.loops[scope.loop];
  const spec = scope.loop === undefined ? undefined : plan.loops[scope.loop]?.loop;
  const doing = state.doing[scope.step];
  const keep = Math.min(spec?.notes?.keep ?? KEEP_NOTES, KEEP_NOTES);
  return {
    run: state.head?.run ?? '',
    within: io.within,
    scope,
    goal: state.head?.goal ?? '',
    reads,
    extra,
    loops: inboxes(plan, state, due),
    notes: (loop?.notes ?? []).slice(-keep).map(noteLine),
    steers: loop?.steers ?? [],
    frozen: spec?.frozen ?? [],
    checks: openChecks(plan.flow),
    doing: doing?.visit === scope.visit ? doing : null,
    caps: caps(plan, state, scope.loop),
    deadline: deadlineOf(plan, state) ?? null,
    owner: { run: state.head?.run ?? '', fence: state.head?.fence ?? 0 },
    spend: () => io.root().spend,
    ports: io.ports,
    guards: io.guards,
    stop: io.stop,
    record: io.record,
    flush: io.flush,
  };
}

function inboxes(plan: Plan, state: RunState, due: Due): Readonly<Record<string, LoopInbox>> {
  return Object.fromEntries(
    Object.entries(plan.groups).map(([id, { loop, members }]) => [
      id,
      inboxOf({ id, loop: spanInForce(plan, state, id, loop), members }, state.groups[id], due.handoff),
    ]),
  );
}

/** A trace that came with a repository may hold notes that were never made as ours are: they are made so again. */
const noteLine = ({ pass, from, text }: Note): string => `Pass ${pass} (${noteText(from, 100)}): ${noteText(text)}`;
