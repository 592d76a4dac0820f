import { heldText } from '../../engine/run/debug/stopText';
import { openLatches } from '../../engine/run/state';
import { outermost } from './flowPlace';
import type { HeldPlace, RunView } from './runView';
import { statusOf, whereOf } from './runView';
import { say } from './say';
import { endText } from './words';

/** How a run stands, step by step, for the canvas. The shape is the designer protocol's `RunMarks`. */
export function runMarks(run: RunView) {
  const steps: Record<string, 'running' | 'done' | 'failed' | 'due'> = {};
  for (const stretch of run.history.stretches)
    for (const step of stretch.steps) {
      if (step.state !== 'done' && step.state !== 'failed') continue;
      const red = step.result?.kind === 'verify' && !step.result.clean;
      steps[step.step] = step.state === 'failed' || red ? 'failed' : 'done';
    }
  if (run.state.end === null) for (const due of run.state.frontier) steps[due.step] = 'due';
  if (statusOf(run) === 'running') {
    for (const step of Object.keys(run.state.doing)) steps[step] = 'running';
    for (const within of Object.keys(run.state.children)) steps[outermost(within) ?? within] = 'running';
  }
  return {
    id: run.id,
    status: run.state.end ? endText(run.state.end) : statusOf(run),
    pass: whereOf(run),
    steps,
    ...(run.heldAt && { held: heldMark(run.heldAt) }),
    latches: Object.fromEntries(
      openLatches(run.state).flatMap(({ step, place, reason }) => {
        // A latch of a called flow shows on the step that called it.
        const shown = place === '' ? step : place.split('/')[0];
        return shown ? [[shown, reason]] : [];
      }),
    ),
  };
}

/** What is due in a called flow shows on the step that called it. */
function heldMark(held: HeldPlace) {
  const { within, due, count } = held;
  const shown = outermost(within);
  return { steps: shown === undefined ? due.map(({ step }) => step) : [shown], why: heldText(held, say), count };
}
