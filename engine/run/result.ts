import { groupSnapshot } from '../loops/group';
import type { RunResult, RunState } from './state';
import { openAsks, openLatches } from './state';

/** Who holds the run, as far as it is known: a run without an end and without a holder was interrupted. */
export type Holding = 'held' | 'free';

/**
 * The result of a run as its state says it, never more: without an end it is `paused` where a person paused it, `waiting`
 * where a question is open or a watch waits,
 * `running` where somebody holds it, else `interrupted`.
 */
export function resultOf(
  state: RunState,
  facts: {
    readonly startedAt: string;
    readonly endedAt: string | null;
    readonly trace: string;
    readonly holding: Holding;
  },
): RunResult {
  const { head, end } = state;
  return {
    run: head?.run ?? '',
    outcome: end?.outcome ?? liveOutcome(state, facts.holding),
    reason: end?.reason ?? null,
    confirmed: end?.confirmed ?? state.confirmed,
    why: end?.why ?? '',
    openLatches: openLatches(state).map(({ id, step, reason }) => ({ id, step, reason })),
    counters: Object.fromEntries(
      Object.entries(state.loops).map(([id, { pass, total, stalled }]) => [id, { pass, total, stalled }]),
    ),
    ...groupSnapshot(state.groups),
    spend: state.spend,
    flow: head?.flow ?? { id: '', hash: '', path: '' },
    startedAt: facts.startedAt,
    endedAt: end === null ? null : facts.endedAt,
    trace: facts.trace,
  };
}

function liveOutcome(state: RunState, holding: Holding): 'waiting' | 'paused' | 'running' | 'interrupted' {
  if (holding === 'held') return 'running';
  if (state.paused) return 'paused';
  return openAsks(state).length > 0 || Object.keys(state.waits).length > 0 ? 'waiting' : 'interrupted';
}
