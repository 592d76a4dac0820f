import type { ReactNode } from 'react';
import { memo, useMemo } from 'react';
import { ViewportPortal } from 'reactflow';
import type { Layout } from '../../../engine/flow/layout';
import type { Scene } from '../scene';
import { bulkLines, bulkOf } from './bulk';
import type { CanvasEdge } from './edges';

interface OverviewProps {
  readonly scene: Scene;
  readonly layout: Layout;
  readonly edges: readonly CanvasEdge[];
}

/** A large flow from far away, where nothing on a face could be read: a handful of shapes instead of thousands of faces. */
export const Overview = memo(function Overview({ scene, layout, edges }: OverviewProps): ReactNode {
  const steps = useMemo(() => bulkOf(scene, layout), [scene, layout]);
  const lines = useMemo(() => bulkLines(edges), [edges]);
  return (
    <ViewportPortal>
      <svg className="overview" aria-hidden="true" width="1" height="1">
        {steps
          .filter(({ className }) => className.startsWith('bulk-loop'))
          .map(({ className, path }) => (
            <path key={className} className={className} d={path} />
          ))}
        {lines.map(({ className, path }) => (
          <path key={className} className={className} d={path} />
        ))}
        {steps
          .filter(({ className }) => !className.startsWith('bulk-loop'))
          .map(({ className, path }) => (
            <path key={className} className={className} d={path} />
          ))}
      </svg>
    </ViewportPortal>
  );
});

/** What is under a point of a layout: a step, or the folded loop that stands there. */
export function keyAt(layout: Layout, x: number, y: number): string | null {
  const holds = (box: { x: number; y: number; width: number; height: number }) =>
    x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height;
  for (const [id, box] of Object.entries(layout.steps)) if (holds(box)) return id;
  for (const id of layout.folded) {
    const box = layout.loops[id];
    if (box !== undefined && holds(box)) return `loop:${id}`;
  }
  return null;
}
