import type { Fix, Issue } from '../../issue';
import { at, isObject } from '../../json';
import type { GraphLoop, Route } from '../graph';
import { isTerminal } from '../graph';
import { leadTo } from './fixes';
import type { FlowView } from './rule';
import { error, isImprove, named, warning } from './rule';
import { isFailure } from './success';

/**
 * Improve loops: one way in, one way on.
 * - It goes on at its tail; from other steps only failures leave, and what ends the run without success.
 * - What its tail gives can have a score.
 * How it is entered is the matter of `span`.
 */
export function improveRules(view: FlowView): readonly Issue[] {
  return view.graph.loops
    .filter((loop) => isImprove(loop) && view.steps.has(loop.head) && view.steps.has(loop.tail))
    .flatMap((loop) => [...exitRule(view, loop), ...scoreRule(view, loop)]);
}

function exitRule(view: FlowView, loop: GraphLoop): readonly Issue[] {
  const body = new Set(loop.body);
  return loop.body.flatMap((id) => {
    if (id === loop.tail) return [];
    return (view.leaving.get(id) ?? []).flatMap((route) => {
      if (body.has(route.to) || isFailure(route) || (isTerminal(route.to) && route.to !== '@complete')) return [];
      const message = `${named(route)} leaves the improve loop "${loop.id}" before its tail "${loop.tail}": the round would get no score. Lead it to a step of the loop.`;
      return [error('loop-exit', route.path, message, exitFix(view, route, loop))];
    });
  });
}

function exitFix({ leaving }: FlowView, route: Route, { tail }: GraphLoop): Fix | undefined {
  const known = (leaving.get(route.from) ?? []).some((other) => other.kind === route.kind && other.to === tail);
  return known || route.from === tail ? undefined : leadTo(route.path, tail);
}

const SCORED: readonly string[] = ['work', 'gate', 'call'];

function scoreRule({ flow, steps }: FlowView, loop: GraphLoop): readonly Issue[] {
  const path = [...loop.path, 'tail'];
  const kind = steps.get(loop.tail)?.kind ?? '';
  if (kind === 'judge') {
    const message = `The improve loop "${loop.id}" ends at the judge "${loop.tail}": a judge says whether a goal is met and gives no score. End at a step whose output has "score".`;
    return [error('loop-tail', path, message)];
  }
  if (!SCORED.includes(kind)) {
    const message = `The improve loop "${loop.id}" ends at "${loop.tail}", and a step of kind ${kind || 'none'} gives no score: every round would count as no progress. End at a work step or a gate that gives "score".`;
    return [warning('improve-without-score', path, message)];
  }
  const properties = at(flow, ['steps', loop.tail, 'output', 'properties']);
  if (kind !== 'work' || !isObject(properties) || Object.hasOwn(properties, 'score')) return [];
  const here = ['steps', loop.tail, 'output', 'properties', 'score'];
  const fix = { title: 'Ask for a score', changes: [{ path: here, value: { type: 'number' } }] };
  const message = `The output of "${loop.tail}", at which the improve loop "${loop.id}" ends, has no "score". Add it as a number.`;
  return [warning('improve-without-score', here.slice(0, -1), message, fix)];
}
