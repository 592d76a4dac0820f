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
  readonly graph: Graph;
  readonly places: Layout;
  /** Ids of all steps in flow order. */
  readonly order: readonly string[];
  /** Why nothing can be edited now, in words; null where it can. */
  readonly locked: string | null;
}

export function sceneOf(snapshot: Snapshot): Scene {
  const flow = snapshot.flow ?? {};
  const graph = graphOf(flow);
  return {
    snapshot,
    flow,
    graph,
    places: placesOf(graph, flow),
    order: flowOrder(graph),
    locked: snapshot.broken ? texts.broken.title : snapshot.document.readOnly,
  };
}
