import type { Fix, Issue } from '../../issue';
import type { JsonPath } from '../../json';
import { at } from '../../json';
import { isTerminal } from '../graph';
import { TERMINALS } from '../names';
import { nearest, suggestion } from '../nearest';
import type { FlowView } from './rule';
import { error, listAt, objectAt } from './rule';

/** Where routes, the start and loops lead: to something that is there, and to one thing where one is due. */
export function targetRules(view: FlowView): readonly Issue[] {
  return [...startRules(view), ...routeRules(view), ...strongRules(view), ...loopEndRules(view)];
}

function startRules(view: FlowView): readonly Issue[] {
  const { graph, flow } = view;
  if (graph.start.length === 0) {
    const first = graph.steps[0];
    const fix = first && { title: `Start at "${first.id}"`, changes: [{ path: ['start'], value: first.id }] };
    return [
      error('missing-start', ['start'], 'The flow does not say where it starts. Give "start" the id of a step.', fix),
    ];
  }
  const many = Array.isArray(at(flow, ['start']));
  return graph.start.flatMap((id, index) => unknown(view, id, many ? ['start', index] : ['start'], 'start', false));
}

function routeRules(view: FlowView): readonly Issue[] {
  return view.graph.routes.flatMap((route) => {
    const what = route.label === '' ? `step "${route.from}"` : `${route.kind} "${route.label}" of step "${route.from}"`;
    return unknown(view, route.to, route.path, what, true);
  });
}

function loopEndRules(view: FlowView): readonly Issue[] {
  return view.graph.loops.flatMap((loop) => [
    ...(['head', 'tail'] as const).flatMap((end) => {
      const path = [...loop.path, end];
      if (loop[end] !== '') return unknown(view, loop[end], path, `${end} of loop "${loop.id}"`, false);
      return [error('missing-target', path, `The loop "${loop.id}" has no ${end}. Give the id of a step.`)];
    }),
    ...unknown(view, loop.onExhausted, [...loop.path, 'onExhausted'], `onExhausted of loop "${loop.id}"`, true),
  ]);
}

function unknown(view: FlowView, id: string, path: JsonPath, what: string, terminals: boolean): readonly Issue[] {
  if (view.steps.has(id) || (terminals && TERMINALS.some((end) => end === id))) return [];
  const known = terminals ? [...view.steps.keys(), ...TERMINALS] : [...view.steps.keys()];
  const meant = nearest(id, known);
  const fix: Fix | undefined =
    meant === undefined ? undefined : { title: `Change to "${meant}"`, changes: [{ path, value: meant }] };
  if (!isTerminal(id)) {
    const message = `There is no step "${id}", which ${what} leads to.${suggestion(id, known)}`;
    return [error('unknown-target', path, message, fix)];
  }
  const message = terminals
    ? `"${id}" is no end of a run, which ${what} leads to. There are ${TERMINALS.join(', ')}.${suggestion(id, known)}`
    : `"${id}" is no step: ${what} must be a step.`;
  return [error('unknown-target', path, message, fix)];
}

function strongRules({ graph, flow }: FlowView): readonly Issue[] {
  return graph.steps.flatMap((step) => {
    const path = [...step.path, 'next'];
    const next = at(flow, path);
    const list = listAt(flow, path);
    if (step.kind === 'router' || step.kind === 'ask') {
      if (next === undefined) return [];
      const instead = step.kind === 'router' ? '"cases", "branches" and "else"' : '"routes", one for each choice';
      const fix = { title: 'Remove "next"', changes: [{ path }] };
      return [
        error(
          'strong-route-not-due',
          path,
          `A step of kind ${step.kind} has no "next": it leads on by ${instead}.`,
          fix,
        ),
      ];
    }
    if (next === undefined || next === '' || (Array.isArray(next) && next.length === 0)) {
      if (!['work', 'verify', 'judge'].includes(step.kind)) return [];
      const end =
        Object.keys(objectAt(flow, ['steps'])).at(-1) === step.id ? '"@complete"' : 'a step or an end such as "@stop"';
      return [error('missing-target', path, `The step "${step.id}" leads nowhere. Give "next" ${end}.`)];
    }
    if (list.length > 1 && step.kind === 'judge') {
      const message = `The judge "${step.id}" has ${list.length} strong routes, and a confirmed goal leads to one place. Keep one.`;
      return [error('many-strong-routes', path, message)];
    }
    return list.flatMap((to, index) => {
      if (list.indexOf(to) < index)
        return [
          error('many-strong-routes', [...path, index], `"${step.id}" leads to "${String(to)}" twice. Remove one.`),
        ];
      if (list.length > 1 && typeof to === 'string' && isTerminal(to)) {
        const message = `"${step.id}" fans out to "${to}" beside other steps: a run cannot end and go on. Keep one strong route or steps only.`;
        return [error('many-strong-routes', [...path, index], message)];
      }
      return [];
    });
  });
}
