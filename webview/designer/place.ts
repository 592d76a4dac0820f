import type { Graph } from '../../engine/flow/graph';
import type { Layout } from '../../engine/flow/layout';
import type { Placing } from '../../engine/flow/placing';
import { placingOf } from '../../engine/flow/placing';
import type { Json } from '../../engine/json';
import { drawnWords } from './canvas/drawnWords';

export { pinned, TERMINAL_HEIGHT, TERMINAL_WIDTH } from '../../engine/flow/placing';

/** The faces and where everything stands, with the words of this window. */
export const placed = (graph: Graph, flow: Json, folded: readonly string[] = []): Placing =>
  placingOf(graph, flow, drawnWords, folded);

export const placesOf = (graph: Graph, flow: Json): Layout => placed(graph, flow).arrangement.layout;
