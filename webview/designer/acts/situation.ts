import type { GraphLoop, GraphStep, Route } from '../../../engine/flow/graph';
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
  scene.graph.steps.find((step) => step.id === id);

/** Loops around a step, the innermost first. */
export const loopsAround = (scene: Scene, step: string): readonly GraphLoop[] =>
  scene.graph.loops.filter((loop) => loop.body.includes(step)).sort((a, b) => a.body.length - b.body.length);

/** The loop that a key stands for: a loop's own, or the innermost around a step. */
export const loopAt = (scene: Scene, key: string | undefined): GraphLoop | undefined =>
  key === undefined
    ? undefined
    : (scene.graph.loops.find((loop) => loopKey(loop.id) === key) ?? loopsAround(scene, key)[0]);
