import type { Flow } from '../../engine/flow/schema';
import type { Decision } from '../../engine/trace/decision';
import type { StepResult } from '../../engine/trace/result';
import type { StepScope, Within } from '../../engine/trace/scope';
import { runsRows } from '../../extension/rows/runsRows';
import type { Given } from '../fakes/trace';
import { trace } from '../fakes/trace';
import { rowsText, start, viewOf } from './traces';

const WORK: StepResult = { kind: 'work', ok: true, output: null, changed: [], attempts: 1 };
export const flow = (step: string, visit = 1): StepScope => ({ step, visit, pass: 0 });
export const began = (scope: StepScope, kind: 'work' | 'gate' = 'work', within?: Within): Given => ({
  ...scope,
  ...(within === undefined ? {} : { within }),
  type: 'step.started',
  kind,
  attempt: 1,
  inputs: 'i',
});
export const done = (scope: StepScope, result: StepResult = WORK, outcome = 'next'): Decision => ({
  ...scope,
  type: 'step.done',
  outcome,
  to: [],
  result,
});
export const commit = (...events: readonly Decision[]): Given => ({ type: 'commit', events });
const FLOW: Flow = {
  converge: 1,
  id: 'f',
  start: 'act',
  steps: {},
  loops: {
    refine: { type: 'group', from: 'assess', to: 'revise', maxIterations: 3, exitTo: 'main' },
    tune: { type: 'improve', head: 'try', tail: 'try' },
  },
};
export const view = (given: readonly Given[], held = true) => viewOf(trace(start, ...given), { held, flow: FLOW });
export const text = (given: readonly Given[], held = true) => rowsText(runsRows([view(given, held)]));
