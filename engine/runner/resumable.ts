import { ConvergeError } from '../failure';
import type { Flow } from '../flow/schema';
import type { RunState } from '../run/state';
import type { RaisedBounds } from '../trace/entry';

/**
 * Throws where a resume could not go on:
 *
 * R1 `run-final`: complete, handed off and escalated runs are over.
 * R2 `bound-not-raised`: a bound ended the run and still stands. What was spent or counted stays spent and counted.
 * Every other end can be resumed as it is.
 */
export function assertResumable(
  flow: Flow,
  state: RunState,
  raised: Readonly<Record<string, RaisedBounds>> = {},
): void {
  const unknown = Object.keys(raised).find((loop) => !Object.hasOwn(flow.loops ?? {}, loop));
  if (unknown !== undefined) {
    const loops = Object.keys(flow.loops ?? {}).join(', ') || 'none';
    throw new ConvergeError('bound-not-raised', `There is no loop "${unknown}" in this flow. Its loops: ${loops}.`);
  }
  const run = state.head?.run ?? '';
  const { end } = state;
  if (end === null) return;
  if (end.outcome === 'complete' || end.outcome === 'handoff' || end.outcome === 'escalated') {
    throw new ConvergeError('run-final', `Run ${run} ended ${end.outcome}, which is final. Start a new run.`);
  }
  const bound = end.reason === 'open-latches' ? state.bound : end.reason;
  if (bound === null) return;
  const loops = Object.entries(state.loops).filter(([, loop]) => loop.exit === bound);
  for (const [loop, { pass }] of loops.length > 0 ? loops : [['', { pass: 0 }] as const]) {
    const refusal = stillStands(bound, loop, pass, flow, state, raised[loop] ?? {});
    if (refusal !== null) throw new ConvergeError('bound-not-raised', `Run ${run} was stopped by ${bound}: ${refusal}`);
  }
}

function stillStands(
  bound: NonNullable<RunState['bound']> | 'super-step-limit' | 'by-person' | 'route',
  loop: string,
  pass: number,
  flow: Flow,
  state: RunState,
  raised: RaisedBounds,
): string | null {
  const declared = flow.loops?.[loop];
  const before = state.head?.raised[loop] ?? {};
  switch (bound) {
    case 'pass-cap': {
      const cap = Math.max(declared?.maxPasses ?? 0, before.maxPasses ?? 0, pass);
      if ((raised.maxPasses ?? 0) > cap) return null;
      return `loop "${loop}" has run its ${cap} passes. Raise it, as in --raise ${loop}.maxPasses=${cap + 3}.`;
    }
    case 'no-progress': {
      const ceiling = Math.max(declared?.noProgressCeiling ?? 0, before.noProgressCeiling ?? 0);
      if ((raised.noProgressCeiling ?? 0) > ceiling) return null;
      return `${ceiling} passes in a row brought no progress. Raise it, as in --raise ${loop}.noProgressCeiling=${ceiling + 2}.`;
    }
    case 'spend-cap': {
      const usd = Math.max(declared?.spendCap?.usd ?? 0, before.usd ?? 0);
      const tokens = Math.max(declared?.spendCap?.tokens ?? 0, before.tokens ?? 0);
      if ((raised.usd ?? 0) > usd || (raised.tokens ?? 0) > tokens) return null;
      const example = usd > 0 ? `${loop}.usd=${usd * 2}` : `${loop}.tokens=${tokens * 2}`;
      return `the cap of loop "${loop}" is spent. Raise it, as in --raise ${example}.`;
    }
    case 'spend-unproven':
      return 'a turn reported no usage, and no raise can prove what it cost. Start a new run, without a spend cap or with a worker that reports.';
    case 'budget':
      return "the flow's budget is spent. Raise it in the flow and start a new run.";
    case 'super-step-limit':
      return "the flow's budget of super-steps is used up. Raise budget.superSteps in the flow and start a new run.";
    case 'not-met':
      return 'it was supervised, so the loop ran once. Start a new run in mode autonomous to let it repeat.';
    case 'by-person':
    case 'route':
      return null;
  }
}
