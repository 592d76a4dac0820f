import type { Flow } from '../../engine/flow/schema';
import { declaredBounds } from '../../engine/run/declaredBounds';
import type { RunState } from '../../engine/run/state';
import type { RaisedBounds } from '../../engine/trace/control';
import { BUDGET } from '../../engine/trace/control';
import type { StopReason } from '../../engine/trace/decision';

export interface BoundToRaise {
  /** A loop's id, or `budget` for the run's own bounds. */
  readonly loop: string;
  readonly bound: keyof RaisedBounds;
  /** What is in force now; the new one must be higher. */
  readonly inForce: number;
  readonly suggested: number;
}

/** The bounds that ended a run and must be raised before it can go on; none where nothing has to be. */
export function boundsToRaise(flow: Flow, state: RunState): readonly BoundToRaise[] {
  const reason = state.end?.reason ?? null;
  if (reason === null) return [];
  return endedBy(state, reason).flatMap((loop) => {
    const inForce = { ...declaredBounds(flow, loop), ...state.head?.raised[loop] };
    return LIFTED_BY[reason].flatMap((bound) => {
      const now = inForce[bound];
      return now === undefined ? [] : [{ loop, bound, inForce: now, suggested: more(bound, now) }];
    });
  });
}

function endedBy(state: RunState, reason: StopReason): readonly string[] {
  switch (reason) {
    case 'budget':
    case 'deadline':
    case 'super-step-limit':
      return [BUDGET];
    case 'pass-cap':
    case 'spend-cap':
    case 'no-progress': {
      const loops = Object.entries(state.loops).filter(([, { exit }]) => exit === reason);
      const rounds = Object.entries(state.improves).filter(([, improve]) => improve.reason === 'exhausted');
      return [...loops, ...(reason === 'pass-cap' ? rounds : [])].map(([id]) => id);
    }
    case 'spend-unproven':
    case 'not-met':
    case 'open-latches':
    case 'by-person':
    case 'route':
      return [];
  }
}

const LIFTED_BY: Readonly<Record<StopReason, readonly (keyof RaisedBounds)[]>> = {
  'pass-cap': ['maxPasses', 'maxIterations'],
  'spend-cap': ['usd', 'tokens'],
  'no-progress': ['noProgressCeiling'],
  budget: ['usd', 'tokens'],
  deadline: ['minutes'],
  'super-step-limit': ['superSteps'],
  'spend-unproven': [],
  'not-met': [],
  'open-latches': [],
  'by-person': [],
  route: [],
};

/** Counts that people look at one by one go up a little; spend and time are doubled. */
function more(bound: keyof RaisedBounds, now: number): number {
  switch (bound) {
    case 'maxPasses':
    case 'maxIterations':
      return now + 3;
    case 'noProgressCeiling':
      return now + 2;
    case 'usd':
    case 'tokens':
    case 'minutes':
    case 'superSteps':
      return now * 2;
  }
}
