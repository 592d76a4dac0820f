import type { Within } from '../trace/scope';
import { childPath } from '../trace/scope';
import type { FlowState, RunState } from './state';
import { askId } from './state';

/**
 * What a resume does with something that was going on when its holder went away.
 *
 * R1 `kept`: it had finished, and only its commit is missing; it is not done again while the flow stays as it is.
 * R2 `turn`: a worker's attempt that was under way is made again; attempts that were over stay over.
 * R3 `anew`: it takes no worker, and is done again from its beginning.
 * R4 `first`: it was due and had not begun.
 * R5 `end-pass`: the steps of a pass are over, and what its end looks at is looked at again.
 */
export interface Redone {
  readonly how: 'kept' | 'turn' | 'anew' | 'first' | 'end-pass';
  readonly within: Within;
  /** The step; of an end of a pass its loop. */
  readonly step: string;
  readonly visit: number;
  /** Of a turn, the attempt that is made, from 1; else 0. */
  readonly attempt: number;
}

/** What a resume would begin with, in order; what waits for a person or a time is not part of it. Empty once a run has ended. */
export function redoneBy(state: RunState): readonly Redone[] {
  return state.end !== null || state.head === null ? [] : inFlow(state, '', state);
}

function inFlow(state: RunState, within: Within, flow: FlowState): readonly Redone[] {
  for (const [loop, { status, closing, pass }] of Object.entries(flow.loops))
    if (status === 'running' && closing !== null)
      return [{ how: 'end-pass', within, step: loop, visit: pass, attempt: 0 }];
  return flow.frontier.flatMap((due) => ofVisit(state, within, flow, due.step, due.visit));
}

function ofVisit(state: RunState, within: Within, flow: FlowState, step: string, visit: number): readonly Redone[] {
  const id = askId(within, step, visit);
  const known = flow.doing[step];
  const doing = known?.visit === visit ? known : undefined;
  const place = { within, step, visit, attempt: 0 };
  if (doing?.result != null) return [{ ...place, how: 'kept' }];
  if (state.asks[id]?.answer === null || state.waits[id] !== undefined) return [];
  const call = childPath(within, step, visit);
  const called = state.children[call];
  if (called !== undefined && called.flow !== null && called.end === null) return inFlow(state, call, called);
  const items = Object.entries(state.children).filter(
    ([path]) => path.startsWith(`${call}#`) && !/\//.test(path.slice(call.length)),
  );
  const begun = items.flatMap(([path, child]) =>
    Object.entries(child.doing).flatMap(([each, { visit: of }]) => ofVisit(state, path, child, each, of)),
  );
  if (begun.length > 0) return begun;
  if (doing === undefined) return [{ ...place, how: 'first' }];
  if (doing.worker === null) return [{ ...place, how: 'anew' }];
  return [{ ...place, how: 'turn', attempt: doing.failures.length + 1 }];
}
