import type { Json } from '../../../engine/json';
import { canonicalJson } from '../../../engine/json';
import type { Scene } from '../scene';
import type { CanvasNode } from './drawing';
import { boxOf } from './drawing';
import { frameAround } from './frame';
import { loopNode, selectionKeyOf, stepNode } from './ids';

/**
 * The next drawing over the one on the screen: what is being dragged stays under the pointer, what did not change keeps
 * its identity (and is not drawn again), and sizes that were measured are not measured twice.
 */
export function mergeDrawing(
  before: readonly CanvasNode[],
  next: readonly CanvasNode[],
  selection: readonly string[],
  dragged: ReadonlySet<string>,
): readonly CanvasNode[] {
  const old = new Map(before.map((node) => [node.id, node]));
  const chosen = new Set(selection);
  return next.map((node) => {
    const was = old.get(node.id);
    const key = selectionKeyOf(node.id);
    const selected = key !== null && chosen.has(key);
    if (!was) return { ...node, selected };
    const position = dragged.has(node.id) ? was.position : node.position;
    const data = sameData(was, node) ? was.data : node.data;
    const moved = position.x !== was.position.x || position.y !== was.position.y;
    const sized = node.width !== was.width || node.height !== was.height;
    if (!moved && !sized && data === was.data && selected === (was.selected ?? false)) return was;
    return { ...was, ...node, position, data, selected, ...(sized ? {} : { measured: was.measured }) } as CanvasNode;
  });
}

const sameData = (a: CanvasNode, b: CanvasNode): boolean => canonicalJson(plain(a)) === canonicalJson(plain(b));
const plain = (node: CanvasNode): Json => JSON.parse(JSON.stringify(node.data));

/** The frames as they lie around their bodies now, wherever those have been dragged. */
export function withFrames(scene: Scene, nodes: readonly CanvasNode[]): readonly CanvasNode[] {
  if (scene.graph.loops.length === 0) return nodes;
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const frames = new Map(
    scene.graph.loops.map((loop) => [
      loopNode(loop.id),
      frameAround(loop.body.flatMap((id) => boxes(byId.get(stepNode(id))))),
    ]),
  );
  return nodes.map((node) => {
    const frame = frames.get(node.id);
    if (!frame) return node;
    const same =
      frame.x === node.position.x &&
      frame.y === node.position.y &&
      frame.width === node.width &&
      frame.height === node.height;
    return same ? node : { ...node, position: { x: frame.x, y: frame.y }, width: frame.width, height: frame.height };
  });
}

const boxes = (node: CanvasNode | undefined) => (node ? [boxOf(node)] : []);
