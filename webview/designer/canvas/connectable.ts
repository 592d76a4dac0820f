import type { Connectable } from '../../../engine/flow/connect';
import { connectableFrom } from '../../../engine/flow/connect';
import type { Graph } from '../../../engine/flow/graph';
import { isTerminal } from '../../../engine/flow/graph';
import { texts } from '../texts';

/**
 * What a route from a step, or from the exhaustion of a loop (`loop:<id>`), may lead to. Two answers or two cases may
 * share a target, so there an existing route to it is no reason against another. `instead`: a route that is led elsewhere
 * is no reason either.
 */
export function verdictFrom(graph: Graph, from: string, instead?: string): (to: string) => Connectable {
  if (from.startsWith('loop:')) return exhaustionOf(graph, from.slice(5));
  if (instead !== undefined)
    return verdictFrom({ ...graph, routes: graph.routes.filter((route) => route.id !== instead) }, from);
  const kind = graph.steps.find((step) => step.id === from)?.kind;
  if (kind !== 'ask' && kind !== 'router') return connectableFrom(graph, from);
  return (to) => {
    const routes = graph.routes.filter((route) => route.from !== from || route.to !== to);
    return connectableFrom({ ...graph, routes }, from)(to);
  };
}

function exhaustionOf(graph: Graph, id: string): (to: string) => Connectable {
  const loop = graph.loops.find((item) => item.id === id);
  return (to) => {
    if (loop?.type === 'group' && isTerminal(to)) return { ok: false, why: texts.forbidden.groupExit };
    if (to === '@complete') return { ok: false, why: texts.forbidden.exhaustion };
    if (loop?.body.includes(to)) return { ok: false, why: texts.forbidden.ownBody(id) };
    return { ok: true };
  };
}
