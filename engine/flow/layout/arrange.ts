import type { Graph } from '../graph';
import type { Containers } from './containers';
import { WHOLE } from './containers';
import type { Lead, Point, Size } from './layered';
import { layered } from './layered';
import type { Box } from './plane';
import type { Piece, Room, Rooms } from './rooms';
import type { Gates, Sides, Standing } from './settle';
import { heightsIn, settled } from './settle';
import type { LayoutSizes } from './sizes';

export interface Arranged {
  readonly standing: Standing;
  readonly sides: ReadonlyMap<string, Sides>;
}

interface Inner extends Size {
  /** From the frame's corner. */
  readonly places: ReadonlyMap<string, Point>;
  readonly lines: ReadonlyMap<string, readonly Point[]>;
}

/** Places each room's items in columns, inner rooms first, and then all of them in the whole. */
export function arranged(graph: Graph, containers: Containers, rooms: Rooms, sizes: LayoutSizes): Arranged {
  const inner = new Map<string, Inner>();
  const gates = new Map<string, Gates>();
  const sides = new Map<string, Sides>();
  const lineOf = new Map<string, number>();
  const deciding = new Set(graph.steps.filter(({ kind }) => kind === 'router' || kind === 'gate').map(({ id }) => id));
  const sizeOf = (item: string): Size =>
    inner.get(item) ??
    (item.includes('>') ? sizes.terminal : item.startsWith('loop:') ? sizes.folded : sizes.step(item));
  for (const room of rooms.list) {
    const sized = new Map(room.items.map((id) => [id, sizeOf(id)]));
    const heights = heightsIn(sized, gates, sizes);
    const { left, right, places } = layered(
      room.items.map((id) => ({
        id,
        ...(sized.get(id) ?? sizes.terminal),
        line: lineOf.get(id) ?? (id.includes('>') ? sizes.terminal.height / 2 : sizes.line),
      })),
      leadsOf(room, deciding, heights.out),
      room.name === WHOLE ? graph.start.map((id) => itemIn(containers, rooms.shown(id))) : [room.head ?? ''],
      room.pieces.map((piece) => ({
        from: piece.from,
        to: piece.to,
        out: heights.out(piece),
        into: heights.into(piece),
        label: piece.way.back ? 0 : sizes.label(piece.way),
      })),
    );
    const boxes = new Map(room.items.map((id) => [id, { ...(places.get(id) ?? ORIGIN), ...sizeOf(id) }]));
    const own = { left, right };
    const { frame, lines, gates: found } = settled(room, boxes, gates, own, sizes);
    sides.set(room.name, own);
    if (room.name !== WHOLE) gates.set(room.name, found);
    const origin = room.name === WHOLE ? ORIGIN : frame;
    const [dx, dy] = [-origin.x, -origin.y];
    inner.set(room.name, {
      width: frame.width,
      height: frame.height,
      places: new Map([...places].map(([id, place]) => [id, { x: place.x + dx, y: place.y + dy }])),
      lines: new Map([...lines].map(([id, line]) => [id, shifted(line, dx, dy)])),
    });
    const head = room.head === null ? undefined : places.get(room.head);
    if (head !== undefined && room.head !== null)
      lineOf.set(room.name, head.y + dy + (lineOf.get(room.head) ?? sizes.line));
  }
  const boxes = new Map<string, Box>();
  const lines = new Map<string, ReadonlyMap<string, readonly Point[]>>();
  for (const room of [...rooms.list].reverse()) {
    const corner = boxes.get(room.name) ?? ORIGIN;
    const found = inner.get(room.name);
    for (const id of room.items) {
      const place = found?.places.get(id) ?? ORIGIN;
      boxes.set(id, { x: corner.x + place.x, y: corner.y + place.y, ...pick(sizeOf(id)) });
    }
    lines.set(
      room.name,
      new Map([...(found?.lines ?? [])].map(([id, line]) => [id, shifted(line, corner.x, corner.y)])),
    );
  }
  return { standing: { boxes, lines, gates }, sides };
}

const ORIGIN: Point = { x: 0, y: 0 };
const pick = ({ width, height }: Size): Size => ({ width, height });

const shifted = (line: readonly Point[], dx: number, dy: number): readonly Point[] =>
  dx === 0 && dy === 0 ? line : line.map(({ x, y }) => ({ x: x + dx, y: y + dy }));

/**
 * What leads on decides the columns; a loop's way back does not. What leaves higher up stands higher up. Of a router or a
 * gate the way that leaves highest is its main one.
 */
function leadsOf(room: Room, deciding: ReadonlySet<string>, out: (piece: Piece) => number): readonly Lead[] {
  const least = new Map<string, number>();
  for (const piece of room.pieces)
    if (piece.from !== null)
      least.set(piece.from, Math.min(least.get(piece.from) ?? Number.POSITIVE_INFINITY, out(piece)));
  const leads = room.pieces.flatMap((piece) => {
    const { way, from, to } = piece;
    if (way.back || from === null || to === null) return [];
    const height = out(piece);
    return [{ from, to, out: height, rises: deciding.has(from) && !to.includes('>') && height === least.get(from) }];
  });
  return leads.sort((a, b) => a.out - b.out);
}

/** The item in the whole that holds this one. */
function itemIn({ boxOf }: Containers, item: string): string {
  let here = item;
  for (let box = boxOf(here); box !== WHOLE; box = boxOf(here)) here = box;
  return here;
}
