import type { Edge } from 'reactflow';
import type { GraphLoop, Route } from '../../../engine/flow/graph';
import { issuesWithin, tallyOf } from '../problems/issues';
import type { Scene } from '../scene';
import { loopKey, routeKey } from '../selection';
import { texts } from '../texts';
import { handleOf } from './face';
import { backEdge, drawnOf, exhaustedEdge, loopNode, routeEdge, stepNode, targetNode } from './ids';
import { ROUTE_SPEECH } from './spoken';

/** What an edge looks like. Only `confirmed` may look like success. */
export type Tone = 'strong' | 'weak' | 'outcome' | 'confirmed' | 'exhausted' | 'back';

export interface EdgeData extends Record<string, unknown> {
  readonly tone: Tone;
  readonly label: string;
  /** The outcome, branch, choice or condition, shown at the step where the route starts. */
  readonly name: string;
  /** For the DOM: the route's or loop's id. */
  readonly route: string | null;
  readonly loop: string | null;
  readonly faulty: boolean;
}
export type CanvasEdge = Edge<EdgeData, 'route' | 'back'>;

/** Every route, and for each loop its way back and its exhaustion. Routes to nowhere are left out: they are problems. */
export function edgesOf(scene: Scene, selection: readonly string[]): readonly CanvasEdge[] {
  const { graph } = scene;
  const steps = new Set(graph.steps.map((step) => step.id));
  const drawable = (to: string) => to.startsWith('@') || steps.has(to);
  // Only an until loop confirms a goal where it is left.
  const tails = new Set(graph.loops.flatMap((loop) => (isUntil(loop) ? [loop.tail] : [])));
  const chosen = new Set(selection);
  const editable = scene.locked === null;
  const edge = (
    id: string,
    key: string,
    source: string,
    sourceHandle: string,
    target: string,
    data: EdgeData,
  ): CanvasEdge => ({
    id,
    type: 'route',
    source,
    sourceHandle,
    target,
    targetHandle: 'in',
    ariaLabel: spoken(source, target, data),
    domAttributes: ROUTE_SPEECH,
    data,
    selected: chosen.has(key),
    reconnectable: editable ? 'target' : false,
    zIndex: 1,
  });
  const routes = graph.routes
    .filter((route) => drawable(route.to))
    .map((route) =>
      edge(
        routeEdge(route.id),
        routeKey(route.id),
        stepNode(route.from),
        handleOf(route),
        targetNode(route.from, route.to),
        {
          tone: toneOf(route, tails),
          // Every other route starts at a line of its step that carries its name.
          label: tails.has(route.from) && route.kind === 'strong' ? texts.canvas.confirmed : '',
          name: route.label,
          route: route.id,
          loop: null,
          faulty: tallyOf(issuesWithin(scene.snapshot.issues, route.path)).errors > 0 && route.path.length > 2,
        },
      ),
    );
  const loops = graph.loops
    .filter((loop) => steps.has(loop.head) && steps.has(loop.tail))
    .flatMap((loop): CanvasEdge[] => {
      const own = (tone: Tone, label: string): EdgeData => ({
        tone,
        label,
        name: label,
        route: null,
        loop: loop.id,
        faulty: false,
      });
      const back: CanvasEdge = {
        ...edge(
          backEdge(loop.id),
          loopKey(loop.id),
          stepNode(loop.tail),
          'back',
          stepNode(loop.head),
          own('back', loop.type === 'improve' ? texts.canvas.nextRound : texts.canvas.nextPass),
        ),
        type: 'back',
        targetHandle: 'again',
        reconnectable: false,
      };
      const exit = edge(
        exhaustedEdge(loop.id),
        loopKey(loop.id),
        loopNode(loop.id),
        'exhausted',
        targetNode(loopKey(loop.id), loop.onExhausted),
        own('exhausted', texts.canvas.exhausted),
      );
      // A group's way back is written as a route and drawn with the others.
      const ways = loop.type === 'group' ? [] : [back];
      return drawable(loop.onExhausted) ? [...ways, exit] : ways;
    });
  return [...routes, ...loops];
}

const isUntil = ({ type }: GraphLoop): boolean => type !== 'group' && type !== 'improve';

/** Said of a route; its name is its outcome, or what the label says. */
function spoken(source: string, target: string, { label, name }: EdgeData): string {
  const to = drawnOf(target).id;
  return texts.canvas.routeLabel(drawnOf(source).id, texts.terminals[to] ?? to, label || name);
}

function toneOf(route: Route, tails: ReadonlySet<string>): Tone {
  switch (route.kind) {
    case 'strong':
      return tails.has(route.from) ? 'confirmed' : 'strong';
    case 'outcome':
      return 'outcome';
    case 'weak':
    case 'case':
    case 'else':
    case 'choice':
      return 'weak';
  }
}
