import { ConvergeError } from '../failure';
import type { RaisedBounds } from '../trace/control';
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
  switch (reason) {
    case 'by-person':
    case 'super-step-limit':
    case null:
      return;
    case 'route':
    case 'open-latches':
      throw new ConvergeError(
        'run-final',
        `This run ended stopped (${reason}) by its flow's own route. Start a new run.`,
      );
    case 'budget':
    case 'not-met':
    case 'spend-unproven':
      throw new ConvergeError(
        'bound-not-raised',
        `This run ended stopped (${reason}), which no raised bound can lift. Start a new run.`,
      );
    case 'pass-cap':
    case 'spend-cap':
    case 'no-progress':
      if (boundedLoops(state).some((loop) => raises(raised[loop], reason))) return;
      throw new ConvergeError(
        'bound-not-raised',
        `This run ended stopped (${reason}). Raise that bound to go on: ${advice(boundedLoops(state)[0] ?? 'loop', reason)}.`,
      );
  }
}

/** Loops that were left through a bound. */
export const boundedLoops = (state: RunState): readonly string[] =>
  Object.entries(state.loops).flatMap(([id, loop]) => (loop.exit === null || loop.exit === 'confirmed' ? [] : [id]));

function raises(raised: RaisedBounds | undefined, reason: 'pass-cap' | 'spend-cap' | 'no-progress'): boolean {
  switch (reason) {
    case 'pass-cap':
      return raised?.maxPasses !== undefined;
    case 'spend-cap':
      return raised?.usd !== undefined || raised?.tokens !== undefined;
    case 'no-progress':
      return raised?.noProgressCeiling !== undefined;
  }
}

const FIELD = { 'pass-cap': 'maxPasses', 'spend-cap': 'usd', 'no-progress': 'noProgressCeiling' } as const;
const advice = (loop: string, reason: keyof typeof FIELD): string => `${loop}.${FIELD[reason]}`;
