import type { Graph, GraphLoop, Route } from '../../engine/flow/graph';

/** What one entry of the shared selection names. */
export type Selected =
  | { readonly type: 'step'; readonly id: string }
  | { readonly type: 'loop'; readonly id: string }
  | { readonly type: 'route'; readonly id: string };

export const loopKey = (id: string): string => `loop:${id}`;
export const routeKey = (id: string): string => `route:${id}`;

export function selectedOf(key: string): Selected {
  if (key.startsWith('loop:')) return { type: 'loop', id: key.slice(5) };
  if (key.startsWith('route:')) return { type: 'route', id: key.slice(6) };
  return { type: 'step', id: key };
}

export const selectedSteps = (selection: readonly string[]): readonly string[] =>
  selection.map(selectedOf).flatMap((item) => (item.type === 'step' ? [item.id] : []));

export const selectedLoops = (graph: Graph, selection: readonly string[]): readonly GraphLoop[] =>
  graph.loops.filter((loop) => selection.includes(loopKey(loop.id)));

export const selectedRoutes = (graph: Graph, selection: readonly string[]): readonly Route[] =>
  graph.routes.filter((route) => selection.includes(routeKey(route.id)));

/** The entries that still name something in the graph. */
export function existing(graph: Graph, selection: readonly string[]): readonly string[] {
  const known = new Set([
    ...graph.steps.map((step) => step.id),
    ...graph.loops.map((loop) => loopKey(loop.id)),
    ...graph.routes.map((route) => routeKey(route.id)),
  ]);
  return selection.filter((key) => known.has(key));
}

export const sameSelection = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((key, index) => key === b[index]);
