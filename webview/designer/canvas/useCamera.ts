import { useEffect, useRef } from 'react';
import type { Viewport } from 'reactflow';
import { getViewportForBounds, useReactFlow } from 'reactflow';
import { FACE_WIDTH, HEAD_HEIGHT } from '../../../engine/flow/face';
import { useDesigner } from '../designer';
import { selectedOf } from '../selection';
import { extentOf } from './bulk';
import type { CanvasNode } from './drawing';
import type { CanvasEdge } from './edges';
import { loopNode, stepNode } from './ids';

export const MIN_ZOOM = 0.1;

const calm = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * Where the camera stands. It moves by itself once, to fit a flow that was never looked at; afterwards only a person
 * moves it. What is returned are properties of the canvas.
 */
export function useCamera() {
  const designer = useDesigner();
  const flow = useReactFlow<CanvasNode, CanvasEdge>();
  const remembered = useRef(designer.store.get().viewport);

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
    const fit = () => {
      const scene = designer.store.get().scene;
      const pane = document.querySelector('.canvas')?.getBoundingClientRect();
      if (!scene || !pane) return;
      const bounds = extentOf(scene.places);
      void flow.setViewport(getViewportForBounds(bounds, pane.width, pane.height, MIN_ZOOM, 1, 0.06), motion());
    };
    designer.store.set({
      camera: {
        fit,
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
  }, [designer, flow]);

  return {
    fitView: remembered.current === null,
    ...(remembered.current === null ? {} : { defaultViewport: remembered.current }),
    onMoveEnd: (_event: unknown, viewport: Viewport) =>
      designer.look({ x: viewport.x, y: viewport.y, zoom: viewport.zoom }),
  };
}
