import type { Point } from '../../../engine/flow/layout/layered';
import type { CanvasNode } from '../../designer/canvas/drawing';
import { drawingOf } from '../../designer/canvas/drawing';
import type { CanvasEdge } from '../../designer/canvas/edges';
import { edgesOf } from '../../designer/canvas/edges';
import { edgeSelectionKey, selectionKeyOf } from '../../designer/canvas/ids';
import { compareTexts as texts } from '../compareTexts';
import type { Picture } from '../scenes';
import { SIGNS } from '../signs';

/** What a canvas draws, with what stands out in it: by sign, line and words, never by colour alone. */
export function markedNodes({ scene, marks }: Picture, chosen: string | null): readonly CanvasNode[] {
  return drawingOf(scene)
    .filter((node) => node.type !== 'terminal' || !node.data.offered)
    .map((node): CanvasNode => {
      const key = selectionKeyOf(node.id);
      const mark = key === null ? undefined : marks.get(key);
      const selected = key !== null && key === chosen;
      if (mark === undefined || node.type === 'terminal') return { ...node, selected };
      const className = `differs differs-as-${node.type} differs-${mark}`;
      const label = `${node.data.label}, ${texts.how[mark]}`;
      return node.type === 'step'
        ? { ...node, selected, className, data: { ...node.data, label } }
        : { ...node, selected, className, data: { ...node.data, label } };
    });
}

export function markedEdges({ scene, marks }: Picture, chosen: string | null): readonly CanvasEdge[] {
  return edgesOf(scene, chosen === null ? [] : [chosen]).map((edge): CanvasEdge => {
    const mark = edge.id.startsWith('route:') ? marks.get(edgeSelectionKey(edge.id)) : undefined;
    const { data } = edge;
    if (mark === undefined || data === undefined) return edge;
    const label = `${SIGNS[mark]} ${data.label}`.trim();
    return {
      ...edge,
      className: `differs-${mark}`,
      ariaLabel: `${edge.ariaLabel}, ${texts.how[mark]}`,
      data: { ...data, label, at: data.at ?? middleOf(data.points) },
    };
  });
}

/** Half way along a line. */
function middleOf(points: readonly Point[]): Point | null {
  const pieces = points.slice(1).map((to, index) => ({ from: points[index] ?? to, to }));
  const lengthOf = ({ from, to }: (typeof pieces)[number]) => Math.hypot(to.x - from.x, to.y - from.y);
  let left = pieces.reduce((sum, piece) => sum + lengthOf(piece), 0) / 2;
  for (const piece of pieces) {
    const length = lengthOf(piece);
    if (length > 0 && left <= length) {
      const part = left / length;
      const { from, to } = piece;
      return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
    }
    left -= length;
  }
  return points[0] ?? null;
}
