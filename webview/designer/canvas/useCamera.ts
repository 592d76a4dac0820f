import { useCallback, useEffect, useRef, useState } from 'react';
import type { Viewport } from 'reactflow';
import { getViewportForBounds, useReactFlow } from 'reactflow';
import { FACE_WIDTH, HEAD_HEIGHT } from '../../../engine/flow/face';
import { useDesigner } from '../designer';
import type { Scene } from '../scene';
import { selectedOf } from '../selection';
import { extentOf } from './bulk';
import type { CanvasNode } from './drawing';
import type { CanvasEdge } from './edges';
import { loopNode, stepNode } from './ids';

export const MIN_ZOOM = 0.05;
/** Below this zoom nothing can be read. */
export const FAR = 0.25;

const calm = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * Where the camera stands. It moves by itself once, to fit a flow that was never looked at; afterwards only a person
 * moves it. What is returned are properties of the canvas.
 */
export function useCamera() {
  const designer = useDesigner();
  const flow = useReactFlow<CanvasNode, CanvasEdge>();
  const remembered = useRef(designer.store.get().viewport);

  /** All of it, its routes too, which reach beyond what they join. */
  const showAll = useCallback(
    (duration: number) => {
      const { scene } = designer.store.get();
      const pane = document.querySelector('.canvas')?.getBoundingClientRect();
      if (!scene || !pane) return;
      const bounds = extentOf(scene.places);
      void flow.setViewport(getViewportForBounds(bounds, pane.width, pane.height, MIN_ZOOM, 1, 0.06), { duration });
    },
    [designer, flow],
  );

  useEffect(() => {
    const motion = () => ({ duration: calm() ? 0 : 150 });
    const boxOf = (id: string) => {
      const node = flow.getNode(id);
      return node ? [{ ...node.position, width: node.width ?? FACE_WIDTH, height: node.height ?? 0 }] : [];
    };
    /** Of a route both of its ends. */
    const boxesOf = (key: string) => {
      const item = selectedOf(key);
      if (item.type === 'loop') return boxOf(loopNode(item.id));
      if (item.type === 'step') return boxOf(stepNode(item.id));
      const edge = flow.getEdge(key);
      return edge ? [...boxOf(edge.source), ...boxOf(edge.target)] : [];
    };
    const reveal = (key: string) => {
      const boxes = boxesOf(key);
      const pane = document.querySelector('.canvas')?.getBoundingClientRect();
      if (boxes.length === 0 || !pane) return;
      const { x, y, zoom } = flow.getViewport();
      const left = Math.min(...boxes.map((box) => box.x));
      const top = Math.min(...boxes.map((box) => box.y));
      const right = Math.max(...boxes.map((box) => box.x + box.width));
      // Of a loop its head is enough.
      const bottom = key.startsWith('loop:') ? top + HEAD_HEIGHT : Math.max(...boxes.map((box) => box.y + box.height));
      const inside =
        left * zoom + x >= 0 &&
        top * zoom + y >= 0 &&
        Math.min(right, left + FACE_WIDTH) * zoom + x <= pane.width &&
        bottom * zoom + y <= pane.height;
      if (!inside) void flow.setCenter((left + right) / 2, (top + bottom) / 2, { zoom, ...motion() });
    };
    designer.store.set({
      camera: {
        fit: () => showAll(motion().duration),
        zoomIn: () => void flow.zoomIn(motion()),
        zoomOut: () => void flow.zoomOut(motion()),
        reveal,
        positionAt: (point) => {
          const { x, y } = flow.screenToFlowPosition(point);
          return [Math.round(x), Math.round(y)];
        },
      },
    });
    return () => designer.store.set({ camera: null });
  }, [designer, flow, showAll]);

  // Where a flow that was never looked at is first seen from: all of it, or, where nothing could be read then, its beginning.
  const [first] = useState(() => remembered.current ?? beginning(designer.store.get().scene));
  return {
    ...(first === null ? { onInit: () => showAll(0) } : { defaultViewport: first }),
    onMoveEnd: (_event: unknown, viewport: Viewport) =>
      designer.look({ x: viewport.x, y: viewport.y, zoom: viewport.zoom }),
  };
}

/** Null: all of it can be read at once. */
function beginning(scene: Scene | null): Viewport | null {
  if (!scene) return null;
  const { graph, places } = scene;
  const { width, height } = extentOf(places);
  const [start] = graph.start.flatMap((id) => places.steps[id] ?? []);
  if (start === undefined || Math.min(window.innerWidth / width, window.innerHeight / height) >= FAR) return null;
  const zoom = 0.6;
  return { x: 60 - start.x * zoom, y: window.innerHeight / 3 - start.y * zoom, zoom };
}
