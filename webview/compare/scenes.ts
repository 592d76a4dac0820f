import type { Graph, Route } from '../../engine/flow/graph';
import type { Json } from '../../engine/json';
import { isObject } from '../../engine/json';
import { placesOf } from '../designer/place';
import type { Scene } from '../designer/scene';
import { sceneOf } from '../designer/scene';
import { loopKey, routeKey } from '../designer/selection';
import type { Comparison, Snapshot } from '../protocol';
import type { Mark, Union } from './union';
import { ghostId, unionOf } from './union';

/** One canvas of the page: what it draws, what stands out in it, and what its elements are called in the union. */
export interface Picture {
  readonly scene: Scene;
  /** The same with all of its routes: of two that leave a step by the same way out, `scene` has only the one that is there. */
  readonly wired: Scene;
  /** Of such two: the route that is gone → the one that is there. */
  readonly instead: ReadonlyMap<string, string>;
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
  const shown = readOnly(union.flow);
  const drawn = { ...union.graph, routes: union.graph.routes.filter((route) => !union.instead.has(route.id)) };
  const places = placesOf(union.graph, union.flow);
  const overlaid = { ...sceneOf(shown), graph: drawn, places };
  const old = comparison.diff.renamed;
  const asNow = (id: string) => old.steps[id] ?? id;
  const side = (flow: Json | null, name: (id: string) => string): Scene => {
    const pins = Object.fromEntries(
      Object.keys(isObject(flow) && isObject(flow.steps) ? flow.steps : {}).flatMap((id) => {
        const box = places.steps[name(id)];
        return box === undefined ? [] : [[id, [box.x, box.y]] as const];
      }),
    );
    const scene = sceneOf(readOnly({ ...(isObject(flow) ? flow : {}), layout: pins }));
    const terminals = scene.places.terminals.map((box) => {
      const from = box.from.startsWith('loop:')
        ? loopKey(old.loops[box.from.slice(5)] ?? box.from.slice(5))
        : name(box.from);
      const there = places.terminals.find((one) => one.from === from && one.target === box.target);
      return there === undefined ? box : { ...box, x: there.x, y: there.y };
    });
    return { ...scene, places: { ...scene.places, terminals } };
  };
  const sides = { before: side(before.flow, asNow), after: side(after.flow, (id) => id) };
  return {
    union,
    overlaid: {
      scene: overlaid,
      wired: { ...overlaid, graph: union.graph },
      instead: union.instead,
      marks: union.marks,
      keyOf: (key) => key,
    },
    before: pictureBefore(sides.before, union, diff.renamed),
    after: pictureAfter(sides.after, union),
  };
}

function pictureAfter(scene: Scene, union: Union): Picture {
  const there = keysOf(scene.graph);
  return {
    scene,
    wired: scene,
    instead: new Map(),
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
    const replaced = key.startsWith('route:') && mark === 'removed' && union.instead.has(key.slice(6));
    if (key.startsWith('route:') && mark === 'changed') continue;
    marks.set(here, replaced ? 'changed' : mark);
  }
  return { scene, wired: scene, instead: new Map(), marks, keyOf: (key) => own.get(key) ?? null };
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
