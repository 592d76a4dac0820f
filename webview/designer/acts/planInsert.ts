import type { FlowEdit } from '../../../engine/flow/edit';
import { isTerminal } from '../../../engine/flow/graph';
import { at } from '../../../engine/json';
import type { Plan } from '../gestures';
import type { Scene } from '../scene';
import { actsTexts } from './actsTexts';
import { stepOf } from './situation';

/** Steps that nothing leads to and that lead to no step: they can be put on a route. */
export function looseSteps({ graph, order }: Scene): readonly string[] {
  const wired = new Set([
    ...graph.routes.flatMap((route) => (isTerminal(route.to) ? [] : [route.from, route.to])),
    ...graph.loops.flatMap((loop) => loop.body),
    ...graph.start,
    ...graph.called.keys(),
  ]);
  return order.filter((id) => !wired.has(id));
}

/** Puts a step that is there already on a route: what led to the route's target leads to the step, and the step there. */
export function planInsert(scene: Scene, step: string, route: string, position?: readonly [number, number]): Plan {
  const on = scene.graph.routes.find((item) => item.id === route);
  if (!on || !looseSteps(scene).includes(step)) return { ok: false, why: actsTexts.why.attached(step) };
  const onward = leadOn(scene, step, on.to);
  if (onward === null) return { ok: false, why: actsTexts.why.noRouteOn(step) };
  const edits: readonly FlowEdit[] = [
    ...(position ? [{ type: 'move', positions: { [step]: position } } as const] : []),
    { type: 'reconnect', route, to: step },
    onward,
  ];
  return { ok: true, edit: { type: 'batch', edits }, said: actsTexts.said.inserted(step, on.from, on.to) };
}

/** The way by which a step of its kind usually goes on, led to a target. Null where it has none. */
function leadOn(scene: Scene, id: string, to: string): FlowEdit | null {
  const connect = { type: 'connect', from: id, to } as const;
  switch (stepOf(scene, id)?.kind) {
    case 'router':
      return { ...connect, kind: 'else' };
    case 'plan':
      return { ...connect, kind: 'outcome', name: 'complete' };
    case 'watch':
      return { ...connect, kind: 'outcome', name: 'activity' };
    case 'ask': {
      const choice = at(scene.flow, ['steps', id, 'choices', 0]);
      return typeof choice === 'string' ? { ...connect, kind: 'choice', name: choice } : null;
    }
    default:
      return { ...connect, kind: 'strong' };
  }
}
