import type { Connectable } from '../../../engine/flow/connect';
import { connectableFrom } from '../../../engine/flow/connect';
import type { Graph } from '../../../engine/flow/graph';
import { isTerminal } from '../../../engine/flow/graph';
import { texts } from '../texts';

/**
 * What a route from a step, or from an exit of a loop (`loop:<id>`), may lead to. Two answers or two cases may share a
 * target, so there an existing route to it is no reason against another. `instead`: a route that is led elsewhere is no
 * reason either; of a loop, `converged` for that exit, else it is running out.
 */
export function verdictFrom(graph: Graph, from: string, instead?: string): (to: string) => Connectable {
  if (from.startsWith('loop:')) return exitOf(graph, from.slice(5), instead === 'converged');
  if (instead !== undefined)
    return verdictFrom({ ...graph, routes: graph.routes.filter((route) => route.id !== instead) }, from);
  const kind = graph.steps.find((step) => step.id === from)?.kind;
  if (kind !== 'ask' && kind !== 'router') return connectableFrom(graph, from);
  return (to) => {
    const routes = graph.routes.filter((route) => route.from !== from || route.to !== to);
    return connectableFrom({ ...graph, routes }, from)(to);
  };
}

function exitOf(graph: Graph, id: string, converged: boolean): (to: string) => Connectable {
  const loop = graph.loops.find((item) => item.id === id);
  return (to) => {
    if (loop?.type === 'group' && isTerminal(to)) return { ok: false, why: texts.forbidden.groupExit };
    if (to === '@complete' && !converged) return { ok: false, why: texts.forbidden.exhaustion };
    if (loop?.body.includes(to)) return { ok: false, why: texts.forbidden.ownBody(id) };
    return { ok: true };
  };
}
