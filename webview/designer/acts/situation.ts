import type { Graph, GraphLoop, GraphStep, Route } from '../../../engine/flow/graph';
import type { Scene } from '../scene';
import { loopKey, selectedLoops, selectedRoutes, selectedSteps } from '../selection';

/** What an act is done on: all that says whether it can be done, and why not. */
export interface Situation {
  readonly scene: Scene;
  readonly selection: readonly string[];
  /** Ids of folded loops. */
  readonly collapsed: readonly string[];
  readonly outline: boolean;
}

/** The selected steps in flow order, those of selected loops among them. */
export function stepsOf({ scene, selection }: Situation): readonly string[] {
  const chosen = new Set([
    ...selectedSteps(selection),
    ...selectedLoops(scene.graph, selection).flatMap((loop) => loop.body),
  ]);
  return scene.order.filter((id) => chosen.has(id));
}

export const loopsOf = ({ scene, selection }: Situation): readonly GraphLoop[] => selectedLoops(scene.graph, selection);
export const routesOf = ({ scene, selection }: Situation): readonly Route[] => selectedRoutes(scene.graph, selection);

export const stepOf = (scene: Scene, id: string | undefined): GraphStep | undefined =>
  id === undefined ? undefined : indexOf(scene.graph).steps.get(id);

/** Loops around a step, the innermost first. */
export const loopsAround = (scene: Scene, step: string): readonly GraphLoop[] =>
  indexOf(scene.graph).around.get(step) ?? [];

/** The loop that a key stands for: a loop's own, or the innermost around a step. */
export const loopAt = (scene: Scene, key: string | undefined): GraphLoop | undefined =>
  key === undefined
    ? undefined
    : (scene.graph.loops.find((loop) => loopKey(loop.id) === key) ?? loopsAround(scene, key)[0]);

interface Index {
  readonly steps: ReadonlyMap<string, GraphStep>;
  readonly around: ReadonlyMap<string, readonly GraphLoop[]>;
}

/** Asked for once for every step of a large flow: each graph is gone through only once. */
const indexes = new WeakMap<Graph, Index>();

function indexOf(graph: Graph): Index {
  const known = indexes.get(graph);
  if (known) return known;
  const around = new Map<string, GraphLoop[]>();
  for (const loop of [...graph.loops].sort((a, b) => a.body.length - b.body.length))
    for (const step of loop.body) around.set(step, [...(around.get(step) ?? []), loop]);
  const index = { steps: new Map(graph.steps.map((step) => [step.id, step])), around };
  indexes.set(graph, index);
  return index;
}
