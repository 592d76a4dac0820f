import type { ReactNode } from 'react';
import { memo } from 'react';
import type { EdgeProps } from 'reactflow';
import { EdgeLabelRenderer, getBezierPath, getSmoothStepPath } from 'reactflow';
import type { CanvasEdge, EdgeData, Tone } from './edges';
import { LANE_RISE, roundedPath } from './frame';

/** A route: straight on where it leads forward, around the steps where it leads back. */
export const RouteEdge = memo(function RouteEdge(props: EdgeProps<CanvasEdge>): ReactNode {
  const forward = props.targetX > props.sourceX + 24;
  const ends = {
    sourceX: props.sourceX,
    sourceY: props.sourceY,
    sourcePosition: props.sourcePosition,
    targetX: props.targetX,
    targetY: props.targetY,
    targetPosition: props.targetPosition,
  };
  const [path, x, y] = forward ? getBezierPath(ends) : getSmoothStepPath({ ...ends, borderRadius: 14, offset: 28 });
  return <Line id={props.id} path={path} x={x} y={y} data={props.data} selected={props.selected} />;
});

/** The way back of a loop, from its tail through the lane of its frame to its head. */
export const BackEdge = memo(function BackEdge(props: EdgeProps<CanvasEdge>): ReactNode {
  const lane =
    typeof props.data?.lane === 'number' ? props.data.lane : Math.max(props.sourceY, props.targetY) + LANE_RISE;
  const path = roundedPath(
    [
      [props.sourceX, props.sourceY],
      [props.sourceX, lane],
      [props.targetX, lane],
      [props.targetX, props.targetY],
    ],
    16,
  );
  const x = (props.sourceX + props.targetX) / 2;
  return <Line id={props.id} path={path} x={x} y={lane} data={props.data} selected={props.selected} />;
});

interface LineProps {
  readonly id: string;
  readonly path: string;
  readonly x: number;
  readonly y: number;
  readonly data: EdgeData | undefined;
  readonly selected: boolean | undefined;
}

function Line({ id, path, x, y, data, selected }: LineProps): ReactNode {
  const tone = data?.tone ?? 'strong';
  const classes = `route tone-${tone}${selected ? ' chosen' : ''}${data?.faulty ? ' faulty' : ''}`;
  return (
    <g
      className={classes}
      data-route={data?.route ?? undefined}
      data-loop-edge={data?.loop ?? undefined}
      data-tone={tone}
    >
      <path className="react-flow__edge-interaction" d={path} fill="none" strokeOpacity={0} strokeWidth={22} />
      <path id={id} className="react-flow__edge-path" d={path} fill="none" markerEnd={`url(#${arrowOf(tone)})`} />
      {data?.label && (
        <EdgeLabelRenderer>
          <div
            className={`route-label tone-${tone}${selected ? ' chosen' : ''}`}
            style={{ transform: `translate(-50%, -50%) translate(${x}px, ${y}px)` }}
            title={data.label}
            aria-hidden="true"
          >
            {data.label}
          </div>
        </EdgeLabelRenderer>
      )}
    </g>
  );
}

const TONES: readonly Tone[] = ['strong', 'weak', 'outcome', 'confirmed', 'exhausted', 'back'];
const arrowOf = (tone: Tone): string => `arrow-${tone}`;

/** The arrow heads, one for each tone so that each has its line's colour. */
export function Arrows(): ReactNode {
  return (
    <svg className="arrows" aria-hidden="true" width="0" height="0">
      <defs>
        {TONES.map((tone) => (
          <marker
            key={tone}
            id={arrowOf(tone)}
            className={`tone-${tone}`}
            viewBox="0 0 10 10"
            refX="8.5"
            refY="5"
            markerWidth="9"
            markerHeight="9"
            markerUnits="userSpaceOnUse"
            orient="auto-start-reverse"
          >
            <path d="M1 1L9 5L1 9z" />
          </marker>
        ))}
      </defs>
    </svg>
  );
}
