import 'reactflow/dist/style.css';
import '../../designer/canvas/canvas.css';
import '../../designer/canvas/face.css';
import '../../designer/canvas/route.css';
import '../../designer/canvas/forced.css';
import './board.css';
import type { ReactNode } from 'react';
import { useEffect, useMemo, useRef } from 'react';
import type { EdgeTypes, NodeTypes } from 'reactflow';
import { Background, BackgroundVariant, ReactFlow, ReactFlowProvider } from 'reactflow';
import { Arrows } from '../../designer/canvas/Arrows';
import type { CanvasNode } from '../../designer/canvas/drawing';
import type { CanvasEdge } from '../../designer/canvas/edges';
import { edgeSelectionKey, selectionKeyOf } from '../../designer/canvas/ids';
import { LoopFrame } from '../../designer/canvas/LoopFrame';
import { RouteEdge } from '../../designer/canvas/RouteEdge';
import { StepFace } from '../../designer/canvas/StepFace';
import { TerminalPill } from '../../designer/canvas/TerminalPill';
import { createDesigner, DesignerProvider } from '../../designer/designer';
import { useComparing, useComparingState } from '../comparing';
import type { Picture } from '../scenes';
import { markedEdges, markedNodes } from './marked';

const NODE_TYPES: NodeTypes = { step: StepFace, loop: LoopFrame, terminal: TerminalPill };
const EDGE_TYPES: EdgeTypes = { route: RouteEdge };
const MANY_STEPS = 120;

interface BoardProps {
  readonly picture: Picture;
  /** Unique on the page. */
  readonly name: string;
  readonly label: string;
  /** What is chosen, by its key in the picture. */
  readonly chosen: string | null;
  /** A press on something that is drawn, by its key in the picture. */
  readonly onPress: (key: string) => void;
}

/** A canvas on which nothing can be edited; its camera is the page's. */
export function Board(props: BoardProps): ReactNode {
  const { picture, chosen } = props;
  const designer = useMemo(() => createDesigner(NOBODY), []);
  const selection = useMemo(() => (chosen === null ? [] : [chosen]), [chosen]);
  // Before anything below is drawn: faces read the scene and the selection from there.
  if (designer.store.get().scene !== picture.scene) designer.store.set({ scene: picture.scene });
  useEffect(() => designer.store.set({ selection }), [designer, selection]);
  return (
    <DesignerProvider value={designer}>
      <ReactFlowProvider>
        <Drawing {...props} />
      </ReactFlowProvider>
    </DesignerProvider>
  );
}

function Drawing({ picture, name, label, chosen, onPress }: BoardProps): ReactNode {
  const comparing = useComparing();
  const view = useComparingState((state) => state.view);
  const pane = useRef<HTMLElement>(null);
  const nodes = useMemo(() => markedNodes(picture, chosen), [picture, chosen]);
  const edges = useMemo(() => markedEdges(picture, chosen), [picture, chosen]);
  useEffect(() => {
    const element = pane.current;
    if (element === null) return;
    const measure = () => comparing.resize(element.clientWidth, element.clientHeight);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [comparing]);
  return (
    <section className="canvas compared" aria-label={label} ref={pane}>
      <Arrows />
      <ReactFlow<CanvasNode, CanvasEdge>
        nodes={nodes as CanvasNode[]}
        edges={edges as CanvasEdge[]}
        nodeTypes={NODE_TYPES}
        edgeTypes={EDGE_TYPES}
        viewport={view ?? START}
        onViewportChange={comparing.look}
        onNodeClick={(_event, node) => {
          const key = selectionKeyOf(node.id);
          if (key !== null) onPress(key);
        }}
        onEdgeClick={(_event, edge) => onPress(edgeSelectionKey(edge.id))}
        nodesDraggable={false}
        nodesConnectable={false}
        edgesReconnectable={false}
        nodesFocusable={false}
        edgesFocusable={false}
        disableKeyboardA11y
        deleteKeyCode={null}
        zoomOnDoubleClick={false}
        elevateNodesOnSelect={false}
        minZoom={0.1}
        maxZoom={2.5}
        onlyRenderVisibleElements={nodes.length > MANY_STEPS}
        proOptions={{ hideAttribution: true }}
      >
        <Background id={name} variant={BackgroundVariant.Dots} gap={20} size={1} />
      </ReactFlow>
    </section>
  );
}

const START = { x: 0, y: 0, zoom: 1 };

/** Nothing that is done on such a canvas is an intent. */
const NOBODY = { post: () => {}, remember: () => {}, remembered: () => null };
