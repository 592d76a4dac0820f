import type { Issue } from '../../issue';
import type { Simulated, Simulation } from '../simulate';
import { tableOf } from './table';

/** A simulation without its trace: what is looked at, as plain JSON. */
export type SimulationResult =
  | (Omit<Simulated, 'trace'> & { readonly ok: true; readonly table: readonly (readonly string[])[] })
  | { readonly ok: false; readonly issues: readonly Issue[] };

export function shownOf(simulation: Simulation): SimulationResult {
  if (!simulation.ok) return simulation;
  const { trace: _, ...rest } = simulation.simulated;
  return { ok: true, ...rest, table: tableOf(simulation.simulated) };
}
