import type { Graph } from '../../engine/flow/graph';
import type { Placing } from '../../engine/flow/placing';
import { placingOf } from '../../engine/flow/placing';
import type { Json } from '../../engine/json';
import { drawnWords } from './canvas/drawnWords';

/** The faces and where everything stands, with the words of this window. */
export const placed = (graph: Graph, flow: Json, folded: readonly string[] = []): Placing =>
  placingOf(graph, flow, drawnWords, folded);
