import type { DragEvent } from 'react';
import { useState } from 'react';
import { useReactFlow } from 'reactflow';
import { useDesigner } from '../designer';
import { planAdd } from '../gestures';
import { draggedKind } from '../palette/dragging';
import { FACE_WIDTH, HEAD_HEIGHT } from './face';

/** Dropping a kind from the palette: onto a route to stand on it, anywhere else to stand there. */
export function useDropping() {
  const designer = useDesigner();
  const flow = useReactFlow();
  const [over, setOver] = useState<string | null>(null);

  const drop = (event: DragEvent) => {
    const kind = draggedKind(event.dataTransfer);
    setOver(null);
    if (kind === null) return;
    event.preventDefault();
    const route = routeAt(event.clientX, event.clientY);
    const { x, y } = flow.screenToFlowPosition({ x: event.clientX, y: event.clientY });
    const position = [Math.round(x - FACE_WIDTH / 2), Math.round(y - HEAD_HEIGHT / 2)] as const;
    const plan = planAdd(
      designer.store.get().scene,
      kind,
      [],
      route === null ? { position } : { onRoute: route.slice(6) },
    );
    if (plan.ok) designer.edit(plan.edit, plan.said);
  };
  const hover = (event: DragEvent) => {
    if (draggedKind(event.dataTransfer) === null) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    setOver(routeAt(event.clientX, event.clientY));
  };
  return { over, target: { onDrop: drop, onDragOver: hover, onDragLeave: () => setOver(null) } };
}

function routeAt(x: number, y: number): string | null {
  for (const element of document.elementsFromPoint(x, y)) {
    const id = element.closest('.react-flow__edge')?.getAttribute('data-id');
    if (id?.startsWith('route:')) return id;
  }
  return null;
}
