import 'reactflow/dist/style.css';
import './canvas.css';
import './face.css';
import './route.css';
import './forced.css';
import type { ReactNode } from 'react';
import { useCallback, useMemo } from 'react';
import type { EdgeChange, EdgeTypes, NodeChange, NodeTypes } from 'reactflow';
import {
  Background,
  BackgroundVariant,
  ReactFlow,
  ReactFlowProvider,
  SelectionMode,
  useReactFlow,
  useStore,
} from 'reactflow';
import { useDesigner, useDesignerState, useScene } from '../designer';
import { texts } from '../texts';
import { tabStopOf } from '../walk';
import { Arrows } from './Arrows';
import { draggedNodes, movedPositions, moveNodes } from './drag';
import type { CanvasNode } from './drawing';
import { withStop } from './edgeStop';
import type { CanvasEdge } from './edges';
import { FlowMap } from './FlowMap';
import { drawnOf, edgeSelectionKey, selectionKeyOf } from './ids';
import { LoopFrame } from './LoopFrame';
import { NothingInView } from './NothingInView';
import { keyAt, Overview } from './Overview';
import { RouteEdge } from './RouteEdge';
import { StepFace } from './StepFace';
import { CANVAS_SPEECH } from './spoken';
import { TerminalPill } from './TerminalPill';
import { FAR, MIN_ZOOM, useCamera } from './useCamera';
import { useConnecting } from './useConnecting';
import { useDrawing } from './useDrawing';
import type { Pointing } from './useDropping';
import { useDropping } from './useDropping';
import { useEdges } from './useEdges';

const NODE_TYPES: NodeTypes = { step: StepFace, loop: LoopFrame, terminal: TerminalPill };
const EDGE_TYPES: EdgeTypes = { route: RouteEdge };
const NO_EDGES: CanvasEdge[] = [];
const MULTI = ['Control', 'Meta', 'Shift'];
/** From here on only what is in view is drawn. */
const MANY_STEPS = 120;
/** From here on no faces are drawn from far away: shapes of their kinds are what can be told apart there. */
const SOME_STEPS = 40;

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
  const { standing, latest, dragged, set: setNodes } = useDrawing();
  const stop = useDesignerState((state) => tabStopOf(state.scene, state.collapsed, state.selection));
  const many = scene.graph.steps.length > MANY_STEPS;
  const some = scene.graph.steps.length > SOME_STEPS;
  const far = useStore((state) => some && state.transform[2] < FAR);
  const flow = useReactFlow();
  const shown = useMemo(
    () => standing.nodes.map((node) => offer(far ? fromAfar(node, stop) : node, connecting)),
    [standing.nodes, connecting, far, stop],
  );
  const laid = useEdges(scene, standing.layout, selection);
  const edges = useMemo(() => withStop(laid, stop), [laid, stop]);
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
    dragged.current = new Set(draggedNodes(scene, ids));
  };
  const drop = (event: Pointing) => {
    const positions = movedPositions(scene, latest.current.nodes, [...dragged.current]);
    dragged.current = new Set();
    const moved = Object.keys(positions);
    if (dropping.settle(moved, event, positions[moved[0] ?? ''])) return;
    const count = moved.length;
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
          (far
            ? NO_EDGES
            : dropping.over === null
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
        onPaneClick={(event) => {
          if (!far) return;
          const { x, y } = flow.screenToFlowPosition({ x: event.clientX, y: event.clientY });
          const key = keyAt(standing.layout, x, y);
          if (key !== null) designer.select([key]);
        }}
        onEdgeClick={(event, edge) => {
          if (!event.ctrlKey && !event.metaKey && !event.shiftKey) designer.select([edgeSelectionKey(edge.id)]);
        }}
        onNodeDragStart={(_event, _node, all) => lift(all.map((node) => node.id))}
        onNodeDrag={(event, _node, all) =>
          dropping.carry(
            all.map((node) => drawnOf(node.id).id),
            event,
          )
        }
        onNodeDragStop={drop}
        onSelectionDragStart={(_event, all) => lift(all.map((node) => node.id))}
        onSelectionDragStop={drop}
        {...connection}
        {...camera}
        nodesDraggable={!locked}
        nodesConnectable={!locked}
        edgesReconnectable={!locked}
        nodesFocusable={false}
        edgesFocusable={false}
        disableKeyboardA11y
        ariaLabelConfig={CANVAS_SPEECH}
        deleteKeyCode={null}
        selectionKeyCode="Shift"
        multiSelectionKeyCode={MULTI}
        selectionMode={SelectionMode.Partial}
        zoomOnDoubleClick={false}
        elevateNodesOnSelect={false}
        connectOnClick={false}
        connectionRadius={28}
        minZoom={MIN_ZOOM}
        maxZoom={2.5}
        onlyRenderVisibleElements={many}
        proOptions={{ hideAttribution: true }}
      >
        <Background variant={BackgroundVariant.Dots} gap={20} size={1} />
        {far && <Overview scene={scene} layout={standing.layout} edges={laid} />}
        <FlowMap scene={scene} layout={standing.layout} />
        <NothingInView layout={standing.layout} />
      </ReactFlow>
    </section>
  );
}

/** Terminals that nothing leads to are there only while a route is being drawn. */
const offer = (node: CanvasNode, connecting: boolean): CanvasNode =>
  node.type === 'terminal' && node.data.offered ? { ...node, hidden: !connecting } : node;

/** From afar only what is selected, and what the Tab key comes to, has a face of its own. */
const fromAfar = (node: CanvasNode, stop: string | undefined): CanvasNode =>
  node.selected || selectionKeyOf(node.id) === stop ? node : { ...node, hidden: true };
