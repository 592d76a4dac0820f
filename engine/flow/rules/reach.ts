import type { Issue } from '../../issue';
import { at } from '../../json';
import type { Graph, Route } from '../graph';
import { isTerminal, reachable, reaching, routesBy } from '../graph';
import { knots } from './knots';
import type { FlowView } from './rule';
import { error, objectAt } from './rule';

/**
 * What can be reached.
 * - R1 Every step can be reached from a start, or over a loop's exhaustion.
 * - R2 From every step some end of the run can be reached.
 * - R3 A cycle of routes that passes neither a whole loop nor a person has no bound, unless the flow has a budget.
 * - R4 No edge of failure or of a deadline leads to `@complete` without a step that decides in between.
 */
export function reachRules(view: FlowView): readonly Issue[] {
  return [...unreachable(view), ...endless(view), ...unbounded(view), ...undecided(view)];
}

function unreachable({ graph }: FlowView): readonly Issue[] {
  if (graph.start.length === 0) return [];
  const reached = reachable(routesBy(withExits(graph), 'from'), graph.start);
  return graph.steps
    .filter((step) => !reached.has(step.id))
    .map((step) => {
      const message = `No route leads to the step "${step.id}". Lead one to it, or delete the step.`;
      return error('unreachable', step.path, message);
    });
}

function endless({ graph, steps, leaving }: FlowView): readonly Issue[] {
  const ends = new Set(graph.routes.map((route) => route.to).filter((to) => isTerminal(to) || !steps.has(to)));
  for (const loop of graph.loops) if (!steps.has(loop.onExhausted)) ends.add(loop.onExhausted);
  const ending = reaching(routesBy(withExits(graph), 'to'), [...ends]);
  return graph.steps
    .filter((step) => !ending.has(step.id) && leaving.has(step.id))
    .map((step) => {
      const message = `From the step "${step.id}" no end of the run can be reached. Give it or a later step a route to "@complete" or "@stop".`;
      return error('no-end', step.path, message);
    });
}

function unbounded({ graph, flow, steps }: FlowView): readonly Issue[] {
  if (Object.keys(objectAt(flow, ['budget'])).length > 0) return [];
  const tails = new Set(graph.loops.map((loop) => loop.tail));
  const open = (id: string) => steps.has(id) && steps.get(id)?.kind !== 'ask' && !tails.has(id);
  const routes = graph.routes.filter((route) => open(route.from) && open(route.to));
  return knots(graph.steps.map((step) => step.id).filter(open), routes).map((ids) => {
    const path = graph.routes.find((route) => ids.includes(route.from) && ids.includes(route.to))?.path ?? [];
    const names = ids.map((id) => `"${id}"`).join(' → ');
    const message = `${names}${ids.length > 1 ? ' lead round in a circle' : ' leads to itself'} that nothing bounds. Declare an until loop with "maxPasses" over it, put an "ask" in it, or give the flow a "budget".`;
    return error('cycle-without-bound', path, message);
  });
}

const DECIDING: ReadonlySet<string> = new Set(['judge', 'verify', 'ask']);

function undecided({ graph, flow, steps, entering }: FlowView): readonly Issue[] {
  const deciding = new Set(graph.steps.filter((step) => DECIDING.has(step.kind)).map((step) => step.id));
  const completing = reaching(entering, ['@complete'], (route) => !deciding.has(route.from));
  const bodies = new Set(graph.loops.flatMap((loop) => loop.body));
  return graph.routes.flatMap((route) => {
    const why = whyFailure(route, (path) => at(flow, path) ?? null, steps.get(route.from)?.kind ?? '');
    if (why === null || !completing.has(route.to)) return [];
    if (bodies.has(route.from) && bodies.has(route.to)) return [];
    const message = `${why} of "${route.from}" leads to @complete and nothing decides in between. Lead it to "@stop" or over a verify, judge or ask step.`;
    const fix = { title: 'Lead it to "@stop"', changes: [{ path: route.path, value: '@stop' }] };
    return [error('complete-through-bound', route.path, message, fix)];
  });
}

function whyFailure(route: Route, valueAt: (path: readonly string[]) => unknown, kind: string): string | null {
  if (route.kind === 'outcome') return `The "${route.label}" outcome`;
  const step = ['steps', route.from];
  const byClock = kind === 'ask' && route.kind === 'choice' && valueAt([...step, 'deadline']) !== null;
  return byClock && valueAt([...step, 'default']) === route.label ? `The deadline's default "${route.label}"` : null;
}

/** The routes, and for each loop what running out leads to. */
export const withExits = (graph: Graph): readonly Route[] => [
  ...graph.routes,
  ...graph.loops.map(({ tail, onExhausted }): Route => {
    return { id: '', from: tail, to: onExhausted, kind: 'outcome', label: '', path: [] };
  }),
];
