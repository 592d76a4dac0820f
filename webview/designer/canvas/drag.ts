import type { NodeChange } from 'reactflow';
import { applyNodeChanges } from 'reactflow';
import type { Graph } from '../../../engine/flow/graph';
import type { Scene } from '../scene';
import type { CanvasNode } from './drawing';
import { drawnOf, stepNode } from './ids';

/** Carries positions and sizes over; a frame that is dragged takes its body along and follows it. */
export function moveNodes(
  scene: Scene,
  nodes: readonly CanvasNode[],
  changes: readonly NodeChange<CanvasNode>[],
): readonly CanvasNode[] {
  const drawn = new Map(nodes.map((node) => [node.id, node]));
  const own = new Set(changes.flatMap((change) => (change.type === 'position' ? [change.id] : [])));
  const carried = changes.flatMap((change): NodeChange<CanvasNode>[] => {
    if (change.type === 'dimensions') return [change];
    if (change.type !== 'position') return [];
    const node = drawn.get(change.id);
    const item = drawnOf(change.id);
    if (item.type !== 'loop') return [change];
    if (!node || !change.position) return [];
    const by = { x: change.position.x - node.position.x, y: change.position.y - node.position.y };
    return bodyOf(scene.graph, item.id)
      .filter((id) => !own.has(id))
      .flatMap((id) => {
        const member = drawn.get(id);
        if (!member) return [];
        return [{ type: 'position', id, position: { x: member.position.x + by.x, y: member.position.y + by.y } }];
      });
  });
  return carried.length === 0 ? nodes : applyNodeChanges(carried, [...nodes]);
}

/** The steps that a drag of these moves. */
export const draggedSteps = (graph: Graph, ids: readonly string[]): readonly string[] => [
  ...new Set(ids.flatMap((id) => (drawnOf(id).type === 'loop' ? bodyOf(graph, drawnOf(id).id) : [id]))),
];

const bodyOf = (graph: Graph, loop: string): readonly string[] =>
  graph.loops.find((item) => item.id === loop)?.body.map(stepNode) ?? [];

/** Whole units, and only what really moved, so that a click is no edit. */
export function movedPositions(
  scene: Scene,
  nodes: readonly CanvasNode[],
  ids: readonly string[],
): Readonly<Record<string, readonly [number, number]>> {
  const moved: Record<string, readonly [number, number]> = {};
  for (const node of nodes) {
    const item = drawnOf(node.id);
    if (item.type !== 'step' || !ids.includes(node.id)) continue;
    const [x, y] = [Math.round(node.position.x), Math.round(node.position.y)];
    const before = scene.places.steps[item.id];
    if (!before || Math.round(before.x) !== x || Math.round(before.y) !== y) moved[item.id] = [x, y];
  }
  return moved;
}
