import 'reactflow/dist/style.css';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { Edge, Node } from 'reactflow';
import { applyNodeChanges, ReactFlow } from 'reactflow';
import { graphOf } from '../../../engine/flow/graph';
import { layoutOf } from '../../../engine/flow/layout';
import { manySteps } from './manySteps';

/** React Flow as it comes, with as many plain nodes at the same places. */
function Bare({ nodes, edges }: { readonly nodes: Node[]; readonly edges: Edge[] }) {
  const [list, setList] = useState(nodes);
  return (
    <ReactFlow
      nodes={list}
      edges={edges}
      onNodesChange={(changes) => setList((before) => applyNodeChanges(changes, before))}
      minZoom={0.05}
      defaultViewport={{ x: 60, y: 250, zoom: 0.6 }}
    />
  );
}

const graph = graphOf(manySteps(Number(new URLSearchParams(location.search).get('size'))));
const { steps } = layoutOf(graph);
const nodes = graph.steps.map(({ id }): Node => {
  const { x = 0, y = 0 } = steps[id] ?? {};
  return { id, position: { x, y }, data: { label: id }, style: { width: 216, height: 70 } };
});
const edges = graph.routes
  .filter(({ to }) => steps[to] !== undefined)
  .map(({ id, from, to }): Edge => ({ id, source: from, target: to }));
const root = document.getElementById('root');
if (root) createRoot(root).render(<Bare nodes={nodes} edges={edges} />);
