import type { Route, RouteIndex } from '../graph';
import { routesBy } from '../graph';
import type { FlowView } from './rule';
import { isGroup } from './rule';

/** All that can follow a step: its ways, where a loop that ends at it goes back to, and of a plan its own next round. */
export function waysRound({ graph, ways }: FlowView): RouteIndex {
  const way = (from: string, to: string): Route => ({ id: '', from, to, kind: 'outcome', label: '', path: [] });
  return routesBy(
    [
      ...ways,
      ...graph.loops.filter((loop) => !isGroup(loop)).map((loop) => way(loop.tail, loop.head)),
      ...graph.steps.filter((step) => step.kind === 'plan').map((step) => way(step.id, step.id)),
    ],
    'from',
  );
}
