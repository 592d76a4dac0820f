import type { Flow, UntilLoop } from '../../engine/flow/schema';
import type { RunState } from '../../engine/run/state';
import type { RaisedBounds } from '../../engine/trace/control';
import type { ExitReason } from '../../engine/trace/decision';

export interface BoundToRaise {
  readonly loop: string;
  readonly bound: keyof RaisedBounds;
  /** What is in force now; the new one must be higher. */
  readonly inForce: number;
  readonly suggested: number;
}

/** The bounds that ended a run and must be raised before it can go on; none where nothing has to be. */
export function boundsToRaise(flow: Flow, state: RunState): readonly BoundToRaise[] {
  const reason = state.end?.reason;
  return Object.entries(state.loops).flatMap(([id, { exit }]) => {
    const loop = flow.loops?.[id];
    if (loop === undefined || exit === null || exit === 'confirmed' || exit !== reason) return [];
    const before = state.head?.raised[id] ?? {};
    return boundsOf(exit, loop).flatMap(({ bound, declared, more }) => {
      const inForce = before[bound] ?? declared;
      return inForce === undefined ? [] : [{ loop: id, bound, inForce, suggested: more(inForce) }];
    });
  });
}

interface Bound {
  readonly bound: keyof RaisedBounds;
  readonly declared: number | undefined;
  readonly more: (now: number) => number;
}

function boundsOf(exit: ExitReason, loop: UntilLoop): readonly Bound[] {
  const double = (now: number) => now * 2;
  switch (exit) {
    case 'pass-cap':
      return [{ bound: 'maxPasses', declared: loop.maxPasses, more: (now) => now + 3 }];
    case 'no-progress':
      return [{ bound: 'noProgressCeiling', declared: loop.noProgressCeiling, more: (now) => now + 2 }];
    case 'spend-cap':
      return [
        { bound: 'usd', declared: loop.spendCap?.usd, more: double },
        { bound: 'tokens', declared: loop.spendCap?.tokens, more: double },
      ];
    case 'spend-unproven':
    case 'budget':
    case 'not-met':
      return [];
  }
}
