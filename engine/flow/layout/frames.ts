import type { Graph } from '../graph';
import type { Containers } from './containers';
import { boxName } from './containers';
import type { Box } from './plane';
import type { LayoutSizes } from './sizes';

/**
 * The frame of each loop. Loops that cut across one another, which are refused anyway, have no room of all their own:
 * theirs are drawn around whatever is in their bodies.
 */
export function framesOf(
  graph: Graph,
  containers: Containers,
  boxes: ReadonlyMap<string, Box>,
  sizes: LayoutSizes,
): Readonly<Record<string, Box>> {
  const frames = new Map<string, Box>();
  for (const loop of containers.loops) {
    const name = boxName(loop);
    const own = boxes.get(name);
    const strangers = loop.body
      .filter((id) => boxes.has(id) && !isWithin(containers, id, name))
      .map((id) => boxes.get(id));
    if (strangers.length === 0) {
      if (own !== undefined) frames.set(name, own);
      continue;
    }
    const all = [...strangers, ...loop.body.map((id) => boxes.get(id))].flatMap((box) => box ?? []);
    frames.set(name, around([...all.map((box) => padded(box, sizes)), ...(own === undefined ? [] : [own])]));
  }
  return Object.fromEntries(
    graph.loops.flatMap((loop) => {
      const frame = frames.get(boxName(loop));
      return frame === undefined ? [] : [[loop.id, frame]];
    }),
  );
}

function isWithin({ boxOf }: Containers, id: string, room: string): boolean {
  for (let box = boxOf(id); box !== ''; box = boxOf(box)) if (box === room) return true;
  return false;
}

const padded = ({ x, y, width, height }: Box, { frame }: LayoutSizes): Box => ({
  x: x - frame.side,
  y: y - frame.head,
  width: width + 2 * frame.side,
  height: height + frame.head + frame.lane,
});

function around(boxes: readonly Box[]): Box {
  const left = Math.min(...boxes.map((box) => box.x));
  const top = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x: left, y: top, width: right - left, height: bottom - top };
}
