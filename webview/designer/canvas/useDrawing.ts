import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Layout } from '../../../engine/flow/layout';
import type { Point } from '../../../engine/flow/layout/layered';
import { useDesignerState, useScene } from '../designer';
import type { Scene } from '../scene';
import type { CanvasNode } from './drawing';
import { drawingOf } from './drawing';
import { drawnOf } from './ids';
import { mergeDrawing, withFrames } from './merge';

/** What is on the screen: the scene's drawing under what the pointer is doing to it right now. */
export interface Standing {
  readonly nodes: readonly CanvasNode[];
  /** Where frames and lines are, with what is being dragged. */
  readonly layout: Layout;
}

export function useDrawing() {
  const scene = useScene();
  const selection = useDesignerState((state) => state.selection);
  const drawing = useMemo(() => drawingOf(scene), [scene]);
  const dragged = useRef<ReadonlySet<string>>(new Set());
  const [standing, setStanding] = useState<Standing>(() => ({
    nodes: mergeDrawing([], drawing, selection, new Set()),
    layout: scene.places,
  }));
  const latest = useRef(standing);
  const set = useCallback(
    (change: (before: readonly CanvasNode[]) => readonly CanvasNode[]) => {
      const before = latest.current;
      const nodes = change(before.nodes);
      if (nodes === before.nodes) return;
      const layout = layoutUnder(scene, nodes);
      latest.current = { nodes: withFrames(layout, nodes), layout };
      setStanding(latest.current);
    },
    [scene],
  );
  useLayoutEffect(
    () => set((before) => mergeDrawing(before, drawing, selection, dragged.current)),
    [set, drawing, selection],
  );
  return { standing, latest, dragged, set };
}

/** The scene's layout, gone on from where steps stand now. */
function layoutUnder(scene: Scene, nodes: readonly CanvasNode[]): Layout {
  const places = new Map<string, Point>();
  let moved = false;
  for (const { type, id, position } of nodes) {
    const item = drawnOf(id).id;
    const shut = type === 'loop' && scene.places.folded.includes(item);
    if (type !== 'step' && !shut) continue;
    const box = shut ? scene.places.loops[item] : scene.places.steps[item];
    if (box === undefined) continue;
    places.set(shut ? `loop:${item}` : item, position);
    moved ||= box.x !== position.x || box.y !== position.y;
  }
  return moved ? scene.arrangement.moved(places) : scene.places;
}
