import type { Graph } from '../../engine/flow/graph';
import type { Point } from '../../engine/flow/layout/layered';
import { placed } from './place';
import type { Scene } from './scene';

export const bodyOf = (graph: Graph, loop: string): readonly string[] =>
  graph.loops.find((item) => item.id === loop)?.body ?? [];

/** The folded loop that is drawn in the place of a step; undefined where the step itself is drawn. */
export const hidingLoop = ({ graph, places }: Scene, step: string): string | undefined =>
  places.steps[step] ? undefined : places.folded.find((loop) => bodyOf(graph, loop).includes(step));

/**
 * Where the steps of a folded loop are pinned, in whole units, so that its box stands there: its head at the box, the
 * others around it as they stand when nothing is folded.
 */
export function bodyAt(
  { graph, flow }: Pick<Scene, 'graph' | 'flow'>,
  loop: string,
  box: Point,
): Readonly<Record<string, readonly [number, number]>> {
  const { steps } = placed(graph, flow).arrangement.layout;
  const head = steps[graph.loops.find((item) => item.id === loop)?.head ?? ''];
  if (!head) return {};
  return Object.fromEntries(
    bodyOf(graph, loop).flatMap((id) => {
      const step = steps[id];
      return step ? [[id, [Math.round(box.x + step.x - head.x), Math.round(box.y + step.y - head.y)]]] : [];
    }),
  );
}
