import type { Graph } from './graph';
import { isTerminal } from './graph';
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
 * Where everything stands: left to right, each loop a box of its own in the whole. A pinned step stands at its pin and
 * moves nothing else; the frame of its loop reaches to it.
 */
export function layoutOf(
  graph: Graph,
  pinned: Readonly<Record<string, readonly [number, number]>> = {},
  sizes: LayoutSizes = DEFAULT_SIZES,
): Layout {
  const ownerOf = owners(graph);
  const terminals = terminalUses(graph);
  const edges: readonly Edge[] = [
    ...graph.routes.filter((route) => !isTerminal(route.to)),
    ...graph.loops
      .filter((loop) => !isTerminal(loop.onExhausted))
      .map((loop) => ({ from: loop.tail, to: loop.onExhausted })),
    ...terminals.map(({ key, from }) => ({ from, to: key })),
  ];
  const within = new Map<string, Edge[]>(graph.loops.map((loop) => [loop.id, []]));
  for (const edge of edges) {
    const owner = ownerOf.get(edge.from);
    if (owner !== undefined && owner === ownerOf.get(edge.to)) within.get(owner)?.push(edge);
  }
  const inner = new Map<string, Inner>();
  for (const loop of graph.loops) {
    const body = loop.body.filter((id) => ownerOf.get(id) === loop.id);
    if (body.length > 0) inner.set(`loop:${loop.id}`, innerOf(body, within.get(loop.id) ?? [], loop.head, sizes));
  }
  const outside = (id: string) => (ownerOf.has(id) ? `loop:${ownerOf.get(id)}` : id);
  const items: readonly Item[] = [
    ...unique(graph.steps.map((step) => outside(step.id))).map((id) => ({
      id,
      ...(inner.get(id)?.size ?? sizes.step(id)),
    })),
    ...terminals.map(({ key }) => ({ id: key, ...sizes.terminal })),
  ];
  const outer = edges.map(({ from, to }) => ({ from: outside(from), to: outside(to) }));
  const places = layered(items, outer, graph.start.map(outside));
  const steps: Record<string, Box> = {};
  for (const { id } of graph.steps) {
    const group = places.get(outside(id)) ?? ORIGIN;
    const own = inner.get(outside(id))?.places.get(id) ?? ORIGIN;
    const [x, y] = pinned[id] ?? [group.x + own.x, group.y + own.y];
    steps[id] = { x, y, ...sizes.step(id) };
  }
  return {
    steps,
    terminals: terminals.map((use) => ({ ...use, ...(places.get(use.key) ?? ORIGIN), ...sizes.terminal })),
    loops: Object.fromEntries(
      graph.loops.flatMap((loop) => {
        const boxes = loop.body.flatMap((id) => steps[id] ?? []);
        return boxes.length === 0 ? [] : [[loop.id, frameOf(boxes, sizes)]];
      }),
    ),
  };
}

interface Inner {
  readonly size: Size;
  /** Relative to the frame. */
  readonly places: ReadonlyMap<string, Point>;
}

const ORIGIN: Point = { x: 0, y: 0 };

function innerOf(body: readonly string[], edges: readonly Edge[], head: string, sizes: LayoutSizes): Inner {
  const items = body.map((id) => ({ id, ...sizes.step(id) }));
  const places = layered(items, edges, [head]);
  const boxes = items.map((item) => ({ ...item, ...(places.get(item.id) ?? ORIGIN) }));
  const { side, head: above } = sizes.frame;
  return {
    size: frameOf(boxes, sizes),
    places: new Map([...places].map(([id, place]) => [id, { x: place.x + side, y: place.y + above }])),
  };
}

function frameOf(boxes: readonly Box[], { frame }: LayoutSizes): Box {
  const left = Math.min(...boxes.map((box) => box.x));
  const top = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  const size = { width: right - left + 2 * frame.side, height: bottom - top + frame.head + frame.lane };
  return { x: left - frame.side, y: top - frame.head, ...size };
}

/** The loop in whose frame a step stands: the first that has it, for loops that overlap are refused anyway. */
function owners(graph: Graph): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const loop of graph.loops) for (const id of loop.body) if (!found.has(id)) found.set(id, loop.id);
  return found;
}

function terminalUses(graph: Graph) {
  const uses = [
    ...graph.routes.map((route) => ({ from: route.from, target: route.to })),
    ...graph.loops.map((loop) => ({ from: `loop:${loop.id}`, target: loop.onExhausted })),
  ].filter(({ target }) => isTerminal(target));
  const byKey = new Map(uses.map((use) => [`${use.from}>${use.target}`, use]));
  return [...byKey].map(([key, use]) => ({ key, ...use }));
}

const unique = (names: readonly string[]): readonly string[] => [...new Set(names)];
