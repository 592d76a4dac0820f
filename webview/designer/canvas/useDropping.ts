import type { DragEvent, MouseEvent as ReactMouseEvent } from 'react';
import { useRef, useState } from 'react';
import { useReactFlow } from 'reactflow';
import { FACE_WIDTH, HEAD_HEIGHT } from '../../../engine/flow/face';
import { looseSteps, planInsert } from '../acts/planInsert';
import { planWrap } from '../acts/planWrap';
import { carryOut } from '../commands';
import { useDesigner } from '../designer';
import { planAdd } from '../gestures';
import { draggedOf } from '../palette/dragging';
import { insertTemplate } from '../palette/insertTemplate';

interface Point {
  readonly x: number;
  readonly y: number;
}

/** A route that a dragged step has met, and where. */
interface Met {
  readonly route: string;
  readonly point: Point;
}

/** How far from there it is still meant, in CSS pixels. */
const NEAR = 40;

/** What a drag of steps tells where the pointer is by. */
export type Pointing = ReactMouseEvent | MouseEvent | TouchEvent;

function pointOf(event: Pointing): Point {
  const { clientX, clientY } = 'clientX' in event ? event : (event.changedTouches[0] ?? { clientX: 0, clientY: 0 });
  return { x: clientX, y: clientY };
}

/**
 * Dropping something from the palette: a kind onto a route to stand on it, a loop onto a step to go around it, anything else
 * anywhere to stand there. And
 * dropping a step that stands alone onto a route. `over` is the edge below the pointer that would be dropped on.
 */
export function useDropping() {
  const designer = useDesigner();
  const flow = useReactFlow();
  const [over, setOver] = useState<string | null>(null);
  const met = useRef<Met | null>(null);
  const held = (transfer: DataTransfer) => draggedOf(transfer, designer.store.get().scene?.snapshot.templates ?? []);

  const drop = (event: DragEvent) => {
    const item = held(event.dataTransfer);
    setOver(null);
    if (item === null) return;
    event.preventDefault();
    const point = { x: event.clientX, y: event.clientY };
    const { x, y } = flow.screenToFlowPosition(point);
    const position = [Math.round(x - FACE_WIDTH / 2), Math.round(y - HEAD_HEIGHT / 2)] as const;
    if (item.type === 'loop') {
      const { scene, selection } = designer.store.get();
      if (scene) carryOut(designer, planWrap(scene, aroundWhat(selection, stepAt(point)), item.loop));
      return;
    }
    if (item.type === 'template') return insertTemplate(designer, item.template, position);
    const route = routeAt(point);
    const place = route === null ? { position } : { onRoute: route.slice(6) };
    carryOut(designer, planAdd(designer.store.get().scene, item.kind, [], place));
  };
  const hover = (event: DragEvent) => {
    const item = held(event.dataTransfer);
    if (item === null) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    setOver(item.type === 'kind' ? routeAt({ x: event.clientX, y: event.clientY }) : null);
  };
  /** While a step that stands alone is dragged: the route that it would be put on. */
  const carry = (steps: readonly string[], event: Pointing) => {
    met.current = routeUnder(steps, pointOf(event), met.current);
    setOver(met.current?.route ?? null);
  };
  const routeUnder = (steps: readonly string[], point: Point, before: Met | null): Met | null => {
    const { scene } = designer.store.get();
    const [only, ...others] = steps;
    if (!scene || only === undefined || others.length > 0 || !looseSteps(scene).includes(only)) return null;
    const route = routeAt(point);
    if (route !== null) return { route, point };
    // A line may give way to the step that is dragged onto it.
    const near = before !== null && Math.hypot(point.x - before.point.x, point.y - before.point.y) < NEAR;
    return near ? before : null;
  };
  /** True where the steps were put on a route: then they are not only moved. */
  const settle = (
    steps: readonly string[],
    event: Pointing,
    position: readonly [number, number] | undefined,
  ): boolean => {
    const { scene } = designer.store.get();
    const on = routeUnder(steps, pointOf(event), met.current);
    const [step] = steps;
    met.current = null;
    setOver(null);
    if (!scene || on === null || step === undefined) return false;
    return carryOut(designer, planInsert(scene, step, on.route.slice(6), position));
  };
  return { over, carry, settle, target: { onDrop: drop, onDragOver: hover, onDragLeave: () => setOver(null) } };
}

/** A loop goes around the step that it is dropped on, and around what is selected with it; elsewhere, around the selection. */
const aroundWhat = (selection: readonly string[], step: string | null): readonly string[] =>
  step === null || selection.includes(step) ? selection : [step];

const stepAt = ({ x, y }: Point): string | null =>
  document.elementFromPoint(x, y)?.closest('[data-step]')?.getAttribute('data-step') ?? null;

function routeAt({ x, y }: Point): string | null {
  for (const element of document.elementsFromPoint(x, y)) {
    const id = element.closest('.react-flow__edge')?.getAttribute('data-id');
    if (id?.startsWith('route:')) return id;
  }
  return null;
}
