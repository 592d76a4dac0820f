import type { Graph } from './graph';
import { exitsOf, reachable, routesBy } from './graph';

/** What following a way can come to, the best first. */
export type Prospect = 'complete' | 'stop' | 'other';

/**
 * What can be reached from a target, along routes and the exits of loops. Exhausting a loop never completes a flow by
 * itself, but it may lead to steps that do.
 */
export function prospects(graph: Graph): (target: string) => Prospect {
  const leaving = routesBy([...graph.routes, ...graph.loops.flatMap(exitsOf)], 'from');
  const known = new Map<string, Prospect>();
  return (target) => {
    const before = known.get(target);
    if (before !== undefined) return before;
    const found = reachable(leaving, [target]);
    const handed = found.has('@handoff') || found.has('@escalate');
    const prospect = found.has('@complete') ? 'complete' : handed ? 'other' : 'stop';
    known.set(target, prospect);
    return prospect;
  };
}
