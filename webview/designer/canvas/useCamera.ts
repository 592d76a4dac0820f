import { useEffect, useRef } from 'react';
import type { Viewport } from 'reactflow';
import { useReactFlow } from 'reactflow';
import { useDesigner } from '../designer';
import type { CanvasNode } from './drawing';
import type { CanvasEdge } from './edges';
import { FACE_WIDTH } from './face';
import { stepNode } from './ids';

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
    const reveal = (step: string) => {
      const node = flow.getNode(stepNode(step));
      const pane = document.querySelector('.canvas')?.getBoundingClientRect();
      if (!node || !pane) return;
      const { x, y, zoom } = flow.getViewport();
      const left = node.position.x * zoom + x;
      const top = node.position.y * zoom + y;
      const [right, bottom] = [left + FACE_WIDTH * zoom, top + (node.height ?? 0) * zoom];
      if (left >= 0 && top >= 0 && right <= pane.width && bottom <= pane.height) return;
      void flow.setCenter(node.position.x + FACE_WIDTH / 2, node.position.y + (node.height ?? 0) / 2, {
        zoom,
        ...motion(),
      });
    };
    designer.store.set({
      camera: {
        fit: () => void flow.fitView({ padding: 0.06, maxZoom: 1, ...motion() }),
        zoomIn: () => void flow.zoomIn(motion()),
        zoomOut: () => void flow.zoomOut(motion()),
        reveal,
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
