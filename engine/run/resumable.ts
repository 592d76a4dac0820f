import { ConvergeError } from '../failure';
import type { RaisedBounds } from '../trace/control';
import { BUDGET } from '../trace/control';
import type { StopReason } from '../trace/decision';
import type { RunState } from './state';

type Raised = Readonly<Record<string, RaisedBounds>>;

/**
 * Throws where a run cannot go on: `run-final` after complete, hand-off and escalation and after the flow's own @stop,
 * `bound-not-raised` after a bound that still stands. Everything else can be resumed, and so can a run without an end.
 */
export function assertResumable(state: RunState, raised: Raised): void {
  const end = state.end;
  if (end === null || end.outcome === 'failed' || end.outcome === 'cancelled') return;
  if (end.outcome !== 'stopped') {
    throw new ConvergeError('run-final', `This run ended ${end.outcome}: there is nothing to resume. Start a new run.`);
  }
  const { reason } = end;
  if (reason !== null && isOfCall(state, reason)) {
    const advice = 'Fork it from an earlier super-step and go on from there with the bound raised, or start a new run.';
    throw new ConvergeError(
      'run-final',
      `This run ended stopped (${reason}) by a flow that it calls, and that call is over. ${advice}`,
    );
  }
  switch (reason) {
    case 'by-person':
    case null:
      return;
    case 'route':
    case 'open-latches':
      throw new ConvergeError(
        'run-final',
        `This run ended stopped (${reason}) by its flow's own route. Start a new run.`,
      );
    case 'not-met':
    case 'spend-unproven':
      throw new ConvergeError(
        'bound-not-raised',
        `This run ended stopped (${reason}), which no raised bound can lift. Start a new run.`,
      );
    case 'budget':
    case 'deadline':
    case 'super-step-limit':
      if (FIELDS[reason].some((field) => raised[BUDGET]?.[field] !== undefined)) return;
      throw notRaised(reason, BUDGET);
    case 'pass-cap':
    case 'spend-cap':
    case 'no-progress': {
      const loops = [...boundedLoops(state), ...exhaustedImproves(state)];
      if (loops.some((loop) => FIELDS[reason].some((field) => raised[loop]?.[field] !== undefined))) return;
      const [loop = 'loop'] = loops;
      const isImprove = reason === 'pass-cap' && state.loops[loop] === undefined;
      throw notRaised(reason, loop, isImprove ? 'maxIterations' : FIELDS[reason][0]);
    }
  }
}

/** Whether what stopped the run is that a called flow was stopped: nothing of it is left that a bound could lift. */
const isOfCall = ({ bound, frontier, steps }: RunState, reason: StopReason): boolean =>
  bound === null &&
  frontier.length === 0 &&
  Object.values(steps).some(
    ({ result }) => result.kind === 'call' && result.outcome === 'stopped' && result.reason === reason,
  );

/** Until loops that were left through a bound. */
export const boundedLoops = (state: RunState): readonly string[] =>
  Object.entries(state.loops).flatMap(([id, loop]) => (loop.exit === null || loop.exit === 'confirmed' ? [] : [id]));

/** Improve loops whose rounds were used up. */
export const exhaustedImproves = (state: RunState): readonly string[] =>
  Object.entries(state.improves).flatMap(([id, { reason }]) => (reason === 'exhausted' ? [id] : []));

/** What lifts a bound. */
const FIELDS = {
  'pass-cap': ['maxPasses', 'maxIterations'],
  'spend-cap': ['usd', 'tokens'],
  'no-progress': ['noProgressCeiling'],
  budget: ['usd', 'tokens'],
  deadline: ['minutes'],
  'super-step-limit': ['superSteps'],
} as const satisfies Partial<Record<StopReason, readonly (keyof RaisedBounds)[]>>;

const notRaised = (reason: keyof typeof FIELDS, loop: string, field: string = FIELDS[reason][0]): ConvergeError =>
  new ConvergeError(
    'bound-not-raised',
    `This run ended stopped (${reason}). Raise that bound to go on: ${loop}.${field}.`,
  );
