import type { Json } from '../json';
import { at, isObject } from '../json';
import type { Face } from './face';
import { FACE_LINE, FACE_WIDTH, faceOf, HEAD_HEIGHT, outOf } from './face';
import type { FaceWords } from './faceWords';
import { FACE_WORDS } from './faceWords';
import type { Graph } from './graph';
import { routesBy } from './graph';
import type { Arrangement, Pins } from './layout';
import { arrangementOf } from './layout';
import { FRAME_HEAD, FRAME_LANE, FRAME_SIDE } from './layout/sizes';
import type { WayWords } from './wayWords';
import { labelWidth, WAY_WORDS, wayLabel } from './wayWords';

export const TERMINAL_WIDTH = 112;
export const TERMINAL_HEIGHT = 32;
const FOLDED_HEIGHT = 74;

export interface Placing {
  readonly faces: ReadonlyMap<string, Face>;
  readonly arrangement: Arrangement;
}

/** The faces of a flow's steps, and where they stand for the sizes in which canvas and picture draw them. */
export function placingOf(
  graph: Graph,
  flow: Json,
  words: FaceWords & WayWords = { ...FACE_WORDS, ...WAY_WORDS },
  folded: readonly string[] = [],
): Placing {
  const leaving = routesBy(graph.routes, 'from');
  const faces = new Map(graph.steps.map((step) => [step.id, faceOf(step, flow, leaving.get(step.id) ?? [], words)]));
  const labels = wayLabel(graph, words);
  const arrangement = arrangementOf(
    graph,
    pinned(at(flow, ['layout'])),
    {
      step: (id) => ({ width: FACE_WIDTH, height: faces.get(id)?.height ?? HEAD_HEIGHT }),
      terminal: { width: TERMINAL_WIDTH, height: TERMINAL_HEIGHT },
      folded: { width: FACE_WIDTH, height: FOLDED_HEIGHT },
      frame: { side: FRAME_SIDE, head: FRAME_HEAD, lane: FRAME_LANE },
      line: FACE_LINE,
      out: (way) => outOf(way, faces.get(way.from)),
      label: (way) => labelWidth(labels(way)),
    },
    folded,
  );
  return { faces, arrangement };
}

/** What a person placed, as far as it is well formed: a half-typed text is laid out all the same. */
export function pinned(layout: Json | undefined): Pins {
  const pins: Record<string, readonly [number, number]> = {};
  for (const [id, place] of Object.entries(isObject(layout) ? layout : {})) {
    const [x, y] = Array.isArray(place) ? place : [];
    if (typeof x === 'number' && typeof y === 'number') pins[id] = [x, y];
  }
  return pins;
}
