import type { Face } from '../../engine/flow/face';
import type { Graph } from '../../engine/flow/graph';
import { graphOf } from '../../engine/flow/graph';
import type { Arrangement, Layout } from '../../engine/flow/layout';
import type { Json } from '../../engine/json';
import type { Snapshot } from '../protocol';
import { flowOrder } from './order';
import { placed } from './place';
import { texts } from './texts';

/** Everything that is computed from one snapshot and nothing else. Thrown away with it. */
export interface Scene {
  readonly snapshot: Snapshot;
  readonly flow: Json;
  /** The flow as text: equal texts are laid out only once. */
  readonly text: string;
  readonly graph: Graph;
  readonly faces: ReadonlyMap<string, Face>;
  readonly places: Layout;
  /** What follows a step that is being dragged. */
  readonly arrangement: Arrangement;
  /** Ids of the loops that are folded. */
  readonly folded: readonly string[];
  /** Ids of all steps in flow order. */
  readonly order: readonly string[];
  /** Why nothing can be edited now, in words; null where it can. */
  readonly locked: string | null;
}

/** `before` spares the work where only the selection, the issues or the run have changed. */
export function sceneOf(
  snapshot: Snapshot,
  before: Scene | null = null,
  folded: readonly string[] = before?.folded ?? [],
): Scene {
  const text = JSON.stringify(snapshot.flow);
  const same = before !== null && before.text === text;
  const drawn =
    same && sameIds(before.folded, folded)
      ? before
      : drawnOf(same ? before.flow : (snapshot.flow ?? {}), folded, same ? before : null);
  const { flow, graph, faces, places, arrangement, order } = drawn;
  return {
    snapshot,
    flow,
    text,
    graph,
    faces,
    places,
    arrangement,
    folded: drawn.folded,
    order,
    locked: snapshot.broken ? texts.broken.title : snapshot.document.readOnly,
  };
}

function drawnOf(flow: Json, folded: readonly string[], before: Scene | null) {
  const graph = before?.graph ?? graphOf(flow);
  const { faces, arrangement } = placed(graph, flow, folded);
  const order = before?.order ?? flowOrder(graph);
  return { flow, graph, faces, places: arrangement.layout, arrangement, folded, order };
}

const sameIds = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((id, index) => id === b[index]);
