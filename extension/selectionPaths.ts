import { graphOf } from '../engine/flow/graph';
import type { Json, JsonPath } from '../engine/json';

/**
 * One selection for canvas, text, trees and Problems. On the canvas it is ids (`act`, `loop:fix`, `route:act/strong/0`),
 * in the text a place: these two functions lead from one to the other.
 */

/** What stands at `path`: the route whose target it is, else the step or loop around it. Empty where there is none. */
export function selectionAt(flow: Json, path: JsonPath): readonly string[] {
  const [top, id] = path;
  if (typeof id !== 'string') return [];
  if (top === 'loops') return [`loop:${id}`];
  if (top !== 'steps') return [];
  const route = graphOf(flow).routes.find((each) => samePath(each.path, path));
  return [route ? `route:${route.id}` : id];
}

/** Where the first selected thing stands, or `null` where it is not in the flow. */
export function pathOf(flow: Json, selection: readonly string[]): JsonPath | null {
  const [first] = selection;
  if (first === undefined) return null;
  const graph = graphOf(flow);
  if (first.startsWith('route:')) return graph.routes.find((route) => `route:${route.id}` === first)?.path ?? null;
  if (first.startsWith('loop:')) return graph.loops.find((loop) => `loop:${loop.id}` === first)?.path ?? null;
  return graph.steps.find((step) => step.id === first)?.path ?? null;
}

const samePath = (a: JsonPath, b: JsonPath): boolean =>
  a.length === b.length && a.every((key, index) => key === b[index]);
