import type { JsonObject } from '../json';
import { KEEP_NOTES } from '../loops/notes';
import type { StepContext } from '../steps/context';
import type { Due, StepScope } from '../trace/scope';
import type { Plan } from './decide';
import type { RunIo } from './io';
import { caps } from './raised';

export function scopeOf(plan: Plan, io: RunIo, due: Due): StepScope {
  const loop = plan.loopOf.get(due.step);
  const pass = loop === undefined ? 0 : (io.state().loops[loop]?.pass ?? 0);
  return { step: due.step, visit: due.visit, ...(loop === undefined ? {} : { loop }), pass };
}

/** Everything a step's visit is given. Notes and steers go to every step of a loop's body. */
export function contextOf(plan: Plan, io: RunIo, scope: StepScope, reads: JsonObject): StepContext {
  const state = io.state();
  const loop = scope.loop === undefined ? undefined : state.loops[scope.loop];
  const spec = scope.loop === undefined ? undefined : plan.loops[scope.loop]?.loop;
  const doing = state.doing[scope.step];
  const keep = spec?.notes?.keep ?? KEEP_NOTES;
  return {
    run: state.head?.run ?? '',
    scope,
    goal: state.head?.goal ?? '',
    reads,
    notes: (loop?.notes ?? []).slice(-keep).map(({ pass, from, text }) => `Pass ${pass} (${from}): ${text}`),
    steers: loop?.steers ?? [],
    frozen: spec?.frozen ?? [],
    doing: doing?.visit === scope.visit ? doing : null,
    caps: caps(plan, state, scope.loop),
    spend: () => io.state().spend,
    ports: io.ports,
    stop: io.stop,
    record: io.record,
    flush: io.flush,
  };
}
