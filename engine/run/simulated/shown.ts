import type { Flow } from '../../flow/schema';
import type { Issue } from '../../issue';
import type { Simulated, Simulation } from '../simulate';
import type { Moment } from './moments';
import { momentsOf } from './moments';
import { tableOf } from './table';

/** A simulation without its trace: what is looked at, as plain JSON. */
export type SimulationResult =
  | (Omit<Simulated, 'trace'> & {
      readonly ok: true;
      readonly table: readonly (readonly string[])[];
      /** Everything that happened, to be stepped through. */
      readonly moments: readonly Moment[];
    })
  | { readonly ok: false; readonly issues: readonly Issue[] };

export function shownOf(flow: Flow, simulation: Simulation): SimulationResult {
  if (!simulation.ok) return simulation;
  const { trace, ...rest } = simulation.simulated;
  return { ok: true, ...rest, table: tableOf(simulation.simulated), moments: momentsOf(flow, trace, rest) };
}
