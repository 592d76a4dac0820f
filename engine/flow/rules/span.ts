import type { Issue } from '../../issue';
import type { GraphLoop, Route, RouteIndex } from '../graph';
import { isTerminal, reachable, reaching, routesBy } from '../graph';
import { withExits } from './reach';
import type { FlowView } from './rule';
import { error } from './rule';

/**
 * The span of an until loop.
 * - UL-03 It is entered only at its head; only the loop itself leads back to the head.
 * - UL-04 It is left towards `@complete` only at its tail: the judge cannot be passed by.
 * - UL-05 Running out can never reach `@complete`.
 * - UL-06 Its body holds a verification that the engine runs.
 * - The tail is a judge, every judge is a tail, and loops neither nest nor overlap.
 */
export function spanRules(view: FlowView): readonly Issue[] {
  const exits = routesBy(withExits(view.graph), 'from');
  const sound = view.graph.loops.filter((loop) => view.steps.has(loop.head) && view.steps.has(loop.tail));
  return [
    ...sound.flatMap((loop) => [
      ...tailRule(view, loop),
      ...entryRule(view, loop),
      ...bypassRule(view, loop),
      ...evidenceRule(view, loop),
    ]),
    ...view.graph.loops.flatMap((loop) => exhaustionRule(exits, loop)),
    ...overlapRule(sound),
    ...judgeRule(view),
  ];
}

function tailRule({ leaving, steps }: FlowView, loop: GraphLoop): readonly Issue[] {
  const path = [...loop.path, 'tail'];
  const kind = steps.get(loop.tail)?.kind;
  const kindIssue =
    kind === 'judge'
      ? []
      : [
          error(
            'loop-tail',
            path,
            `The loop "${loop.id}" ends at "${loop.tail}", which is of kind ${kind || 'none'}. An until loop ends at a judge.`,
          ),
        ];
  if (reachable(leaving, [loop.head], loop.tail).has(loop.tail)) return kindIssue;
  const message = `No way leads from the head "${loop.head}" to the tail "${loop.tail}" of the loop "${loop.id}". Lead the routes there.`;
  return [...kindIssue, error('loop-tail', path, message)];
}

function entryRule(view: FlowView, loop: GraphLoop): readonly Issue[] {
  const body = new Set(loop.body);
  const starts = view.graph.start.flatMap((id, index) => {
    if (!body.has(id) || id === loop.head) return [];
    const path = view.graph.start.length > 1 ? ['start', index] : ['start'];
    return [
      error(
        'loop-entry',
        path,
        `The flow starts at "${id}", in the middle of the loop "${loop.id}". Start at its head "${loop.head}".`,
      ),
    ];
  });
  const routes = loop.body.flatMap((id) => view.entering.get(id) ?? []);
  return [
    ...starts,
    ...routes.flatMap((route) => {
      if (route.from === loop.tail || (route.to === loop.head && body.has(route.from))) {
        const message = `${named(route)} leads back into the loop "${loop.id}". The loop itself goes back to its head: lead this route out of it.`;
        return [error('loop-back-edge', route.path, message)];
      }
      if (route.to === loop.head || body.has(route.from)) return [];
      const message = `${named(route)} enters the loop "${loop.id}" in its middle. Lead it to the head "${loop.head}".`;
      const fix = { title: `Lead it to "${loop.head}"`, changes: [{ path: route.path, value: loop.head }] };
      return [error('loop-entry', route.path, message, fix)];
    }),
  ];
}

function bypassRule(view: FlowView, loop: GraphLoop): readonly Issue[] {
  const body = new Set(loop.body);
  let known: ReadonlySet<string> | undefined;
  // Found only where a route leaves the body for a step: most leave for an end, which answers for itself.
  const completes = (to: string) => {
    if (isTerminal(to)) return to === '@complete';
    known ??= reaching(view.entering, ['@complete'], (route) => route.from !== loop.tail);
    return known.has(to);
  };
  return loop.body.flatMap((id) => {
    if (id === loop.tail) return [];
    return (view.leaving.get(id) ?? []).flatMap((route) => {
      if (body.has(route.to) || !completes(route.to)) return [];
      const over = route.to === '@complete' ? 'is a way to @complete' : 'leaves the loop and reaches @complete';
      const message = `${named(route)} ${over} without passing the judge "${loop.tail}". Lead it to a step of the loop, or to an end such as "@stop".`;
      return [error('judge-bypassed', route.path, message)];
    });
  });
}

function exhaustionRule(exits: RouteIndex, loop: GraphLoop): readonly Issue[] {
  if (!reachable(exits, [loop.onExhausted]).has('@complete')) return [];
  const path = [...loop.path, 'onExhausted'];
  const way = loop.onExhausted === '@complete' ? 'is' : `leads over "${loop.onExhausted}" to`;
  const message = `The way out when the loop "${loop.id}" runs out ${way} @complete: running out would look like success. Lead it to "@stop", or to steps that end so.`;
  return [
    error('complete-through-bound', path, message, {
      title: 'Lead it to "@stop"',
      changes: [{ path, value: '@stop' }],
    }),
  ];
}

function evidenceRule({ steps }: FlowView, loop: GraphLoop): readonly Issue[] {
  if (loop.body.some((id) => steps.get(id)?.kind === 'verify')) return [];
  const message = `The loop "${loop.id}" has no verification in its body: there would be no evidence for a claim. Add a verify step between "${loop.head}" and "${loop.tail}".`;
  return [error('loop-without-verify', loop.path, message)];
}

function overlapRule(loops: readonly GraphLoop[]): readonly Issue[] {
  const owners = new Map<string, GraphLoop>();
  return loops.flatMap((loop) => {
    const other = loop.body.map((id) => owners.get(id)).find((owner) => owner !== undefined);
    for (const id of loop.body) if (!owners.has(id)) owners.set(id, loop);
    if (other === undefined) return [];
    const shared = loop.body.filter((id) => other.body.includes(id));
    const inside = shared.length === loop.body.length || shared.length === other.body.length;
    const how = inside ? 'stand one inside the other' : 'overlap';
    const message = `The loops "${other.id}" and "${loop.id}" ${how} at ${shared.map((id) => `"${id}"`).join(', ')}. An until loop may not share steps with another loop.`;
    return [error('loops-overlap', loop.path, message)];
  });
}

function judgeRule({ graph }: FlowView): readonly Issue[] {
  const tails = new Set(graph.loops.map((loop) => loop.tail));
  return graph.steps
    .filter((step) => step.kind === 'judge' && !tails.has(step.id))
    .map((step) => {
      const message = `The judge "${step.id}" is the tail of no loop, so nobody weighs what it says. Declare an until loop that ends at it.`;
      return error('judge-without-loop', step.path, message);
    });
}

const named = (route: Route): string =>
  route.label === ''
    ? `The route from "${route.from}" to "${route.to}"`
    : `The route "${route.label}" from "${route.from}" to "${route.to}"`;
