import type { Flow } from '../../engine/flow/schema';
import type { Json } from '../../engine/json';
import { flowOf } from './runs';
import type { Play } from './world';

type Members = { readonly [key: string]: Json };

/** A flow of these steps, with whatever else it has. */
export const flowWith = (start: Json, steps: Members, more: Members = {}): Flow =>
  flowOf({ converge: 1, id: 'f', start, ...more, steps });

/** A work step of the worker `w`. */
export const work = (next: Json, more: Members = {}): Json => ({
  kind: 'work',
  worker: 'w',
  prompt: 'Do it.',
  next,
  ...more,
});

/** A worker that plays each step its own way, and else answers with the step's id. */
export const byStep =
  (plays: Readonly<Record<string, Play>> = {}): Play =>
  (request, files) =>
    (plays[request.step] ?? (() => ({ structured: request.step })))(request, files);

/** A task of a plan, as data. */
export const task = (id: string, ...prerequisites: string[]): Json => ({ id, kind: 'step', prerequisites, input: id });

/** A planner `w` whose answer is the plan, and the rounds of a worker `do` that follow from it. */
export const planFlow = flowWith(
  'planner',
  {
    planner: work('build', { writes: { 'plan.tasks': 'output' } }),
    build: {
      kind: 'plan',
      channel: 'plan',
      handlers: { step: 'do' },
      onIdle: '@stop',
      routes: { complete: '@complete', stalled: '@handoff' },
    },
    do: { kind: 'work', worker: 'do', prompt: 'Do.', reads: ['task'] },
  },
  { channels: { plan: { reducer: 'byKey', fields: { tasks: 'append', results: 'append' } } } },
);
