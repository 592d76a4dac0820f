import { ConvergeError } from '../failure';
import type { Flow } from '../flow/schema';
import type { RunState } from '../run/state';
import type { RaisedBounds } from '../trace/control';

/**
 * Throws `bound-not-raised` where a raise names no loop of the flow, or raises nothing: counters and spend are kept, so a
 * bound at or below the one in force would stop the run again at once.
 */
export function assertRaises(flow: Flow, state: RunState, raised: Readonly<Record<string, RaisedBounds>>): void {
  for (const [id, bounds] of Object.entries(raised)) {
    const loop = Object.hasOwn(flow.loops ?? {}, id) ? flow.loops?.[id] : undefined;
    if (loop === undefined) {
      const loops = Object.keys(flow.loops ?? {}).join(', ') || 'none';
      throw new ConvergeError('bound-not-raised', `There is no loop "${id}" in this flow. Its loops: ${loops}.`);
    }
    const before = state.head?.raised[id] ?? {};
    const inForce: RaisedBounds = {
      maxPasses: before.maxPasses ?? loop.maxPasses,
      ...defined('usd', before.usd ?? loop.spendCap?.usd),
      ...defined('tokens', before.tokens ?? loop.spendCap?.tokens),
      ...defined('noProgressCeiling', before.noProgressCeiling ?? loop.noProgressCeiling),
    };
    for (const name of BOUNDS) {
      const [now, wanted] = [inForce[name], bounds[name]];
      if (wanted === undefined || (now !== undefined && wanted > now)) continue;
      const why = now === undefined ? 'the flow has no such bound' : `${now} is in force; give more than that`;
      throw new ConvergeError('bound-not-raised', `${id}.${name}=${wanted} raises nothing: ${why}.`);
    }
  }
}

const BOUNDS = ['maxPasses', 'usd', 'tokens', 'noProgressCeiling'] as const;

const defined = (name: (typeof BOUNDS)[number], value: number | undefined): RaisedBounds =>
  value === undefined ? {} : { [name]: value };
