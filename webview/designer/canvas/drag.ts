import type { NodeChange } from 'reactflow';
import { applyNodeChanges } from 'reactflow';
import { bodyAt, bodyOf, hidingLoop } from '../foldedBody';
import type { Scene } from '../scene';
import type { CanvasNode } from './drawing';
import { drawnOf, loopNode, stepNode } from './ids';

/**
 * Carries positions and sizes over; a frame that is dragged takes its body along and follows it, a folded loop is moved
 * itself.
 */
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
    if (item.type !== 'loop' || scene.places.folded.includes(item.id)) return [change];
    if (!node || !change.position) return [];
    const by = { x: change.position.x - node.position.x, y: change.position.y - node.position.y };
    return carriedBy(scene, item.id)
      .filter((id) => !own.has(id))
      .flatMap((id) => {
        const member = drawn.get(id);
        if (!member) return [];
        return [{ type: 'position', id, position: { x: member.position.x + by.x, y: member.position.y + by.y } }];
      });
  });
  return carried.length === 0 ? nodes : applyNodeChanges(carried, [...nodes]);
}

/** The steps that a drag of these moves, and folded loops in the place of theirs. */
export const draggedNodes = (scene: Scene, ids: readonly string[]): readonly string[] => [
  ...new Set(ids.flatMap((id) => (drawnOf(id).type === 'loop' ? carriedBy(scene, drawnOf(id).id) : [id]))),
];

/** What goes along with a loop: itself where it is folded, else its body as it is shown. */
function carriedBy(scene: Scene, loop: string): readonly string[] {
  if (scene.places.folded.includes(loop)) return [loopNode(loop)];
  const nodes = bodyOf(scene.graph, loop).map((step) => {
    const hiding = hidingLoop(scene, step);
    return hiding === undefined ? stepNode(step) : loopNode(hiding);
  });
  return [...new Set(nodes)];
}

/** Whole units, and only what really moved, so that a click is no edit. */
export function movedPositions(
  scene: Scene,
  nodes: readonly CanvasNode[],
  ids: readonly string[],
): Readonly<Record<string, readonly [number, number]>> {
  const moved: Record<string, readonly [number, number]> = {};
  for (const node of nodes) {
    if (!ids.includes(node.id)) continue;
    const item = drawnOf(node.id);
    const [x, y] = [Math.round(node.position.x), Math.round(node.position.y)];
    const before = item.type === 'loop' ? scene.places.loops[item.id] : scene.places.steps[item.id];
    if (before && Math.round(before.x) === x && Math.round(before.y) === y) continue;
    if (item.type === 'step') moved[item.id] = [x, y];
    if (item.type === 'loop') Object.assign(moved, bodyAt(scene, item.id, { x, y }));
  }
  return moved;
}
