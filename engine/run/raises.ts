import { ConvergeError } from '../failure';
import type { Flow } from '../flow/schema';
import type { RaisedBounds } from '../trace/control';
import { BUDGET } from '../trace/control';
import { declaredBounds } from './declaredBounds';
import type { RunState } from './state';

/** Flows by the name that a `call` step gives. */
type Called = Readonly<Record<string, { readonly flow: Flow }>>;

/**
 * Throws `bound-not-raised` where a raise names no loop of the flow (or of one that it calls), or raises nothing: counters
 * and spend are kept, so a bound at or below the one in force would stop the run again at once.
 */
export function assertRaises(
  flow: Flow,
  state: RunState,
  raised: Readonly<Record<string, RaisedBounds>>,
  called: Called = {},
): void {
  for (const [id, bounds] of Object.entries(raised)) {
    const declared = boundsAt(flow, id, called);
    if (declared === undefined) {
      const loops = Object.keys(flow.loops ?? {}).join(', ') || 'none';
      const message = `There is no loop "${id}" in this flow. Its loops: ${loops}. The run's own bounds are called "${BUDGET}".`;
      throw new ConvergeError('bound-not-raised', message);
    }
    const inForce = { ...declared, ...state.head?.raised[id] };
    for (const name of BOUNDS) {
      const [now, wanted] = [inForce[name], bounds[name]];
      if (wanted === undefined || (now !== undefined && wanted > now)) continue;
      const why = now === undefined ? 'the flow has no such bound' : `${now} is in force; give more than that`;
      throw new ConvergeError('bound-not-raised', `${id}.${name}=${wanted} raises nothing: ${why}.`);
    }
  }
}

const BOUNDS = [
  'maxPasses',
  'usd',
  'tokens',
  'noProgressCeiling',
  'maxIterations',
  'minutes',
  'superSteps',
] as const satisfies readonly (keyof RaisedBounds)[];

/** The bounds of a loop by its name in the run: behind the steps that call its flow, where it stands in a called one. */
function boundsAt(flow: Flow, name: string, called: Called): RaisedBounds | undefined {
  const [id = '', ...callers] = name.split('/').reverse();
  let here: Flow | undefined = flow;
  for (const caller of callers.reverse()) {
    const step: Flow['steps'][string] | undefined = here?.steps[caller];
    // A map or a plan calls a step of the same flow; only `call` leads to another one.
    if (step?.kind === 'call') here = called[step.flow]?.flow;
    else if (step === undefined) return undefined;
  }
  return here === undefined ? undefined : declaredBounds(here, id);
}
