import type { Guards } from '../loops/guards';
import type { Ports, StopSignal } from '../ports';
import type { CANCELLED } from '../steps/context';
import type { Decision } from '../trace/decision';
import type { FactBody } from '../trace/entry';
import type { Due, Within } from '../trace/scope';
import type { HoldPoint } from './hold';
import type { Plan } from './plan';
import type { RunState } from './state';
import { viewOf } from './state';

/** What carrying out an action may use: the ports, the stop, the trace, and the state as it is at this moment. */
export interface RunIo {
  readonly ports: Ports;
  readonly stop: StopSignal;
  readonly guards: Guards;
  readonly within: Within;
  readonly record: (fact: FactBody) => void;
  /** Makes events true of the flow that this io is of. */
  readonly commit: (events: readonly Decision[], frontier: readonly Due[], within?: Within) => void;
  readonly flush: () => Promise<void>;
  /** As the flow that this io is of sees it. */
  readonly state: () => RunState;
  /** As the whole run is. */
  readonly root: () => RunState;
  /**
   * Between two super-steps: carries out what was sent from outside meanwhile. `now`: every process is to end. `yield`:
   * the run is to stop or pause here.
   */
  readonly boundary: () => Promise<'go' | 'yield' | 'now'>;
  /** Waits here as long as a debugger holds the run. Null: nobody wants to be asked, and there is nothing to wait for. */
  readonly held: (point: Omit<HoldPoint, 'state' | 'within'>) => Promise<void> | null;
  /** So many strands more are at work from now on, or fewer: whoever holds the run waits until none is. */
  readonly strands: (more: number) => void;
  /** Takes changes of caps that came meanwhile: what is decided next is decided under them. */
  readonly takeCaps: () => Promise<void>;
  /** Carries a called flow: what carries the run itself. */
  readonly advance: (plan: Plan, io: RunIo) => Promise<Advanced>;
}

/** Why a flow goes no further now: it has ended, it waits for a person or for time, or the run is to stop here. */
export type Advanced = 'ended' | 'parked' | 'yield' | typeof CANCELLED;

/** The io of a called flow, an item or a task: the same run, seen from there. */
export const ioWithin = (io: RunIo, within: Within): RunIo => ({
  ...io,
  within,
  record: (fact) => io.record({ within, ...fact }),
  commit: (events, frontier, at = within) => io.commit(events, frontier, at),
  state: () => viewOf(io.root(), within),
});
