import type { ReactNode } from 'react';
import type { TimelineSpan } from '../../engine/run/timeline/picture';
import type { TimelineSnapshot } from '../timelineProtocol';
import type { Stretch } from './axis';
import { elapsed, timeAt } from './axis';
import { LANE, spanAt } from './places';
import { timelineTexts as texts } from './timelineTexts';

/** A span under the pointer. */
export interface Pointed {
  readonly span: TimelineSpan;
  readonly lane: number;
  readonly text: string;
  /** CSS pixels from the left of the window. */
  readonly left: number;
}

export function pointedAt(
  { lanes, whole }: TimelineSnapshot,
  view: Stretch,
  width: number,
  x: number,
  y: number,
  left: number,
): Pointed | null {
  const index = Math.floor(y / LANE);
  const lane = lanes[index];
  if (lane === undefined || width < 1) return null;
  const slack = ((view.to - view.from) / width) * 2;
  const span = spanAt(lane, timeAt(x, view, width), slack, whole.to);
  if (span === null) return null;
  const took = span.to === null ? texts.going : elapsed(span.to - span.from);
  return { span, lane: index, left, text: `${lane.label}: ${span.label} · ${took}` };
}

export function Tip({ pointed, top }: { readonly pointed: Pointed; readonly top: number }): ReactNode {
  const right = pointed.left > window.innerWidth / 2;
  const side = right ? { right: `${window.innerWidth - pointed.left}px` } : { left: `${pointed.left + 12}px` };
  return (
    <div className="timeline-tip" aria-hidden="true" style={{ top: `${top + LANE + 2}px`, ...side }}>
      {pointed.text}
    </div>
  );
}
