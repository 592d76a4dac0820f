import { useEffect, useRef } from 'react';
import type { Connection, FinalConnectionState, OnConnectStartParams } from 'reactflow';
import { useReactFlow } from 'reactflow';
import { carryOut } from '../commands';
import type { Designer } from '../designer';
import { useDesigner, useScene } from '../designer';
import { texts } from '../texts';
import { planConnect } from './connect';
import { verdictFrom } from './connectable';
import type { CanvasEdge } from './edges';
import { drawnOf } from './ids';

/** Drawing routes with the pointer: what may end where, what it comes to, and why something was not connected. */
export function useConnecting() {
  const designer = useDesigner();
  const scene = useScene();
  const flow = useReactFlow();
  /** The edge whose end is being led elsewhere. */
  const reconnecting = useRef<CanvasEdge | null>(null);
  useSayingWhyNot(designer);
  const allowed = (source: string, target: string) => {
    const { connecting } = designer.store.get();
    const from = keyOf(source);
    const to = connecting?.from === from ? connecting.to : verdictFrom(scene.graph, from);
    return to(drawnOf(target).id);
  };

  return {
    onConnectStart: (_event: unknown, { nodeId, handleId, handleType }: OnConnectStartParams) => {
      const exit = reconnecting.current?.sourceHandle ?? handleId;
      const instead = exit === 'converged' ? exit : (reconnecting.current?.data?.route ?? undefined);
      // Of an edge that is led elsewhere the source stays.
      if (nodeId !== null && (handleType === 'source' || reconnecting.current !== null))
        designer.connectFrom(keyOf(reconnecting.current?.source ?? nodeId), instead);
    },
    isValidConnection: (connection: Connection | CanvasEdge) => allowed(connection.source, connection.target).ok,
    onConnect: ({ source, sourceHandle, target }: Connection) => {
      const to = drawnOf(target).id;
      const edit = planConnect(scene, keyOf(source), sourceHandle ?? 'main', to);
      carryOut(designer, { ok: true, edit, said: texts.said.connected(drawnOf(source).id, to) });
    },
    onConnectEnd: (event: MouseEvent | TouchEvent, state: FinalConnectionState) => {
      const { connecting } = designer.store.get();
      designer.connectFrom(null);
      if (connecting === null || state.isValid) return;
      const { from } = connecting;
      if (state.toNode) {
        const verdict = connecting.to(drawnOf(state.toNode.id).id);
        if (!verdict.ok) designer.say(texts.said.notConnected(verdict.why));
        return;
      }
      if (reconnecting.current !== null) return;
      const main = state.fromHandle?.id === 'main' && !from.startsWith('loop:');
      if (!main || !('clientX' in event) || scene.locked !== null) return;
      const { x, y } = flow.screenToFlowPosition({ x: event.clientX, y: event.clientY });
      designer.store.set({ picker: { type: 'add', after: from, position: [Math.round(x), Math.round(y - 25)] } });
    },
    onReconnectStart: (_event: unknown, edge: CanvasEdge) => {
      reconnecting.current = edge;
    },
    onReconnect: (edge: CanvasEdge, { target }: Connection) => {
      const to = drawnOf(target).id;
      if (target === edge.target) return;
      const said = texts.said.connected(drawnOf(edge.source).id, to);
      const { route, loop } = edge.data ?? {};
      if (route) carryOut(designer, { ok: true, edit: { type: 'reconnect', route, to }, said });
      else if (loop)
        carryOut(designer, {
          ok: true,
          edit: planConnect(scene, edge.source, edge.sourceHandle ?? 'exhausted', to),
          said,
        });
    },
    onReconnectEnd: () => {
      reconnecting.current = null;
      designer.connectFrom(null);
    },
  };
}

/** A step is named by its id, a loop as the shared selection names it. */
const keyOf = (node: string): string => (drawnOf(node).type === 'loop' ? node : drawnOf(node).id);

/** While a route is being drawn: over what it may not lead to, the reason is said, once for each time it gets there. */
function useSayingWhyNot(designer: Designer): void {
  useEffect(() => {
    let over: string | null = null;
    const onMove = (event: PointerEvent) => {
      const { connecting } = designer.store.get();
      if (connecting === null) return;
      const target = document
        .elementsFromPoint(event.clientX, event.clientY)
        .map((element) => element.closest('[data-step], [data-terminal]'))
        .find((element) => element !== null);
      const to = target?.getAttribute('data-step') ?? target?.getAttribute('data-terminal') ?? null;
      if (to === over) return;
      over = to;
      if (to === null || to === connecting.from) return;
      const verdict = connecting.to(to);
      if (!verdict.ok) designer.say(texts.said.notConnected(verdict.why));
    };
    document.addEventListener('pointermove', onMove, true);
    return () => document.removeEventListener('pointermove', onMove, true);
  }, [designer]);
}
