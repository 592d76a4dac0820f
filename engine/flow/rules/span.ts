import type { Issue } from '../../issue';
import { at } from '../../json';
import type { GraphLoop, Route } from '../graph';
import { isTerminal, reachable, reaching } from '../graph';
import { changeTo, leadTo } from './fixes';
import type { FlowView } from './rule';
import { error, isGroup, isUntil, named } from './rule';
import { backFix, judgeFix, loopFix, verifyFix } from './spanFixes';

/**
 * The spans of until and improve loops, and what else holds for until loops.
 * - UL-03 A span is entered only at its head; only the loop itself leads back to the head.
 * - UL-04 It is left towards `@complete` only at its tail: the judge cannot be passed by.
 * - UL-05 Running out can never reach `@complete`.
 * - UL-06 The body holds a verification that the engine runs.
 * - The tail is a judge, and every judge is a tail.
 */
export function spanRules(view: FlowView): readonly Issue[] {
  const sound = view.graph.loops.filter((loop) => view.steps.has(loop.head) && view.steps.has(loop.tail));
  const untils = view.graph.loops.filter(isUntil);
  const back = backEdges(view);
  return [
    ...sound
      .filter((loop) => !isGroup(loop))
      .flatMap((loop) => [...pathRule(view, loop), ...entryRule(view, loop, back)]),
    ...sound
      .filter(isUntil)
      .flatMap((loop) => [...tailRule(view, loop), ...bypassRule(view, loop), ...evidenceRule(view, loop)]),
    ...untils.flatMap((loop) => exhaustionRule(view, loop)),
    ...judgeRule(view, untils),
  ];
}

function pathRule({ waysFrom }: FlowView, loop: GraphLoop): readonly Issue[] {
  if (reachable(waysFrom, [loop.head], loop.tail).has(loop.tail)) return [];
  const message = `No way leads from the head "${loop.head}" to the tail "${loop.tail}" of the loop "${loop.id}". Lead the routes there.`;
  return [error('loop-tail', [...loop.path, 'tail'], message)];
}

function tailRule(view: FlowView, loop: GraphLoop): readonly Issue[] {
  const kind = view.steps.get(loop.tail)?.kind;
  if (kind === 'judge') return [];
  const message = `The loop "${loop.id}" ends at "${loop.tail}", which is of kind ${kind || 'none'}. An until loop ends at a judge.`;
  return [error('loop-tail', [...loop.path, 'tail'], message, judgeFix(view, loop))];
}

function entryRule(view: FlowView, loop: GraphLoop, back: ReadonlySet<string>): readonly Issue[] {
  const body = new Set(loop.body);
  const many = Array.isArray(at(view.flow, ['start']));
  const starts = view.graph.start.flatMap((id, index) => {
    if (!body.has(id) || id === loop.head) return [];
    const message = `The flow starts at "${id}", in the middle of the loop "${loop.id}". Start at its head "${loop.head}".`;
    const path = many ? ['start', index] : ['start'];
    const begins = view.graph.start.includes(loop.head);
    return [error('loop-entry', path, message, begins ? undefined : changeTo(path, loop.head))];
  });
  const ways = loop.body.flatMap((id) => view.waysTo.get(id) ?? []).filter((way) => !ownExit(loop, way));
  return [
    ...starts,
    ...ways.flatMap((route) => {
      if (route.from === loop.tail || (route.to === loop.head && body.has(route.from) && !back.has(edge(route)))) {
        const message = `${named(route)} leads back into the loop "${loop.id}". The loop itself goes back to its head: lead this route out of it.`;
        return [error('loop-back-edge', route.path, message, backFix(view, loop, route))];
      }
      if (route.to === loop.head || body.has(route.from)) return [];
      const message = `${named(route)} enters the loop "${loop.id}" in its middle. Lead it to the head "${loop.head}".`;
      const fix = { title: `Lead it to "${loop.head}"`, changes: [{ path: route.path, value: loop.head }] };
      return [error('loop-entry', route.path, message, fix)];
    }),
  ];
}

/** The tail of a group leads to its entry by a route that is written; inside of another loop that is no way back of it. */
const backEdges = ({ graph }: FlowView): ReadonlySet<string> =>
  new Set(graph.loops.filter(isGroup).map((group) => edge({ from: group.tail, to: group.head })));
const edge = ({ from, to }: Pick<Route, 'from' | 'to'>): string => `${from}/${to}`;
const ownExit = (loop: GraphLoop, way: Route): boolean => way.path[0] === 'loops' && way.path[1] === loop.id;

function bypassRule(view: FlowView, loop: GraphLoop): readonly Issue[] {
  const body = new Set(loop.body);
  let known: ReadonlySet<string> | undefined;
  // Found only where a route leaves the body for a step: most leave for an end, which answers for itself.
  const completes = (to: string) => {
    if (isTerminal(to)) return to === '@complete';
    known ??= reaching(view.waysTo, ['@complete'], (route) => route.from !== loop.tail);
    return known.has(to);
  };
  return loop.body.flatMap((id) => {
    if (id === loop.tail) return [];
    return (view.waysFrom.get(id) ?? []).flatMap((route) => {
      if (body.has(route.to) || !completes(route.to)) return [];
      const over = route.to === '@complete' ? 'is a way to @complete' : 'leaves the loop and reaches @complete';
      const message = `${named(route)} ${over} without passing the judge "${loop.tail}". Lead it to a step of the loop, or to an end such as "@stop".`;
      const alone = route.path.at(-1) !== 'next' && route.kind === 'strong';
      return [error('judge-bypassed', route.path, message, alone ? undefined : leadTo(route.path, '@stop'))];
    });
  });
}

function exhaustionRule({ waysFrom }: FlowView, loop: GraphLoop): readonly Issue[] {
  if (!reachable(waysFrom, [loop.onExhausted]).has('@complete')) return [];
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

function evidenceRule(view: FlowView, loop: GraphLoop): readonly Issue[] {
  if (loop.body.some((id) => view.steps.get(id)?.kind === 'verify')) return [];
  const message = `The loop "${loop.id}" has no verification in its body: there would be no evidence for a claim. Add a verify step between "${loop.head}" and "${loop.tail}".`;
  return [error('loop-without-verify', loop.path, message, verifyFix(view, loop))];
}

function judgeRule(view: FlowView, untils: readonly GraphLoop[]): readonly Issue[] {
  const tails = new Set(untils.map((loop) => loop.tail));
  return view.graph.steps
    .filter((step) => step.kind === 'judge' && !tails.has(step.id))
    .map((step) => {
      const message = `The judge "${step.id}" is the tail of no until loop, so nobody weighs what it says. Declare an until loop that ends at it.`;
      return error('judge-without-loop', step.path, message, loopFix(view, step.id));
    });
}
