import { openLatches } from '../../engine/run/state';
import type { RunView } from './runView';
import { passOf, statusOf } from './runView';
import { endText } from './words';

/** How a run stands, step by step, for the canvas. The shape is the designer protocol's `RunMarks`. */
export function runMarks(run: RunView) {
  const steps: Record<string, 'running' | 'done' | 'failed' | 'due'> = {};
  for (const stretch of run.history.stretches)
    for (const step of stretch.steps) {
      if (step.state === 'running' || step.state === 'interrupted') continue;
      const red = step.result?.kind === 'verify' && !step.result.clean;
      steps[step.step] = step.state === 'failed' || red ? 'failed' : 'done';
    }
  if (run.state.end === null) for (const due of run.state.frontier) steps[due.step] = 'due';
  if (statusOf(run) === 'running') for (const step of Object.keys(run.state.doing)) steps[step] = 'running';
  const pass = passOf(run);
  return {
    id: run.id,
    status: run.state.end ? endText(run.state.end) : statusOf(run),
    pass: pass > 0 ? `pass ${pass}` : '',
    steps,
    latches: Object.fromEntries(openLatches(run.state).flatMap(({ step, reason }) => (step ? [[step, reason]] : []))),
  };
}
