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
