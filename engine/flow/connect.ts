import type { Graph, GraphLoop, Route, RouteIndex } from './graph';
import { exitsOf, isTerminal, reachable, reaching, routesBy } from './graph';
import { TERMINALS } from './names';

/** Whether a route may be drawn, and why not, as a sentence for a person. */
export type Connectable = { readonly ok: true } | { readonly ok: false; readonly why: string };

/** One answer; while a route is being dragged over many targets, `connectableFrom` finds what is common only once. */
export const canConnect = (graph: Graph, from: string, to: string): Connectable => connectableFrom(graph, from)(to);

/**
 * What a route from a step may lead to. Refuses what no later edit would make right: into the middle of an until or
 * improve loop, back into a loop by hand, past a judge, from running out to `@complete`, past the terminal step, to and
 * from called steps. What is only unfinished is left to `check`.
 */
export function connectableFrom(graph: Graph, from: string): (to: string) => Connectable {
  const ids = new Set(graph.steps.map((step) => step.id));
  const loops = graph.loops.filter((loop) => ids.has(loop.head) && ids.has(loop.tail));
  const targets = new Set(graph.routes.filter((route) => route.from === from).map((route) => route.to));
  const bounds = loops.map((loop) => boundsOf(loop, from));
  // The ways out of an until loop's bounds are no way on; those of the loops inside of it are.
  const routes = [...graph.routes, ...loops.filter(({ type }) => type !== 'until').flatMap(exitsOf)];
  const ways: Ways = { leaving: routesBy(routes, 'from'), entering: routesBy(routes, 'to'), from, loops };
  const toComplete = [outOfBounds(ways, graph), pastTheJudge(ways), pastTheTerminal(graph, from)];
  return (to) => {
    if (isTerminal(from)) return no(`The run ends at ${from}: nothing leads on from there.`);
    if (!ids.has(from)) return no(`There is no step "${from}".`);
    if (!ids.has(to) && !TERMINALS.some((end) => end === to)) return no(`There is no step "${to}".`);
    for (const id of [from, to]) {
      const caller = graph.called.get(id)?.[0];
      if (caller !== undefined) return no(`"${id}" is called by "${caller}": no route leads to it or on from it.`);
    }
    if (from === to) return no('A step cannot lead to itself. A loop repeats steps.');
    if (targets.has(to)) return no(`"${from}" leads to "${to}" already.`);
    const why = [...bounds, ...toComplete].map((rule) => rule(to)).find((found) => found !== null);
    return why === undefined ? { ok: true } : no(why);
  };
}

const no = (why: string): Connectable => ({ ok: false, why });

/** Says of a target why no route may lead there; null where one may. */
type Refusal = (to: string) => string | null;

interface Ways {
  readonly leaving: RouteIndex;
  readonly entering: RouteIndex;
  readonly from: string;
  readonly loops: readonly GraphLoop[];
}

/** The way back of until and improve loops is their own; a group's is the strong route of its tail, and no other. */
function boundsOf(loop: GraphLoop, from: string): Refusal {
  const body = new Set(loop.body);
  const inside = body.has(from);
  return (to) => {
    if (!body.has(to)) return null;
    if (loop.type === 'group')
      return inside && to === loop.head && from !== loop.tail
        ? `Only the tail "${loop.tail}" of the group "${loop.id}" leads back to its entry.`
        : null;
    if (inside && (to === loop.head || from === loop.tail))
      return `The loop "${loop.id}" goes back to its head by itself.`;
    return inside || to === loop.head ? null : `The loop "${loop.id}" is entered at its head "${loop.head}" only.`;
  };
}

/**
 * Running out of an until loop never leads to `@complete`; running out of an improve loop does not before something that
 * decides. A group that is used up hands control over: what then comes is no way out of it.
 */
function outOfBounds({ leaving, entering, from, loops }: Ways, graph: Graph): Refusal {
  const deciding = new Set(graph.steps.filter(({ kind }) => DECIDING.includes(kind)).map(({ id }) => id));
  const undecided = (route: Route) => !deciding.has(route.from);
  const passing = new Map([...leaving].map(([id, routes]) => [id, routes.filter(undecided)]));
  const out = loops.find(
    (loop) =>
      (loop.type === 'until' && reachable(leaving, [loop.onExhausted]).has(from)) ||
      (loop.type === 'improve' && !deciding.has(from) && reachable(passing, [loop.onExhausted]).has(from)),
  );
  const completing = reaching(entering, ['@complete'], out?.type === 'until' ? undefined : undecided);
  return (to) =>
    out !== undefined && completing.has(to)
      ? `"${from}" is on the way out when the loop "${out.id}" runs out: it cannot reach @complete${out.type === 'until' ? '' : ' without a judge, verification, gate or question'}.`
      : null;
}

const DECIDING: readonly string[] = ['judge', 'verify', 'gate', 'ask'];

function pastTheJudge({ leaving, entering, from, loops }: Ways): Refusal {
  const passed = loops.find(
    (loop) => loop.type === 'until' && loop.tail !== from && reachable(leaving, [loop.head], loop.tail).has(from),
  );
  const pastTail = reaching(entering, ['@complete'], (route) => route.from !== passed?.tail);
  return (to) =>
    passed !== undefined && (to === '@complete' || pastTail.has(to)) && !passed.body.includes(to)
      ? `This would pass by the judge "${passed.tail}" of the loop "${passed.id}" on the way to @complete.`
      : null;
}

const pastTheTerminal =
  ({ terminal }: Graph, from: string): Refusal =>
  (to) =>
    to === '@complete' && terminal !== null && terminal !== from
      ? `Only "${terminal}", the terminal step of this flow, leads to @complete.`
      : null;
