import type { CanvasNode } from '../../designer/canvas/drawing';
import { drawingOf } from '../../designer/canvas/drawing';
import type { CanvasEdge } from '../../designer/canvas/edges';
import { edgesOf } from '../../designer/canvas/edges';
import { handleOf } from '../../designer/canvas/face';
import { LANE_RISE } from '../../designer/canvas/frame';
import { edgeSelectionKey, selectionKeyOf } from '../../designer/canvas/ids';
import { withFrames } from '../../designer/canvas/merge';
import { compareTexts as texts } from '../compareTexts';
import type { Picture } from '../scenes';
import { SIGNS } from '../signs';

/** What a canvas draws, with what stands out in it: by sign, line and words, never by colour alone. */
export function markedNodes(picture: Picture, chosen: string | null): readonly CanvasNode[] {
  const { scene, marks } = picture;
  return withFrames(scene, drawingOf(scene))
    .filter((node) => node.type !== 'terminal' || !node.data.offered)
    .map((node): CanvasNode => {
      const key = selectionKeyOf(node.id);
      const mark = key === null ? undefined : marks.get(key);
      const selected = key !== null && key === chosen;
      if (mark === undefined || node.type === 'terminal') return { ...node, selected };
      const className = `mark mark-of-${node.type} mark-${mark}`;
      const label = `${node.data.label}, ${texts.how[mark]}`;
      return node.type === 'step'
        ? { ...node, selected, className, data: { ...node.data, label } }
        : { ...node, selected, className, data: { ...node.data, label } };
    });
}

export function markedEdges(picture: Picture, chosen: string | null): readonly CanvasEdge[] {
  const { scene, wired, marks, instead } = picture;
  const routes = new Map(scene.graph.routes.map((route) => [route.id, route]));
  const lanes = new Map(
    withFrames(scene, drawingOf(scene)).flatMap((node) =>
      node.type === 'loop' ? [[node.data.id, node.position.y + (node.height ?? 0) - LANE_RISE] as const] : [],
    ),
  );
  return edgesOf(wired, chosen === null ? [] : [chosen]).map((edge): CanvasEdge => {
    const mark = edge.id.startsWith('route:') ? marks.get(edgeSelectionKey(edge.id)) : undefined;
    const live = routes.get(instead.get(edge.data?.route ?? '') ?? '');
    const data = edge.data && {
      ...edge.data,
      ...(mark === undefined ? {} : { label: `${SIGNS[mark]} ${edge.data.label}`.trim() }),
      ...(edge.type === 'back' ? { lane: lanes.get(edge.data.loop ?? '') } : {}),
    };
    return {
      ...edge,
      data,
      ...(mark === undefined ? {} : { className: `mark-${mark}`, ariaLabel: `${edge.ariaLabel}, ${texts.how[mark]}` }),
      ...(live === undefined ? {} : { sourceHandle: handleOf(live) }),
    };
  });
}
