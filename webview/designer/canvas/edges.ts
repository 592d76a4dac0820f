import type { Edge } from 'reactflow';
import { handleOf } from '../../../engine/flow/face';
import type { RouteLine } from '../../../engine/flow/layout';
import type { Point } from '../../../engine/flow/layout/layered';
import type { Way } from '../../../engine/flow/layout/ways';
import type { Prospect } from '../../../engine/flow/leadsTo';
import type { Tone } from '../../../engine/flow/tone';
import { looksOf } from '../../../engine/flow/tone';
import { wayLabel } from '../../../engine/flow/wayWords';
import { issuesWithin } from '../problems/issues';
import type { Scene } from '../scene';
import { loopKey, routeKey } from '../selection';
import { texts } from '../texts';
import { drawnWords } from './drawnWords';
import { drawnOf, nodeOf } from './ids';
import { loopTexts } from './loopTexts';
import { ROUTE_SPEECH } from './spoken';

interface WireData {
  readonly tone: Tone;
  /** Of a loop's own exits: what they can come to. */
  readonly reach: Prospect | null;
  readonly label: string;
  /** The outcome, branch, choice or condition, shown at the step where the route starts. */
  readonly name: string;
  /** For the DOM: the route's or loop's id. */
  readonly route: string | null;
  readonly loop: string | null;
  readonly faulty: boolean;
}
export interface EdgeData extends WireData, Record<string, unknown> {
  /** Where it runs, and where its label stands. */
  readonly points: readonly Point[];
  readonly at: Point | null;
}
export type CanvasEdge = Edge<EdgeData, 'route'>;

/** What does not change while things are dragged or selected. */
export type Wire = Omit<CanvasEdge, 'data'> & { readonly data: WireData };

/** Every route, and for each loop its way back and its exits. Routes to nowhere are left out: they are problems. */
export function wiresOf(scene: Scene): ReadonlyMap<string, Wire> {
  const { graph, places } = scene;
  const looks = looksOf(graph);
  const labels = wayLabel(graph, drawnWords);
  const editable = scene.locked === null;
  const wrong = scene.snapshot.issues.filter((issue) => issue.severity === 'error' && issue.path.length > 2);
  return new Map(
    Object.values(places.routes).map(({ way, from, to }) => {
      const { tone, reach } = looks(way);
      const route = way.route;
      const faulty = route !== null && wrong.length > 0 && route.path.length > 2;
      const data = {
        tone,
        reach,
        label: labels(way),
        name: route?.label || labels(way),
        route: route?.id ?? null,
        loop: route === null && way.loop !== null ? way.loop.id : null,
        faulty: faulty && issuesWithin(wrong, route.path).length > 0,
      };
      const [source, target] = [nodeOf(from), nodeOf(to)];
      const wire: Wire = {
        id: way.id,
        type: 'route',
        source,
        sourceHandle: sourceHandle(way, from, places.folded),
        target,
        targetHandle: 'in',
        ariaLabel: spoken(way, data.name),
        domAttributes: ROUTE_SPEECH,
        data,
        selectable: way.kind !== 'call',
        reconnectable: editable && way.kind !== 'back' && way.kind !== 'call' ? 'target' : false,
        zIndex: 1,
      };
      return [way.id, wire];
    }),
  );
}

/** The edges as they run now. What is the same as before keeps its identity, and is not drawn again. */
export function laidEdges(
  wires: ReadonlyMap<string, Wire>,
  lines: Readonly<Record<string, RouteLine>>,
  selection: readonly string[],
  before: ReadonlyMap<string, CanvasEdge> = new Map(),
): ReadonlyMap<string, CanvasEdge> {
  const chosen = new Set(selection);
  const found = new Map<string, CanvasEdge>();
  for (const [id, wire] of wires) {
    const line = lines[id];
    if (line === undefined || line.points.length < 2) continue;
    const selected = chosen.has(keyOf(wire));
    const was = before.get(id);
    const still =
      was?.data?.points === line.points &&
      was.data.at === line.label &&
      was.selected === selected &&
      sameWire(was, wire);
    found.set(
      id,
      still && was !== undefined
        ? was
        : { ...wire, selected, data: { ...wire.data, points: line.points, at: line.label } },
    );
  }
  return found;
}

/** All edges of a scene as it stands. */
export const edgesOf = (scene: Scene, selection: readonly string[]): readonly CanvasEdge[] => [
  ...laidEdges(wiresOf(scene), scene.places.routes, selection).values(),
];

const keyOf = ({ data }: Pick<Wire, 'data'>): string =>
  data.route !== null ? routeKey(data.route) : data.loop !== null ? loopKey(data.loop) : '';

const WIRED = ['source', 'sourceHandle', 'target', 'ariaLabel', 'reconnectable'] as const;
const SHOWN = ['tone', 'reach', 'label', 'faulty', 'name'] as const;
const sameWire = (was: CanvasEdge, wire: Wire): boolean =>
  WIRED.every((key) => was[key] === wire[key]) && SHOWN.every((key) => was.data?.[key] === wire.data[key]);

/** A folded loop has one handle for all that leaves it. */
function sourceHandle(way: Way, from: string, folded: readonly string[]): string {
  if (from !== way.from || folded.some((id) => from === loopKey(id))) return 'main';
  if (way.kind === 'exhausted' || way.kind === 'converged') return way.kind;
  return way.route === null ? 'main' : handleOf(way.route);
}

/** Said of a route; its name is its outcome, or what the label says. */
function spoken(way: Way, name: string): string {
  const [from, to] = [drawnOf(nodeOf(way.from)).id, drawnOf(nodeOf(way.to)).id];
  if (way.kind === 'call') return loopTexts.call(from, to);
  return texts.canvas.routeLabel(from, texts.terminals[to] ?? to, name);
}
