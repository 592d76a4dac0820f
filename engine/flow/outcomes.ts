import type { JsonPath } from '../json';
import { STEP_KINDS } from './names';

/** The outcomes that a kind has besides its strong route, in the order in which a person would give them targets. */
export function outcomesOf(kind: string): readonly string[] {
  const known = STEP_KINDS.find((name) => name === kind);
  switch (known) {
    case 'work':
      return ['failed', 'incomplete'];
    case 'verify':
      return ['fail'];
    case 'gate':
      return ['revise', 'escalate'];
    case 'map':
      return ['failed'];
    case 'plan':
      return ['complete', 'stalled', 'idle'];
    case 'watch':
      return ['activity', 'terminal', 'failed', 'deadline'];
    case 'call':
      return ['stopped', 'handoff', 'escalated', 'failed'];
    case 'judge':
    case 'router':
    case 'ask':
    case 'join':
    case undefined:
      return [];
  }
}

/** Whether a step of this kind has a strong route. Kinds that nobody knows are taken to have one. */
export const hasStrongRoute = (kind: string): boolean => !['router', 'ask', 'plan', 'watch'].includes(kind);

/** Where the target of an outcome stands. A plan has a key of its own for `idle`. */
export const outcomePath = (step: string, kind: string, outcome: string): JsonPath =>
  kind === 'plan' && outcome === 'idle' ? ['steps', step, 'onIdle'] : ['steps', step, 'routes', outcome];
