import type { PointerEvent, ReactNode } from 'react';
import { memo, useMemo } from 'react';
import type { ReactFlowState } from 'reactflow';
import { Panel, useReactFlow, useStore } from 'reactflow';
import type { Layout } from '../../../engine/flow/layout';
import type { Scene } from '../scene';
import { texts } from '../texts';
import { bulkOf, extentOf } from './bulk';

const WIDTH = 132;
const HEIGHT = 88;
const AIR = 60;
/** On a smaller canvas the map would cover what it is a map of. */
const LEAST = { width: 480, height: 360 };

interface FlowMapProps {
  readonly scene: Scene;
  readonly layout: Layout;
}

/** The whole flow in a corner, by kind and state, with what is in view; a press moves the view there. */
export const FlowMap = memo(function FlowMap({ scene, layout }: FlowMapProps): ReactNode {
  const flow = useReactFlow();
  const small = useStore((state) => state.width < LEAST.width || state.height < LEAST.height);
  const bulk = useMemo(() => bulkOf(scene, layout), [scene, layout]);
  const { x, y, width, height } = useMemo(() => extentOf(layout), [layout]);
  const scale = Math.max((width + 2 * AIR) / WIDTH, (height + 2 * AIR) / HEIGHT);
  const left = x + width / 2 - (WIDTH * scale) / 2;
  const top = y + height / 2 - (HEIGHT * scale) / 2;
  const go = (event: PointerEvent<SVGSVGElement>) => {
    if (event.type === 'pointerdown') event.currentTarget.setPointerCapture(event.pointerId);
    else if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const box = event.currentTarget.getBoundingClientRect();
    const { zoom } = flow.getViewport();
    void flow.setCenter(
      left + ((event.clientX - box.left) / box.width) * WIDTH * scale,
      top + ((event.clientY - box.top) / box.height) * HEIGHT * scale,
      { zoom },
    );
  };
  if (small) return null;
  return (
    <Panel position="bottom-right" className="flow-map">
      <svg
        role="img"
        aria-label={texts.canvas.minimap}
        width={WIDTH}
        height={HEIGHT}
        viewBox={`${left} ${top} ${WIDTH * scale} ${HEIGHT * scale}`}
        onPointerDown={go}
        onPointerMove={go}
      >
        {bulk.map(({ className, path }) => (
          <path key={className} className={className} d={path} />
        ))}
        <InView />
      </svg>
    </Panel>
  );
});

const viewOf = ({ transform: [x, y, zoom], width, height }: ReactFlowState): string =>
  [-x / zoom, -y / zoom, width / zoom, height / zoom].map((each) => Math.round(each)).join(' ');

function InView(): ReactNode {
  const [x, y, width, height] = useStore(viewOf).split(' ');
  return <rect className="in-view" x={x} y={y} width={width} height={height} />;
}
