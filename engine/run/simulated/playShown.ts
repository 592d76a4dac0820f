import type { Flow } from '../../flow/schema';
import type { Json } from '../../json';
import type { SimulateOptions } from '../simulate';
import { simulate } from '../simulate';
import type { SimulationResult } from './shown';
import { shownOf } from './shown';

/** Plays a flow out for somebody who looks at it: a module of its own, so that it can be loaded when it is first asked for. */
export async function playShown(flow: Flow, script: Json, options: SimulateOptions): Promise<SimulationResult> {
  return shownOf(flow, await simulate(flow, script, options));
}
