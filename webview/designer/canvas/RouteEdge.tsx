import type { ReactNode } from 'react';
import { memo } from 'react';
import type { EdgeProps } from 'reactflow';
import { EdgeLabelRenderer, getSmoothStepPath } from 'reactflow';
import { roundedPath } from '../../../engine/flow/layout/roundedPath';
import { labelWidth } from '../../../engine/flow/wayWords';
import { arrowOf } from './arrowOf';
import type { CanvasEdge, EdgeData } from './edges';

/** How far the ends of a line may lie from the handles for which it was led, as those are spread beside one another. */
const NEAR = 40;

/** A route, as the layout has led it. Where its ends were drawn elsewhere than the layout has them, it goes plainly. */
export const RouteEdge = memo(function RouteEdge(props: EdgeProps<CanvasEdge>): ReactNode {
  const { id, data, selected } = props;
  const points = data?.points ?? [];
  const [first, last] = [points[0], points.at(-1)];
  const led =
    first !== undefined &&
    last !== undefined &&
    near(first.x, props.sourceX) &&
    near(first.y, props.sourceY) &&
    near(last.x, props.targetX) &&
    near(last.y, props.targetY);
  if (led) return <Line id={id} path={roundedPath(points, 10)} at={data?.at ?? null} data={data} selected={selected} />;
  const [path, x, y] = getSmoothStepPath({ ...props, borderRadius: 10, offset: 28 });
  return <Line id={id} path={path} at={{ x, y }} data={data} selected={selected} />;
});

const near = (a: number, b: number): boolean => Math.abs(a - b) <= NEAR;

interface LineProps {
  readonly id: string;
  readonly path: string;
  readonly at: { readonly x: number; readonly y: number } | null;
  readonly data: EdgeData | undefined;
  readonly selected: boolean | undefined;
}

function Line({ id, path, at, data, selected }: LineProps): ReactNode {
  const tone = data?.tone ?? 'strong';
  const looks = `tone-${tone}${data?.reach ? ` reach-${data.reach}` : ''}${selected ? ' chosen' : ''}`;
  const arrow = tone === 'call' ? undefined : `url(#${arrowOf(tone, data?.reach ?? null)})`;
  return (
    <g
      className={`route ${looks}${data?.faulty ? ' faulty' : ''}`}
      data-route={data?.route ?? undefined}
      data-loop-edge={data?.loop ?? undefined}
      data-tone={tone}
      data-reach={data?.reach ?? undefined}
    >
      <path className="react-flow__edge-interaction" d={path} fill="none" strokeOpacity={0} strokeWidth={14} />
      <path id={id} className="react-flow__edge-path" d={path} fill="none" markerEnd={arrow} />
      {data?.label && at && (
        <EdgeLabelRenderer>
          <div
            className={`route-label ${looks}`}
            style={{
              transform: `translate(-50%, -50%) translate(${at.x}px, ${at.y}px)`,
              maxWidth: labelWidth(data.label),
            }}
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
