import type { Box } from '../../engine/flow/layout';
import type { Scene } from '../designer/scene';
import { selectedOf } from '../designer/selection';
import type { Pictures } from './scenes';

/** Where something of a scene is drawn; of a route, all between its ends. Null for what is not drawn. */
export function placeOf({ graph, places }: Scene, key: string): Box | null {
  const item = selectedOf(key);
  switch (item.type) {
    case 'step':
      return places.steps[item.id] ?? null;
    case 'loop':
      return places.loops[item.id] ?? null;
    case 'route': {
      const route = graph.routes.find(({ id }) => id === item.id);
      const ends = route === undefined ? [] : [places.steps[route.from], places.steps[route.to]];
      return around(ends.flatMap((box) => box ?? []));
    }
  }
}

export function boundsOf({ overlaid }: Pictures): Box {
  const { steps, loops, terminals } = overlaid.scene.places;
  return (
    around([...Object.values(steps), ...Object.values(loops), ...terminals]) ?? { x: 0, y: 0, width: 1, height: 1 }
  );
}

function around(boxes: readonly Box[]): Box | null {
  if (boxes.length === 0) return null;
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  return {
    x,
    y,
    width: Math.max(...boxes.map((box) => box.x + box.width)) - x,
    height: Math.max(...boxes.map((box) => box.y + box.height)) - y,
  };
}
