import type { Fix, Issue } from '../../issue';
import { at } from '../../json';
import { isTerminal, reachable, reaching } from '../graph';
import { stepPlaces } from '../stepPlaces';
import { knots } from './knots';
import type { FlowView } from './rule';
import { error, isGroup, once } from './rule';

/**
 * What can be reached.
 * - R1 Every step can be reached from a start, or over a loop's own ways out; or it is called.
 * - R2 From every step some end of the run can be reached.
 * - R3 A cycle of routes that passes neither a whole loop nor a step that bounds or waits has no bound, unless the flow has
 *   a budget.
 */
export function reachRules(view: FlowView): readonly Issue[] {
  return [...unreachable(view), ...endless(view), ...unbounded(view)];
}

function unreachable(view: FlowView): readonly Issue[] {
  const { graph, waysFrom } = view;
  const deletion = deletionIn(view);
  if (graph.start.length === 0) return [];
  const reached = reachable(waysFrom, graph.start);
  return graph.steps
    .filter((step) => !reached.has(step.id) && !graph.called.has(step.id))
    .map((step) => {
      const message = `No route leads to the step "${step.id}". Lead one to it, or delete the step.`;
      return error('unreachable', step.path, message, deletion(step.id));
    });
}

/** Only of a step that nothing speaks of, and that is no other one's only way in: else a gesture mends what goes with it. */
function deletionIn({ flow, graph, steps, leaving, entering, expressions }: FlowView): (id: string) => Fix | undefined {
  const spoken = once(() => {
    const words = expressions().flatMap(({ text }) => text.match(/[\w-]+/g) ?? []);
    return new Set([...stepPlaces(flow, graph).map(({ name }) => name), ...words]);
  });
  return (id) => {
    if (entering.has(id) || spoken().has(id) || CALLING.includes(steps.get(id)?.kind ?? '')) return undefined;
    const needed = (leaving.get(id) ?? []).some(({ to }) => (entering.get(to) ?? []).every(({ from }) => from === id));
    if (needed && !(leaving.get(id) ?? []).every(({ to }) => isTerminal(to) || !steps.has(to))) return undefined;
    const placed = at(flow, ['layout', id]) === undefined ? [] : [{ path: ['layout', id] }];
    return { title: `Delete "${id}"`, changes: [{ path: ['steps', id] }, ...placed] };
  };
}

function endless({ graph, steps, leaving, ways, waysTo }: FlowView): readonly Issue[] {
  // A step that leads nowhere at all is told so itself.
  const ends = new Set(
    ways.map((route) => route.to).filter((to) => isTerminal(to) || !steps.has(to) || !leaving.has(to)),
  );
  const ending = reaching(waysTo, [...ends]);
  return graph.steps
    .filter((step) => !ending.has(step.id) && leaving.has(step.id))
    .map((step) => {
      const message = `From the step "${step.id}" no end of the run can be reached. Give it or a later step a route to "@complete" or "@stop".`;
      return error('no-end', step.path, message);
    });
}

const CALLING: readonly string[] = ['map', 'plan'];

/** A gate counts its visits, a question and a watch wait: a circle through one of them does not run away. */
const BOUNDING: readonly string[] = ['ask', 'gate', 'watch'];

function unbounded({ graph, flow }: FlowView): readonly Issue[] {
  if (['usd', 'tokens', 'minutes', 'superSteps'].some((bound) => at(flow, ['budget', bound]) !== undefined)) return [];
  // Who leads to the entry of a group starts a batch of it, however the last one ended.
  const whole = new Set(graph.loops.flatMap((loop) => (isGroup(loop) ? [loop.tail, loop.head] : [loop.tail])));
  const open = graph.steps.flatMap(({ id, kind }) => (BOUNDING.includes(kind) || whole.has(id) ? [] : [id]));
  const isOpen = new Set(open);
  const routes = graph.routes.filter((route) => isOpen.has(route.from) && isOpen.has(route.to));
  return knots(open, routes).map((ids) => {
    const inside = new Set(ids);
    const path = routes.find((route) => inside.has(route.from) && inside.has(route.to))?.path ?? [];
    const shown = ids.length > 8 ? [...ids.slice(0, 7), '…', ...ids.slice(-1)] : ids;
    const names = shown.map((id) => (id === '…' ? id : `"${id}"`)).join(' → ');
    const message = `${names}${ids.length > 1 ? ' lead round in a circle' : ' leads to itself'} that nothing bounds. Declare a loop over it, put a gate or an ask in it, or give the flow a "budget".`;
    return error('cycle-without-bound', path, message, BOUND);
  });
}

const BOUND: Fix = {
  title: 'Give the run a budget of 200 super-steps',
  changes: [{ path: ['budget', 'superSteps'], value: 200 }],
};
