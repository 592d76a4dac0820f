import type { Graph } from './graph';
import { isTerminal, reachable, reaching, routesBy } from './graph';
import { TERMINALS } from './names';

/** Whether a route may be drawn, and why not, as a sentence for a person. */
export type Connectable = { readonly ok: true } | { readonly ok: false; readonly why: string };

/** One answer; while a route is being dragged over many targets, `connectableFrom` finds what is common only once. */
export const canConnect = (graph: Graph, from: string, to: string): Connectable => connectableFrom(graph, from)(to);

/**
 * What a route from a step may lead to. Refuses what no later edit would make right: into the middle of a loop, back
 * into it by hand, past its judge, from running out to `@complete`. What is only unfinished is left to `check`.
 */
export function connectableFrom(graph: Graph, from: string): (to: string) => Connectable {
  const ids = new Set(graph.steps.map((step) => step.id));
  const loops = graph.loops.filter((loop) => ids.has(loop.head) && ids.has(loop.tail));
  const targets = new Set(graph.routes.filter((route) => route.from === from).map((route) => route.to));
  const own = loops.find((loop) => loop.body.includes(from));
  const home = new Map(loops.flatMap((loop) => loop.body.map((id) => [id, loop])));
  const leaving = routesBy(graph.routes, 'from');
  const entering = routesBy(graph.routes, 'to');
  const completing = reaching(entering, ['@complete']);
  const exhausted = loops.find((loop) => reachable(leaving, [loop.onExhausted]).has(from));
  const passed = loops.find((loop) => loop.tail !== from && reachable(leaving, [loop.head], loop.tail).has(from));
  const pastTail = reaching(entering, ['@complete'], (route) => route.from !== passed?.tail);
  return (to) => {
    if (isTerminal(from)) return no(`The run ends at ${from}: nothing leads on from there.`);
    if (!ids.has(from)) return no(`There is no step "${from}".`);
    if (!ids.has(to) && !TERMINALS.some((end) => end === to)) return no(`There is no step "${to}".`);
    if (from === to) return no('A step cannot lead to itself. A loop repeats steps.');
    if (targets.has(to)) return no(`"${from}" leads to "${to}" already.`);
    const into = home.get(to);
    if (into !== undefined && into === own && (to === own.head || from === own.tail))
      return no(`The loop "${own.id}" goes back to its head by itself.`);
    if (into !== undefined && into !== own && to !== into.head)
      return no(`The loop "${into.id}" is entered at its head "${into.head}" only.`);
    if (exhausted !== undefined && completing.has(to))
      return no(`"${from}" is on the way out when the loop "${exhausted.id}" runs out: it cannot reach @complete.`);
    if (passed !== undefined && (to === '@complete' || pastTail.has(to)) && into !== passed)
      return no(`This would pass by the judge "${passed.tail}" of the loop "${passed.id}" on the way to @complete.`);
    return { ok: true };
  };
}

const no = (why: string): Connectable => ({ ok: false, why });
