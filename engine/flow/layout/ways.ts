import type { Graph, GraphLoop, Route, RouteKind } from '../graph';
import { exitsOf, isTerminal } from '../graph';

/** A route's kind; or a loop's own way back and its two exits; or the tie between a step and one that it calls. */
export type WayKind = RouteKind | 'back' | 'exhausted' | 'converged' | 'call';

/** Everything that is drawn as a line. */
export interface Way {
  /** `route:<Route.id>`, `back:<loop>`, `exhausted:<loop>`, `converged:<loop>` or `call:<caller>><called>`. */
  readonly id: string;
  readonly kind: WayKind;
  /** A step, or `loop:<id>` for the loop's own exits. */
  readonly from: string;
  /** A step, or the key of a terminal box: `<from>><target>`. */
  readonly to: string;
  readonly route: Route | null;
  /** The loop whose own way it is; of a group also the route that is its way back. */
  readonly loop: GraphLoop | null;
  /** Leads from a loop's tail to its head: it runs in the lane below the body. */
  readonly back: boolean;
}

export const terminalKey = (from: string, target: string): string => `${from}>${target}`;

/** All that lead to something that is there. Each id once, in the order of the file. */
export function waysOf(graph: Graph): readonly Way[] {
  const steps = new Set(graph.steps.map((step) => step.id));
  const groups = graph.loops.filter((loop) => loop.type === 'group');
  const there = (to: string) => isTerminal(to) || steps.has(to);
  const end = (from: string, to: string) => (isTerminal(to) ? terminalKey(from, to) : to);
  const routes = graph.routes.map((route): Way => {
    const { id, from, to, kind } = route;
    const loop = kind === 'strong' ? (groups.find((group) => group.tail === from && group.head === to) ?? null) : null;
    return { id: `route:${id}`, kind, from, to: end(from, to), route, loop, back: loop !== null };
  });
  const own = graph.loops.flatMap((loop): readonly Way[] => {
    const from = `loop:${loop.id}`;
    const exits = exitsOf(loop)
      .filter(({ to }) => there(to))
      .map(({ to, label }): Way => {
        const kind = label === 'onConverged' ? 'converged' : 'exhausted';
        return { id: `${kind}:${loop.id}`, kind, from, to: end(from, to), route: null, loop, back: false };
      });
    const known = steps.has(loop.head) && steps.has(loop.tail);
    if (loop.type === 'group' || !known) return exits;
    const back = { id: `back:${loop.id}`, kind: 'back', from: loop.tail, to: loop.head, route: null } as const;
    return [{ ...back, loop, back: true }, ...exits];
  });
  const calls = [...graph.called].flatMap(([to, callers]) =>
    callers.map(
      (from): Way => ({ id: `call:${from}>${to}`, kind: 'call', from, to, route: null, loop: null, back: false }),
    ),
  );
  return [...routes.filter((way) => there(way.route?.to ?? '')), ...own, ...calls.filter(({ to }) => steps.has(to))];
}
