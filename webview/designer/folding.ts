import type { Graph } from '../../engine/flow/graph';
import { loopKey, selectedOf } from './selection';

/** The folded loops without those that hide something of the selection: what is selected is seen. */
export function unfoldedFor(
  graph: Graph,
  collapsed: readonly string[],
  selection: readonly string[],
): readonly string[] {
  if (collapsed.length === 0) return collapsed;
  const left = collapsed.filter((id) => !selection.some((key) => hides(graph, id, key)));
  return left.length === collapsed.length ? collapsed : left;
}

/** The selection once a loop is folded: what is hidden in it gives way to the loop. */
export function selectionOver(graph: Graph, loop: string, selection: readonly string[]): readonly string[] {
  if (!selection.some((key) => hides(graph, loop, key))) return selection;
  const left = selection.filter((key) => !hides(graph, loop, key) && key !== loopKey(loop));
  return [...left, loopKey(loop)];
}

/** Whether a folded loop hides this: a step of its body, a route between two of them, a loop inside of it. */
function hides(graph: Graph, id: string, key: string): boolean {
  const loop = graph.loops.find((item) => item.id === id);
  if (loop === undefined) return false;
  const item = selectedOf(key);
  switch (item.type) {
    case 'step':
      return loop.body.includes(item.id);
    case 'route': {
      const route = graph.routes.find((each) => each.id === item.id);
      return route !== undefined && loop.body.includes(route.from) && loop.body.includes(route.to);
    }
    case 'loop': {
      const inner = graph.loops.find((each) => each.id === item.id);
      if (inner === undefined || inner === loop || inner.body.length === 0) return false;
      return inner.body.length < loop.body.length && inner.body.every((step) => loop.body.includes(step));
    }
  }
}
