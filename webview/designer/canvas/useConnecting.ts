import { useRef } from 'react';
import type { Connection, FinalConnectionState, OnConnectStartParams } from 'reactflow';
import { useReactFlow } from 'reactflow';
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
  const reconnecting = useRef(false);
  const allowed = (source: string, target: string) => {
    const { connecting } = designer.store.get();
    const from = keyOf(source);
    const to = connecting?.from === from ? connecting.to : verdictFrom(scene.graph, from);
    return to(drawnOf(target).id);
  };

  return {
    onConnectStart: (_event: unknown, { nodeId, handleType }: OnConnectStartParams) => {
      if (nodeId !== null && handleType === 'source') designer.connectFrom(keyOf(nodeId));
    },
    isValidConnection: (connection: Connection | CanvasEdge) => allowed(connection.source, connection.target).ok,
    onConnect: ({ source, sourceHandle, target }: Connection) => {
      const to = drawnOf(target).id;
      designer.edit(
        planConnect(scene, keyOf(source), sourceHandle ?? 'main', to),
        texts.said.connected(drawnOf(source).id, to),
      );
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
      if (reconnecting.current) return;
      const main = state.fromHandle?.id === 'main' && !from.startsWith('loop:');
      if (!main || !('clientX' in event) || scene.locked !== null) return;
      const { x, y } = flow.screenToFlowPosition({ x: event.clientX, y: event.clientY });
      designer.store.set({ picker: { type: 'add', after: from, position: [Math.round(x), Math.round(y - 25)] } });
    },
    onReconnectStart: () => {
      reconnecting.current = true;
    },
    onReconnect: (edge: CanvasEdge, { target }: Connection) => {
      const to = drawnOf(target).id;
      if (target === edge.target) return;
      const said = texts.said.connected(drawnOf(edge.source).id, to);
      if (edge.data?.route) designer.edit({ type: 'reconnect', route: edge.data.route, to }, said);
      else if (edge.data?.loop) designer.edit(planConnect(scene, edge.source, 'exhausted', to), said);
    },
    onReconnectEnd: () => {
      reconnecting.current = false;
      designer.connectFrom(null);
    },
  };
}

/** A step is named by its id, a loop as the shared selection names it. */
const keyOf = (node: string): string => (drawnOf(node).type === 'loop' ? node : drawnOf(node).id);
