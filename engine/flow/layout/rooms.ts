import type { Graph } from '../graph';
import type { Containers } from './containers';
import { boxName, WHOLE } from './containers';
import type { Way } from './ways';

/** A piece of a way in one room; null where it comes in or goes out at the room's border. */
export interface Piece {
  /** Unique in its room: a way can go out of a room and come back into it. */
  readonly id: string;
  readonly way: Way;
  readonly from: string | null;
  readonly to: string | null;
}

/** A frame, or the whole, and what stands right in it: steps, ends, and other rooms as single items. */
export interface Room {
  readonly name: string;
  readonly items: readonly string[];
  readonly pieces: readonly Piece[];
  /** The item in which the entry of the loop stands. */
  readonly head: string | null;
}

export interface Rooms {
  /** Each before the one around it; the whole last. */
  readonly list: readonly Room[];
  /** The room in which an item stands. */
  readonly roomOf: (item: string) => string;
  /** The pieces of a way and the rooms that they are in, in its order. */
  readonly ways: ReadonlyMap<Way, readonly (readonly [room: string, piece: Piece])[]>;
  /** The item that is drawn for another: itself, or the folded loop in which it is hidden. */
  readonly shown: (item: string) => string;
}

export function roomsOf(
  graph: Graph,
  containers: Containers,
  ways: readonly Way[],
  terminals: readonly string[],
  folded: ReadonlySet<string>,
): Rooms {
  const { boxOf } = containers;
  const shown = (item: string): string => {
    let found = item;
    for (const outer of chainOf(boxOf, item)) if (folded.has(outer)) found = outer;
    return found;
  };
  const items = itemsByRoom(graph, containers, shown);
  items.set(WHOLE, [...(items.get(WHOLE) ?? []), ...terminals]);
  const there = new Set([...items.values()].flat());
  const pieces = new Map<string, Piece[]>();
  const through = new Map<Way, readonly (readonly [string, Piece])[]>();
  for (const way of ways) {
    const [from, to] = [shown(way.from), shown(way.to)];
    if (!there.has(from) || !there.has(to) || (from === to && from !== way.from)) continue;
    const found = piecesOf(way, [...chainOf(boxOf, from), WHOLE], [...chainOf(boxOf, to), WHOLE]);
    for (const [room, piece] of found) {
      const list = pieces.get(room);
      if (list === undefined) pieces.set(room, [piece]);
      else list.push(piece);
    }
    through.set(way, found);
  }
  const names = [...containers.loops.map(boxName).filter((name) => items.has(name)), WHOLE];
  const heads = new Map(containers.loops.map((loop) => [boxName(loop), loop.head]));
  const list = names.map((name): Room => {
    const own = items.get(name) ?? [];
    const head = heads.get(name);
    const entry = head === undefined ? undefined : chainOf(boxOf, shown(head)).find((item) => boxOf(item) === name);
    return { name, items: own, pieces: pieces.get(name) ?? [], head: entry ?? null };
  });
  return { list, roomOf: boxOf, ways: through, shown };
}

/** Steps in file order, each inner room where its first step would stand. */
function itemsByRoom(graph: Graph, { boxOf }: Containers, shown: (item: string) => string): Map<string, string[]> {
  const items = new Map<string, Set<string>>();
  for (const { id } of graph.steps) {
    for (let item = shown(id), box = ''; ; item = box) {
      box = boxOf(item);
      items.set(box, (items.get(box) ?? new Set()).add(item));
      if (box === WHOLE) break;
    }
  }
  return new Map([...items].map(([box, found]) => [box, [...found]]));
}

/**
 * Out of each room of the source, over in the first that both are in, into each of the target. A loop's own way back goes
 * over in the loop's own room.
 */
function piecesOf(way: Way, out: readonly string[], into: readonly string[]): readonly (readonly [string, Piece])[] {
  const own = way.back && way.loop !== null ? boxName(way.loop) : '';
  const common = out.findIndex(
    (name, index) =>
      index > 0 && into.indexOf(name) > 0 && (own === '' || name === own || !out.includes(own) || !into.includes(own)),
  );
  const room = out[common] ?? WHOLE;
  const last = into.indexOf(room);
  const leaving = out
    .slice(0, common - 1)
    .map((item, index) => [out[index + 1] ?? WHOLE, { id: `${way.id}>`, way, from: item, to: null }] as const);
  const over = [room, { id: way.id, way, from: out[common - 1] ?? null, to: into[last - 1] ?? null }] as const;
  const entering = into
    .slice(0, last - 1)
    .map((item, index) => [into[index + 1] ?? WHOLE, { id: `>${way.id}`, way, from: null, to: item }] as const);
  return [...leaving, over, ...entering.reverse()];
}

/** The item and the rooms around it, without the whole. */
function chainOf(boxOf: (item: string) => string, item: string): readonly string[] {
  const all: string[] = [];
  for (let here = item; here !== WHOLE; here = boxOf(here)) all.push(here);
  return all;
}
