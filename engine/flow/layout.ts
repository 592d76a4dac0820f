import type { Graph } from './graph';
import { exitsOf, isTerminal } from './graph';
import type { Containers } from './layout/containers';
import { boxName, containersOf, edgeInBox, itemIn, WHOLE } from './layout/containers';
import type { Edge } from './layout/forward';
import type { Item, Point, Size } from './layout/layered';
import { layered } from './layout/layered';

export interface Box extends Size, Point {}

export interface Layout {
  readonly steps: Readonly<Record<string, Box>>;
  /** Ends of the run, one for each step or loop that leads to one, so that no line runs across the whole canvas. */
  readonly terminals: readonly TerminalBox[];
  /** Frames: the body, a head above it, a lane below it for the way back and the way out. */
  readonly loops: Readonly<Record<string, Box>>;
}

export interface TerminalBox extends Box {
  /** `<from>><target>`, unique and stable. */
  readonly key: string;
  readonly target: string;
  /** A step's id, or `loop:<id>` for what running out leads to. */
  readonly from: string;
}

export interface LayoutSizes {
  readonly step: (id: string) => Size;
  readonly terminal: Size;
  readonly frame: { readonly side: number; readonly head: number; readonly lane: number };
}

const DEFAULT_SIZES: LayoutSizes = {
  step: () => ({ width: 220, height: 72 }),
  terminal: { width: 112, height: 32 },
  frame: { side: 36, head: 52, lane: 60 },
};

/**
 * Where everything stands: left to right, each loop a box of its own in the whole or in the loop around it. A pinned step
 * stands at its pin and moves nothing else; the frames of its loops reach to it.
 */
export function layoutOf(
  graph: Graph,
  pinned: Readonly<Record<string, readonly [number, number]>> = {},
  sizes: LayoutSizes = DEFAULT_SIZES,
): Layout {
  const containers = containersOf(graph);
  const terminals = terminalUses(graph);
  const edges = edgesByBox(graph, containers, terminals);
  const members = itemsByBox(graph, containers);
  const boxes = new Map<string, Inner>();
  const sizeOf = (id: string): Size => boxes.get(id)?.size ?? sizes.step(id);
  for (const loop of containers.loops) {
    const name = boxName(loop);
    const items = (members.get(name) ?? []).map((id) => ({ id, ...sizeOf(id) }));
    boxes.set(name, innerOf(items, edges.get(name) ?? [], itemIn(containers, name, loop.head), sizes));
  }
  const items: readonly Item[] = [
    ...(members.get(WHOLE) ?? []).map((id) => ({ id, ...sizeOf(id) })),
    ...terminals.map(({ key }) => ({ id: key, ...sizes.terminal })),
  ];
  const places = layered(
    items,
    edges.get(WHOLE) ?? [],
    graph.start.map((id) => itemIn(containers, WHOLE, id)),
  );
  const placeOf = (item: string): Point => {
    const box = containers.boxOf(item);
    if (box === WHOLE) return places.get(item) ?? ORIGIN;
    const [around, own] = [placeOf(box), boxes.get(box)?.places.get(item) ?? ORIGIN];
    return { x: around.x + own.x, y: around.y + own.y };
  };
  const steps: Record<string, Box> = {};
  for (const { id } of graph.steps) {
    const pin = pinned[id];
    steps[id] = { ...(pin === undefined ? placeOf(id) : { x: pin[0], y: pin[1] }), ...sizes.step(id) };
  }
  return {
    steps,
    terminals: terminals.map((use) => ({ ...use, ...(places.get(use.key) ?? ORIGIN), ...sizes.terminal })),
    loops: framesOf(graph, containers, members, steps, sizes),
  };
}

interface Inner {
  readonly size: Size;
  /** Relative to the frame. */
  readonly places: ReadonlyMap<string, Point>;
}

const ORIGIN: Point = { x: 0, y: 0 };

function innerOf(items: readonly Item[], edges: readonly Edge[], head: string, sizes: LayoutSizes): Inner {
  const places = layered(items, edges, [head]);
  const boxes = items.map((item) => ({ ...item, ...(places.get(item.id) ?? ORIGIN) }));
  const { side, head: above } = sizes.frame;
  return {
    size: frameOf(boxes, sizes),
    places: new Map([...places].map(([id, place]) => [id, { x: place.x + side, y: place.y + above }])),
  };
}

/** What stands in each box: steps in file order, each inner loop where its first step would stand. */
function itemsByBox(graph: Graph, containers: Containers): ReadonlyMap<string, readonly string[]> {
  const items = new Map<string, Set<string>>();
  for (const { id } of graph.steps) {
    for (let item = id, box = ''; ; item = box) {
      box = containers.boxOf(item);
      items.set(box, (items.get(box) ?? new Set()).add(item));
      if (box === WHOLE) break;
    }
  }
  return new Map([...items].map(([box, found]) => [box, [...found]]));
}

function edgesByBox(graph: Graph, containers: Containers, terminals: readonly TerminalUse[]) {
  const found = new Map<string, Edge[]>();
  const add = (from: string, to: string) => {
    const edge = edgeInBox(containers, from, to);
    if (edge === undefined) return;
    const list = found.get(edge.box);
    if (list === undefined) found.set(edge.box, [edge]);
    else list.push(edge);
  };
  for (const { from, to } of [...graph.routes, ...graph.loops.flatMap(exitsOf)]) if (!isTerminal(to)) add(from, to);
  for (const [id, callers] of graph.called) for (const caller of callers) add(caller, id);
  for (const { key, from } of terminals) add(from, key);
  return found;
}

function framesOf(
  graph: Graph,
  containers: Containers,
  members: ReadonlyMap<string, readonly string[]>,
  steps: Readonly<Record<string, Box>>,
  sizes: LayoutSizes,
): Readonly<Record<string, Box>> {
  const frames = new Map<string, Box>();
  for (const loop of containers.loops) {
    const name = boxName(loop);
    const inside = [...loop.body, ...(members.get(name) ?? [])].flatMap((id) => frames.get(id) ?? steps[id] ?? []);
    if (inside.length > 0) frames.set(name, frameOf(inside, sizes));
  }
  return Object.fromEntries(
    graph.loops.flatMap((loop) => {
      const frame = frames.get(boxName(loop));
      return frame === undefined ? [] : [[loop.id, frame]];
    }),
  );
}

function frameOf(boxes: readonly Box[], { frame }: LayoutSizes): Box {
  const left = Math.min(...boxes.map((box) => box.x));
  const top = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  const size = { width: right - left + 2 * frame.side, height: bottom - top + frame.head + frame.lane };
  return { x: left - frame.side, y: top - frame.head, ...size };
}

type TerminalUse = Pick<TerminalBox, 'key' | 'from' | 'target'>;

function terminalUses(graph: Graph): readonly TerminalUse[] {
  const uses = [
    ...graph.routes.map((route) => ({ from: route.from, target: route.to })),
    ...graph.loops.flatMap((loop) => exitsOf(loop).map(({ to }) => ({ from: boxName(loop), target: to }))),
  ].filter(({ target }) => isTerminal(target));
  const byKey = new Map(uses.map((use) => [`${use.from}>${use.target}`, use]));
  return [...byKey].map(([key, use]) => ({ key, ...use }));
}
