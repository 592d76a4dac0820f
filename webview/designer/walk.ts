import type { Route } from '../../engine/flow/graph';
import { isTerminal } from '../../engine/flow/graph';
import { loopsAround } from './acts/situation';
import type { Scene } from './scene';
import { loopKey, routeKey, selectedOf } from './selection';

/**
 * What arrow keys go through on the canvas: the steps in flow order, with a folded loop in the place of its body.
 * The outermost folded loop stands for all inside of it.
 */
export function stopsOf(scene: Scene, collapsed: readonly string[]): readonly string[] {
  if (collapsed.length === 0) return scene.order;
  const folded = new Set(collapsed);
  const stops = scene.order.map((id) => {
    const outer = loopsAround(scene, id)
      .filter((loop) => folded.has(loop.id))
      .at(-1);
    return outer ? loopKey(outer.id) : id;
  });
  return [...new Set(stops)];
}

/** The one stop of the Tab key: what was selected last, or the folded loop that hides it; else the first of the flow. */
export function tabStopOf(
  scene: Scene | null,
  collapsed: readonly string[],
  selection: readonly string[],
): string | undefined {
  if (scene === null) return undefined;
  if (lastStop?.scene === scene && lastStop.collapsed === collapsed && lastStop.selection === selection)
    return lastStop.key;
  const stops = stopsOf(scene, collapsed);
  const last = selection.at(-1);
  const key = last === undefined ? stops[0] : selectedOf(last).type === 'step' ? shown(scene, stops, last) : last;
  lastStop = { scene, collapsed, selection, key };
  return key;
}

/** Everything on the canvas asks after each change: it is found once. */
let lastStop:
  | {
      readonly scene: Scene;
      readonly collapsed: readonly string[];
      readonly selection: readonly string[];
      readonly key: string | undefined;
    }
  | undefined;

/** The stop before or behind this one; at either end that itself, from nowhere the first or last. */
export function neighbour(stops: readonly string[], here: string | undefined, by: 1 | -1): string | undefined {
  const index = here === undefined ? -1 : stops.indexOf(here);
  if (index < 0) return by === 1 ? stops[0] : stops.at(-1);
  return stops[Math.min(stops.length - 1, Math.max(0, index + by))];
}

/**
 * Where an arrow key leads from anything on the canvas: along a route to its ends, into an unfolded loop at its head, else
 * to the neighbour. Undefined: nowhere, as a route that ends the run.
 */
export function onwards(
  scene: Scene,
  collapsed: readonly string[],
  here: string | undefined,
  by: 1 | -1,
): string | undefined {
  const stops = stopsOf(scene, collapsed);
  if (here === undefined || stops.includes(here)) return neighbour(stops, here, by);
  const at = selectedOf(here);
  if (at.type === 'route') {
    const route = scene.graph.routes.find((item) => item.id === at.id);
    if (!route) return neighbour(stops, undefined, by);
    const end = by === 1 ? route.to : route.from;
    return isTerminal(end) ? undefined : shown(scene, stops, end);
  }
  if (at.type === 'loop') {
    const head = scene.graph.loops.find((loop) => loop.id === at.id)?.head;
    if (head === undefined) return neighbour(stops, undefined, by);
    return by === 1 ? shown(scene, stops, head) : neighbour(stops, shown(scene, stops, head), -1);
  }
  return neighbour(stops, shown(scene, stops, here), by);
}

/** A step, or the folded loop that hides it. */
function shown(scene: Scene, stops: readonly string[], step: string): string {
  if (stops.includes(step)) return step;
  const hiding = loopsAround(scene, step).filter((loop) => stops.includes(loopKey(loop.id)));
  const [loop] = hiding.slice(-1);
  return loop ? loopKey(loop.id) : step;
}

/** The next route that leaves the step that this key stands at, in a circle. */
export function nextRoute(scene: Scene, here: string, by: 1 | -1): string | undefined {
  const at = selectedOf(here);
  const from = at.type === 'route' ? scene.graph.routes.find((route) => route.id === at.id)?.from : at.id;
  const keys = scene.graph.routes.filter((route: Route) => route.from === from).map((route) => routeKey(route.id));
  return turned(keys, here, by);
}

/** The next loop around what this key stands at, from the innermost out, in a circle. */
export function nextLoop(scene: Scene, here: string, by: 1 | -1): string | undefined {
  const at = selectedOf(here);
  const step =
    at.type === 'route'
      ? scene.graph.routes.find((route) => route.id === at.id)?.from
      : at.type === 'loop'
        ? scene.graph.loops.find((loop) => loop.id === at.id)?.head
        : at.id;
  if (step === undefined) return undefined;
  return turned(
    loopsAround(scene, step).map((loop) => loopKey(loop.id)),
    here,
    by,
  );
}

function turned(keys: readonly string[], here: string, by: 1 | -1): string | undefined {
  const index = keys.indexOf(here);
  if (index < 0) return by === 1 ? keys[0] : keys.at(-1);
  return keys[(index + by + keys.length) % keys.length];
}
