import type { StepScope } from '../trace/scope';
import type { FlowState } from './state';

/**
 * Whether no loop bounds a step's visit, so that it counts against the super-steps of the budget. Passes and iterations are
 * capped by their loops; what a step does again in one iteration of a group, or one round, is bounded by neither: a circle
 * that the tail does not close, a baseline that is measured again, an extra pass.
 */
export function isUnbounded(
  flow: FlowState,
  { step, loop, inner }: Pick<StepScope, 'step' | 'loop' | 'inner'>,
): boolean {
  if (loop !== undefined) return false;
  if (inner === undefined) return true;
  const last = flow.steps[step]?.inner;
  return (
    last !== undefined &&
    last.loop === inner.loop &&
    last.batch === inner.batch &&
    last.iteration === inner.iteration &&
    last.total === inner.total
  );
}
