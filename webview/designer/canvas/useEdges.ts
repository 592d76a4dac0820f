import { useMemo, useRef } from 'react';
import type { Layout } from '../../../engine/flow/layout';
import type { Scene } from '../scene';
import type { CanvasEdge } from './edges';
import { laidEdges, wiresOf } from './edges';

/** The lines of the scene as the layout has them now; only those that changed are new objects. */
export function useEdges(scene: Scene, layout: Layout, selection: readonly string[]): readonly CanvasEdge[] {
  const before = useRef<ReadonlyMap<string, CanvasEdge>>(new Map());
  const wires = useMemo(() => wiresOf(scene), [scene]);
  return useMemo(() => {
    before.current = laidEdges(wires, layout.routes, selection, before.current);
    return [...before.current.values()];
  }, [wires, layout, selection]);
}
