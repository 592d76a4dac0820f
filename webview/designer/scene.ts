import type { Graph } from '../../engine/flow/graph';
import { graphOf } from '../../engine/flow/graph';
import type { Layout } from '../../engine/flow/layout';
import type { Json } from '../../engine/json';
import type { Snapshot } from '../protocol';
import { flowOrder } from './order';
import { placesOf } from './place';
import { texts } from './texts';

/** Everything that is computed from one snapshot and nothing else. Thrown away with it. */
export interface Scene {
  readonly snapshot: Snapshot;
  readonly flow: Json;
  /** The flow as text: equal texts are laid out only once. */
  readonly text: string;
  readonly graph: Graph;
  readonly places: Layout;
  /** Ids of all steps in flow order. */
  readonly order: readonly string[];
  /** Why nothing can be edited now, in words; null where it can. */
  readonly locked: string | null;
}

/** `before` spares the work where only the selection, the issues or the run have changed. */
export function sceneOf(snapshot: Snapshot, before: Scene | null = null): Scene {
  const text = JSON.stringify(snapshot.flow);
  const drawn = before?.text === text ? before : drawnOf(snapshot.flow ?? {});
  const { flow, graph, places, order } = drawn;
  return {
    snapshot,
    flow,
    text,
    graph,
    places,
    order,
    locked: snapshot.broken ? texts.broken.title : snapshot.document.readOnly,
  };
}

function drawnOf(flow: Json) {
  const graph = graphOf(flow);
  return { flow, graph, places: placesOf(graph, flow), order: flowOrder(graph) };
}
