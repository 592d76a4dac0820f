import type { CanvasEdge } from './edges';

/** Lets a route take the focus; the one that is the canvas's stop of the Tab key can be reached by it. */
export const withStop = (edges: readonly CanvasEdge[], stop: string | undefined): readonly CanvasEdge[] =>
  edges.map((edge) =>
    edge.id.startsWith('route:')
      ? { ...edge, ariaRole: 'group', domAttributes: { ...edge.domAttributes, tabIndex: edge.id === stop ? 0 : -1 } }
      : edge,
  );
