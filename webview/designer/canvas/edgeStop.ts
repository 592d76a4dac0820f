import type { CanvasEdge } from './edges';

/** Lets a route take the focus; the one that is the canvas's stop of the Tab key can be reached by it. */
export const withStop = (edges: readonly CanvasEdge[], stop: string | undefined): readonly CanvasEdge[] =>
  edges.map((edge) => (edge.id.startsWith('route:') ? focusable(edge, edge.id === stop ? 0 : -1) : edge));

/** The same object for the same edge: a drag of one step must not draw all routes again. */
const made = new WeakMap<CanvasEdge, { readonly tabIndex: number; readonly edge: CanvasEdge }>();

function focusable(edge: CanvasEdge, tabIndex: number): CanvasEdge {
  const before = made.get(edge);
  if (before?.tabIndex === tabIndex) return before.edge;
  const found: CanvasEdge = { ...edge, ariaRole: 'group', domAttributes: { ...edge.domAttributes, tabIndex } };
  made.set(edge, { tabIndex, edge: found });
  return found;
}
