import type { Graph, Route } from '../../engine/flow/graph';
import type { Box } from '../../engine/flow/layout';
import type { Json } from '../../engine/json';
import { placed } from '../designer/place';
import type { Scene } from '../designer/scene';
import { sceneOf } from '../designer/scene';
import { loopKey, routeKey } from '../designer/selection';
import type { Comparison, Snapshot } from '../protocol';
import type { Mark, Union } from './union';
import { ghostId, unionOf } from './union';

/** One canvas of the page: what it draws, what stands out in it, and what its elements are called in the union. */
export interface Picture {
  readonly scene: Scene;
  /** By key of the scene's own selection. */
  readonly marks: ReadonlyMap<string, Mark>;
  /** Key in the union → key here; null where it is not here. */
  readonly keyOf: (key: string) => string | null;
}

export interface Pictures {
  readonly union: Union;
  readonly overlaid: Picture;
  readonly before: Picture;
  readonly after: Picture;
}

/** What is drawn of a comparison. The same step stands at the same place in all three. */
export function picturesOf(comparison: Comparison): Pictures {
  const { before, after, diff } = comparison;
  const union = unionOf(before.flow, after.flow, diff);
  const { faces, arrangement } = placed(union.graph, union.flow);
  const places = arrangement.layout;
  const overlaid = { ...sceneOf(readOnly(union.flow)), graph: union.graph, faces, arrangement, places };
  const now = (id: string) => diff.renamed.steps[id] ?? id;
  const nowLoop = (id: string) => diff.renamed.loops[id] ?? id;
  const terminals = new Map(places.terminals.map((box) => [box.key, box]));
  const side = (flow: Json | null, step: (id: string) => string, loop: (id: string) => string): Scene => {
    const scene = sceneOf(readOnly(flow ?? {}));
    const stands = new Map<string, Box>();
    for (const { id } of scene.graph.steps) {
      const box = places.steps[step(id)];
      if (box !== undefined) stands.set(id, box);
    }
    for (const { key, from, target } of scene.places.terminals) {
      const source = from.startsWith('loop:') ? loopKey(loop(from.slice(5))) : step(from);
      const box = terminals.get(`${source}>${target}`);
      if (box !== undefined) stands.set(key, box);
    }
    return { ...scene, places: scene.arrangement.moved(stands) };
  };
  const same = (id: string) => id;
  return {
    union,
    overlaid: { scene: overlaid, marks: union.marks, keyOf: (key) => key },
    before: pictureBefore(side(before.flow, now, nowLoop), union, diff.renamed),
    after: pictureAfter(side(after.flow, same, same), union),
  };
}

function pictureAfter(scene: Scene, union: Union): Picture {
  const there = keysOf(scene.graph);
  return {
    scene,
    marks: new Map([...union.marks].filter(([key]) => there.has(key))),
    keyOf: (key) => (there.has(key) ? key : null),
  };
}

function pictureBefore(scene: Scene, union: Union, renamed: Comparison['diff']['renamed']): Picture {
  const now = (id: string) => renamed.steps[id] ?? id;
  const own = new Map<string, string>();
  for (const { id } of scene.graph.steps) own.set(now(id), id);
  for (const { id } of scene.graph.loops) own.set(loopKey(renamed.loops[id] ?? id), loopKey(id));
  for (const route of scene.graph.routes) {
    own.set(routeKey(ghostId(route.id, route.from, now(route.from))), routeKey(route.id));
    own.set(routeKey(`${now(route.from)}${route.id.slice(route.from.length)}`), routeKey(route.id));
  }
  // A changed route is drawn in the union as the one that is gone and the one that is there.
  const marks = new Map<string, Mark>();
  for (const [key, mark] of union.marks) {
    const here = own.get(key);
    if (here === undefined || mark === 'added') continue;
    const replaced = key.startsWith('route:') && mark === 'removed' && union.replaced.has(key.slice(6));
    if (key.startsWith('route:') && mark === 'changed') continue;
    marks.set(here, replaced ? 'changed' : mark);
  }
  return { scene, marks, keyOf: (key) => own.get(key) ?? null };
}

const keysOf = (graph: Graph): ReadonlySet<string> =>
  new Set([
    ...graph.steps.map(({ id }) => id),
    ...graph.loops.map(({ id }) => loopKey(id)),
    ...graph.routes.map(({ id }: Route) => routeKey(id)),
  ]);

/** A snapshot of nothing but a flow, in which nothing can be edited. */
function readOnly(flow: Json): Snapshot {
  return {
    type: 'snapshot',
    document: { name: '', version: 0, readOnly: '-' },
    flow,
    broken: null,
    issues: [],
    selection: [],
    workers: [],
    run: null,
    limits: null,
    simulation: null,
    templates: [],
    callable: [],
  };
}
