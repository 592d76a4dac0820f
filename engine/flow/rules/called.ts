import type { Fix, Issue } from '../../issue';
import type { JsonPath } from '../../json';
import { at } from '../../json';
import { changeTo } from './fixes';
import type { FlowView } from './rule';
import { error, named, quoted } from './rule';

/**
 * Steps that a map or a plan calls.
 * - They do one thing and give it back: kinds work, verify and call.
 * - Nothing leads on from them, nothing leads to them, and no loop begins or ends with one.
 */
export function calledRules(view: FlowView): readonly Issue[] {
  const { graph, steps, entering } = view;
  const ends = new Set(graph.loops.flatMap(({ head, tail }) => [head, tail]));
  return [...graph.called].flatMap(([id, callers]) => {
    const step = steps.get(id);
    if (step === undefined) return [];
    const by = `"${id}" is called by ${quoted(callers)}`;
    return [
      ...(CALLABLE.includes(step.kind) ? [] : [notCallable(view, id, by)]),
      ...(view.leaving.get(id) ?? []).map((route) => {
        const fix = { title: 'Remove the route', changes: [{ path: nextOf(route.path) }] };
        const message = `${by}, and what it gives goes back there: a called step has no route of its own. Remove it.`;
        return error('called-step-route', route.path, message, fix);
      }),
      ...(entering.get(id) ?? []).map((route) => {
        const message = `${named(route)} leads to a step that is called: ${by}. Lead it there, or to a step of the flow.`;
        return error(
          'called-step-entered',
          route.path,
          message,
          ends.has(id) || callers.includes(id) ? undefined : leadToCaller(route.path, callers),
        );
      }),
      ...graph.start.flatMap((start, index) => {
        if (start !== id) return [];
        const path = Array.isArray(at(view.flow, ['start'])) ? ['start', index] : ['start'];
        return [
          error(
            'called-step-entered',
            path,
            `${by}, so the flow cannot start at it. Start at a step of the flow.`,
            ends.has(id) || callers.includes(id) ? undefined : leadToCaller(path, callers),
          ),
        ];
      }),
      ...(ends.has(id) ? graph.loops : []).flatMap((loop) => {
        if (loop.head !== id && loop.tail !== id) return [];
        return [error('called-step-entered', loop.path, `${by}, so the loop "${loop.id}" cannot begin or end at it.`)];
      }),
    ];
  });
}

const CALLABLE: readonly string[] = ['work', 'verify', 'call'];

function notCallable({ steps }: FlowView, id: string, by: string): Issue {
  const step = steps.get(id);
  const message = `${by}, but it is of kind ${step?.kind || 'none'}: only work, verify and call can be called.`;
  return error('called-step-kind', [...(step?.path ?? []), 'kind'], message);
}

const leadToCaller = (path: JsonPath, [caller]: readonly string[]): Fix | undefined =>
  caller === undefined ? undefined : changeTo(path, caller);

/** All of `next` where the route is one of a list. */
const nextOf = (path: readonly (string | number)[]) => (path[2] === 'next' ? path.slice(0, 3) : path);
