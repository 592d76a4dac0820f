import type { Graph } from './graph';
import { isTerminal } from './graph';
import { arranged } from './layout/arrange';
import { containersOf } from './layout/containers';
import { framesOf } from './layout/frames';
import { labelled } from './layout/labels';
import type { Point } from './layout/layered';
import { tidied } from './layout/legs';
import { moved } from './layout/moving';
import type { Box } from './layout/plane';
import { roomsOf } from './layout/rooms';
import type { RouteLine } from './layout/routeLine';
import type { Standing } from './layout/settle';
import type { LayoutSizes } from './layout/sizes';
import { DEFAULT_SIZES } from './layout/sizes';
import type { Way } from './layout/ways';
import { terminalKey, waysOf } from './layout/ways';

export type { Box } from './layout/plane';
export type { RouteLine } from './layout/routeLine';
export type { LayoutSizes } from './layout/sizes';

export interface Layout {
  /** Those that are not hidden in a folded loop. */
  readonly steps: Readonly<Record<string, Box>>;
  /** Ends of the run, one for each step or loop that leads to one, so that no line runs across the whole canvas. */
  readonly terminals: readonly TerminalBox[];
  /** Frames: the body, a head above it, a lane below it for the way back and the way out. A folded loop's is its box. */
  readonly loops: Readonly<Record<string, Box>>;
  /** Loops that are drawn as one box. */
  readonly folded: readonly string[];
  /** The lines, by `Way.id`. What is hidden in a folded loop has none. */
  readonly routes: Readonly<Record<string, RouteLine>>;
}

export interface TerminalBox extends Box {
  /** `<from>><target>`, unique and stable. */
  readonly key: string;
  readonly target: string;
  /** A step's id, or `loop:<id>` for the exits of a loop. */
  readonly from: string;
}

/** A layout that can be gone on from: `moved` has these steps elsewhere and touches little else. */
export interface Arrangement {
  readonly layout: Layout;
  readonly moved: (places: ReadonlyMap<string, Point>) => Layout;
}

export type Pins = Readonly<Record<string, readonly [number, number]>>;

/**
 * Where everything stands: left to right, each loop a frame of its own in the whole or in the loop around it. A pinned
 * step stands at its pin and moves nothing else; the frames of its loops reach to it. A folded loop stands at the pin of
 * its head.
 */
export const layoutOf = (
  graph: Graph,
  pinned: Pins = {},
  sizes: LayoutSizes = DEFAULT_SIZES,
  folded: readonly string[] = [],
): Layout => arrangementOf(graph, pinned, sizes, folded).layout;

export function arrangementOf(
  graph: Graph,
  pinned: Pins = {},
  sizes: LayoutSizes = DEFAULT_SIZES,
  folded: readonly string[] = [],
): Arrangement {
  const containers = containersOf(graph);
  const ways = waysOf(graph);
  const terminals = terminalsOf(ways);
  const shut = new Set(folded.map((id) => `loop:${id}`));
  const rooms = roomsOf(
    graph,
    containers,
    ways,
    terminals.map(({ key }) => key),
    shut,
  );
  const { standing: free, sides } = arranged(graph, containers, rooms, sizes);
  const pins = new Map(Object.entries(pinned).map(([id, [x, y]]) => [id, { x, y }]));
  for (const { id, head } of graph.loops) {
    const pin = pins.get(head);
    if (pin !== undefined && shut.has(`loop:${id}`)) pins.set(`loop:${id}`, pin);
  }
  const standing = pins.size === 0 ? free : moved(free, rooms, sides, pins, sizes);
  const drawn = (now: Standing, before?: Layout): Layout => {
    const loops = framesOf(graph, containers, now.boxes, sizes);
    const steps: Record<string, Box> = {};
    for (const { id } of graph.steps) {
      const box = now.boxes.get(id);
      if (box !== undefined) steps[id] = box;
    }
    const lines = new Map<Way, readonly Point[]>();
    for (const [way, through] of rooms.ways) {
      const pieces = through.map(([room, { id }]) => now.lines.get(room)?.get(id) ?? []);
      const line = pieces.length === 1 ? (pieces[0] ?? []) : tidied(pieces.flat());
      const old = before?.routes[way.id]?.points;
      lines.set(way, old !== undefined && samePoints(old, line) ? old : line);
    }
    return {
      steps,
      terminals: terminals.map((use) => ({ ...use, ...(now.boxes.get(use.key) ?? NOWHERE) })),
      loops,
      folded: graph.loops.map((loop) => loop.id).filter((id) => shut.has(`loop:${id}`) && now.boxes.has(`loop:${id}`)),
      routes: labelled(lines, now.boxes, loops, sizes, rooms.shown, before?.routes),
    };
  };
  const layout = drawn(standing);
  let last = { standing, layout };
  return {
    layout,
    moved(places) {
      const next = moved(last.standing, rooms, sides, places, sizes);
      if (next === last.standing) return last.layout;
      last = { standing: next, layout: drawn(next, last.layout) };
      return last.layout;
    },
  };
}

const NOWHERE: Box = { x: 0, y: 0, width: 0, height: 0 };

const samePoints = (a: readonly Point[], b: readonly Point[]): boolean =>
  a === b || (a.length === b.length && a.every((point, index) => point.x === b[index]?.x && point.y === b[index]?.y));

function terminalsOf(ways: readonly Way[]): readonly Pick<TerminalBox, 'key' | 'from' | 'target'>[] {
  const found = new Map<string, Pick<TerminalBox, 'key' | 'from' | 'target'>>();
  for (const { from, to } of ways) {
    const target = to.slice(to.lastIndexOf('>') + 1);
    if (to.includes('>') && isTerminal(target)) found.set(to, { key: terminalKey(from, target), from, target });
  }
  return [...found.values()];
}
