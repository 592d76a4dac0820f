import type { Graph } from '../../engine/flow/graph';
import type { Layout } from '../../engine/flow/layout';
import { layoutOf } from '../../engine/flow/layout';
import type { Json } from '../../engine/json';
import { at, isObject } from '../../engine/json';
import { FACE_WIDTH, faceOf, HEAD_HEIGHT } from './canvas/face';
import { FRAME_HEAD, FRAME_LANE, FRAME_SIDE } from './canvas/frame';

export const TERMINAL_WIDTH = 112;
export const TERMINAL_HEIGHT = 32;

/** Where everything stands, for the sizes that this canvas draws. */
export function placesOf(graph: Graph, flow: Json): Layout {
  const heights = new Map(
    graph.steps.map((step) => {
      const leaving = graph.routes.filter((route) => route.from === step.id);
      return [step.id, faceOf(step, flow, leaving).height];
    }),
  );
  return layoutOf(graph, pinned(at(flow, ['layout'])), {
    step: (id) => ({ width: FACE_WIDTH, height: heights.get(id) ?? HEAD_HEIGHT }),
    terminal: { width: TERMINAL_WIDTH, height: TERMINAL_HEIGHT },
    frame: { side: FRAME_SIDE, head: FRAME_HEAD, lane: FRAME_LANE },
  });
}

/** What a person placed, as far as it is well formed: a half-typed text is laid out all the same. */
export function pinned(layout: Json | undefined): Readonly<Record<string, readonly [number, number]>> {
  const pins: Record<string, readonly [number, number]> = {};
  for (const [id, place] of Object.entries(isObject(layout) ? layout : {})) {
    const [x, y] = Array.isArray(place) ? place : [];
    if (typeof x === 'number' && typeof y === 'number') pins[id] = [x, y];
  }
  return pins;
}
