import type { Mark, Moment } from '../../../engine/run/simulated/moments';
import type { SimulationResult } from '../../../engine/run/simulated/shown';
import type { RunMarks } from '../../protocol';
import { momentPass } from './momentTexts';

export type Played = Extract<SimulationResult, { readonly ok: true }>;

const SIMULATION = 'simulation';

/** How the flow stands at a moment of a simulation, in the shape in which the canvas is shown a run. */
export function marksAt(played: Played, at: number): RunMarks {
  const steps: Record<string, Mark> = {};
  const latches: Record<string, string> = {};
  const past = played.moments.slice(0, at + 1);
  for (const moment of past) {
    apply(steps, moment.marks);
    apply(latches, moment.latches);
  }
  return { id: SIMULATION, status: SIMULATION, pass: momentPass(played, past.at(-1)), steps, latches };
}

function apply<T>(standing: Record<string, T>, changes: Readonly<Record<string, T | null>>): void {
  for (const [key, value] of Object.entries(changes)) {
    if (value === null) delete standing[key];
    else standing[key] = value;
  }
}

export const lastMoment = ({ moments }: Played): number => moments.length - 1;

/** The first moment behind `at` that begins a pass, a batch or a round; the last one where none does. */
export function nextRow({ moments }: Played, at: number): number {
  const row = (moment: Moment | undefined) => moment?.row ?? null;
  const found = moments.findIndex((moment, index) => index > at && row(moment) !== row(moments[at]));
  return found < 0 ? moments.length - 1 : found;
}
