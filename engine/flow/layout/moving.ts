import { WHOLE } from './containers';
import type { Point } from './layered';
import type { Box } from './plane';
import type { Rooms } from './rooms';
import type { Gates, Sides, Standing } from './settle';
import { settled } from './settle';
import type { LayoutSizes } from './sizes';

/**
 * The standing after some steps were put elsewhere. Only the rooms that hold one of them are looked at again, and in
 * those only the lines that no longer fit.
 */
export function moved(
  standing: Standing,
  rooms: Rooms,
  sides: ReadonlyMap<string, Sides>,
  places: ReadonlyMap<string, Point>,
  sizes: LayoutSizes,
): Standing {
  const boxes = new Map(standing.boxes);
  const lines = new Map(standing.lines);
  const gates = new Map<string, Gates>(standing.gates);
  const touched = new Set<string>();
  for (const [id, { x, y }] of places) {
    const box = boxes.get(id);
    if (box === undefined || (box.x === x && box.y === y)) continue;
    boxes.set(id, { ...box, x, y } satisfies Box);
    for (let room = rooms.roomOf(id); ; room = rooms.roomOf(room)) {
      touched.add(room);
      if (room === WHOLE) break;
    }
  }
  if (touched.size === 0) return standing;
  for (const room of rooms.list) {
    if (!touched.has(room.name)) continue;
    const own = sides.get(room.name) ?? { left: sizes.frame.side, right: sizes.frame.side };
    const found = settled(room, boxes, gates, own, sizes, standing.lines.get(room.name));
    lines.set(room.name, found.lines);
    if (room.name === WHOLE) continue;
    boxes.set(room.name, found.frame);
    gates.set(room.name, found.gates);
  }
  return { boxes, lines, gates };
}
