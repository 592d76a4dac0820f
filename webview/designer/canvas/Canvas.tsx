import 'reactflow/dist/style.css';
import './canvas.css';
import './face.css';
import './route.css';
import './forced.css';
import type { ReactNode } from 'react';
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { EdgeChange, EdgeTypes, NodeChange, NodeTypes } from 'reactflow';
import { Background, BackgroundVariant, MiniMap, ReactFlow, ReactFlowProvider, SelectionMode } from 'reactflow';
import { useDesigner, useDesignerState, useScene } from '../designer';
import { texts } from '../texts';
import { draggedSteps, movedPositions, moveNodes } from './drag';
import type { CanvasNode } from './drawing';
import { drawingOf } from './drawing';
import type { CanvasEdge } from './edges';
import { edgesOf } from './edges';
import { LANE_RISE } from './frame';
import { edgeSelectionKey, selectionKeyOf } from './ids';
import { LoopFrame } from './LoopFrame';
import { mergeDrawing, withFrames } from './merge';
import { Arrows, BackEdge, RouteEdge } from './RouteEdge';
import { StepFace } from './StepFace';
import { TerminalPill } from './TerminalPill';
import { useCamera } from './useCamera';
import { useConnecting } from './useConnecting';
import { useDropping } from './useDropping';

const NODE_TYPES: NodeTypes = { step: StepFace, loop: LoopFrame, terminal: TerminalPill };
const EDGE_TYPES: EdgeTypes = { route: RouteEdge, back: BackEdge };
const FIT = { padding: 0.06, maxZoom: 1, duration: 0 };
/** From here on only what is in view is drawn. */
const MANY_STEPS = 120;

export function Canvas(): ReactNode {
  return (
    <ReactFlowProvider>
      <Board />
    </ReactFlowProvider>
  );
}

function Board(): ReactNode {
  const designer = useDesigner();
  const scene = useScene();
  const selection = useDesignerState((state) => state.selection);
  const connecting = useDesignerState((state) => state.connecting !== null);
  const [nodes, setNodes] = useDrawing();
  const dragged = nodes.dragged;
  const shown = useMemo(
    () => withFrames(scene, nodes.list).map((node) => offer(node, connecting)),
    [scene, nodes.list, connecting],
  );
  const lanes = useLanes(shown);
  const edges = useMemo(() => laid(edgesOf(scene, selection), lanes), [scene, selection, lanes]);
  const camera = useCamera();
  const connection = useConnecting();
  const dropping = useDropping();
  const locked = scene.locked !== null;

  const choose = useCallback(
    (changes: readonly { readonly key: string | null; readonly selected: boolean }[]) => {
      let keys = designer.store.get().selection;
      for (const { key, selected } of changes) {
        if (key === null || keys.includes(key) === selected) continue;
        keys = selected ? [...keys, key] : keys.filter((item) => item !== key);
      }
      designer.select(keys);
    },
    [designer],
  );
  const onNodesChange = (changes: NodeChange<CanvasNode>[]) => {
    setNodes((before) => moveNodes(scene, before, changes));
    choose(
      changes.flatMap((change) =>
        change.type === 'select' ? [{ key: selectionKeyOf(change.id), selected: change.selected }] : [],
      ),
    );
  };
  const onEdgesChange = (changes: EdgeChange<CanvasEdge>[]) =>
    choose(
      changes.flatMap((change) =>
        change.type === 'select' ? [{ key: edgeSelectionKey(change.id), selected: change.selected }] : [],
      ),
    );
  const lift = (ids: readonly string[]) => {
    dragged.current = new Set(draggedSteps(scene.graph, ids));
  };
  const drop = () => {
    const positions = movedPositions(scene, nodes.latest.current, [...dragged.current]);
    dragged.current = new Set();
    const count = Object.keys(positions).length;
    if (count > 0) designer.edit({ type: 'move', positions }, texts.said.moved(count));
  };

  return (
    <section
      className={`canvas${locked ? ' locked' : ''}${connecting ? ' connecting' : ''}`}
      aria-label={texts.canvas.label}
      aria-describedby="canvas-help"
      {...dropping.target}
    >
      <p id="canvas-help" className="visually-hidden">
        {texts.canvas.help}
      </p>
      <Arrows />
      <ReactFlow<CanvasNode, CanvasEdge>
        nodes={shown as CanvasNode[]}
        edges={
          (dropping.over === null
            ? edges
            : edges.map((edge) =>
                edge.id === dropping.over ? { ...edge, className: 'drop-here' } : edge,
              )) as CanvasEdge[]
        }
        nodeTypes={NODE_TYPES}
        edgeTypes={EDGE_TYPES}
        onNodesChange={onNodesChange}
        onEdgesChange={onEdgesChange}
        onNodeClick={(event, node) => {
          // Also one of several that are selected: a click singles it out.
          const key = selectionKeyOf(node.id);
          if (key !== null && !event.ctrlKey && !event.metaKey && !event.shiftKey) designer.select([key]);
        }}
        onEdgeClick={(event, edge) => {
          if (!event.ctrlKey && !event.metaKey) designer.select([edgeSelectionKey(edge.id)]);
        }}
        onNodeDragStart={(_event, _node, all) => lift(all.map((node) => node.id))}
        onNodeDragStop={drop}
        onSelectionDragStart={(_event, all) => lift(all.map((node) => node.id))}
        onSelectionDragStop={drop}
        {...connection}
        {...camera}
        fitViewOptions={FIT}
        nodesDraggable={!locked}
        nodesConnectable={!locked}
        edgesReconnectable={!locked}
        nodesFocusable={false}
        edgesFocusable={false}
        disableKeyboardA11y
        deleteKeyCode={null}
        selectionKeyCode="Shift"
        multiSelectionKeyCode={['Control', 'Meta']}
        selectionMode={SelectionMode.Partial}
        zoomOnDoubleClick={false}
        elevateNodesOnSelect={false}
        connectOnClick={false}
        connectionRadius={28}
        minZoom={0.1}
        maxZoom={2.5}
        onlyRenderVisibleElements={scene.graph.steps.length > MANY_STEPS}
        proOptions={{ hideAttribution: true }}
      >
        <Background variant={BackgroundVariant.Dots} gap={20} size={1} />
        <MiniMap
          pannable
          zoomable
          ariaLabel={texts.canvas.minimap}
          nodeClassName={(node) => `map-${node.type ?? 'step'}`}
          nodeBorderRadius={6}
          position="bottom-right"
        />
      </ReactFlow>
    </section>
  );
}

/** The nodes on the screen: the scene's drawing under what the pointer is doing to it right now. */
function useDrawing() {
  const scene = useScene();
  const selection = useDesignerState((state) => state.selection);
  const drawing = useMemo(() => drawingOf(scene), [scene]);
  const dragged = useRef<ReadonlySet<string>>(new Set());
  const [list, setList] = useState<readonly CanvasNode[]>(() => mergeDrawing([], drawing, selection, new Set()));
  const latest = useRef(list);
  const set = useCallback((change: (before: readonly CanvasNode[]) => readonly CanvasNode[]) => {
    latest.current = change(latest.current);
    setList(latest.current);
  }, []);
  useLayoutEffect(
    () => set((before) => mergeDrawing(before, drawing, selection, dragged.current)),
    [set, drawing, selection],
  );
  return [{ list, latest, dragged }, set] as const;
}

/** Terminals that nothing leads to are there only while a route is being drawn. */
const offer = (node: CanvasNode, connecting: boolean): CanvasNode =>
  node.type === 'terminal' && node.data.offered ? { ...node, hidden: !connecting } : node;

/** Where the ways back run: the lane of each loop's frame. The same object for the same lanes. */
function useLanes(nodes: readonly CanvasNode[]): Readonly<Record<string, number>> {
  const frames = nodes.filter((node) => node.type === 'loop');
  const text = JSON.stringify(
    Object.fromEntries(frames.map((node) => [node.data.id, node.position.y + (node.height ?? 0) - LANE_RISE])),
  );
  return useMemo(() => JSON.parse(text), [text]);
}

const laid = (edges: readonly CanvasEdge[], lanes: Readonly<Record<string, number>>): readonly CanvasEdge[] =>
  edges.map((edge) =>
    edge.type === 'back' && edge.data ? { ...edge, data: { ...edge.data, lane: lanes[edge.data.loop ?? ''] } } : edge,
  );
