import type { Route } from '../../../engine/flow/graph';
import type { Scene } from '../scene';
import { loopKey, routeKey } from '../selection';
import { texts } from '../texts';

/** One line of the outline. `key` is its entry in the shared selection. */
export interface Line {
  readonly key: string;
  readonly type: 'loop' | 'step' | 'route';
  /** From 1. */
  readonly level: number;
  readonly text: string;
  readonly detail: string;
  /** Of a step its kind, of a loop its type. */
  readonly kind: string;
}

/** The flow as lines in flow order: a loop holds its body, a step the routes that leave it. */
export function outlineOf(scene: Scene): readonly Line[] {
  const { graph, order } = scene;
  const placed = new Set<string>();
  const lines: Line[] = [];
  const addStep = (id: string, level: number) => {
    const step = graph.steps.find((item) => item.id === id);
    if (!step || placed.has(id)) return;
    placed.add(id);
    lines.push({ key: id, type: 'step', level, text: step.title, detail: texts.kind(step.kind), kind: step.kind });
    lines.push(...graph.routes.filter((route) => route.from === id).map((route) => routeLine(route, level + 1)));
  };
  for (const id of order) {
    for (const loop of graph.loops.filter((item) => item.body.includes(id) && !placed.has(loopKey(item.id)))) {
      placed.add(loopKey(loop.id));
      lines.push({
        key: loopKey(loop.id),
        type: 'loop',
        level: 1,
        text: loop.id,
        detail: texts.loop(loop.type).name,
        kind: loop.type,
      });
      for (const member of order.filter((item) => loop.body.includes(item))) addStep(member, 2);
    }
    addStep(id, 1);
  }
  return lines;
}

const routeLine = (route: Route, level: number): Line => ({
  key: routeKey(route.id),
  type: 'route',
  level,
  text: texts.outline.to(texts.terminals[route.to] ?? route.to),
  detail: route.label || texts.outline.strong,
  kind: '',
});
