import type { TimelineLane, TimelineSpan } from '../../engine/run/timeline/picture';
import type { Stretch } from './axis';
import { xOf } from './axis';
import type { Colours } from './colours';
import { LANE } from './places';

export interface LanesDrawn {
  readonly lanes: readonly TimelineLane[];
  readonly view: Stretch;
  /** Until when what is not over goes on. */
  readonly end: number;
  readonly width: number;
  readonly height: number;
  /** How far down they are scrolled. */
  readonly top: number;
  readonly colours: Colours;
}

/** Draws the lanes that are in sight. Each look has a shape of its own, so that no colour has to be told apart. */
export function drawLanes(to: CanvasRenderingContext2D, drawn: LanesDrawn): void {
  const { lanes, height, width, top, colours } = drawn;
  to.clearRect(0, 0, width, height);
  const first = Math.max(0, Math.floor(top / LANE));
  const last = Math.min(lanes.length - 1, Math.floor((top + height) / LANE));
  for (let index = first; index <= last; index++) {
    const lane = lanes[index];
    if (lane === undefined) continue;
    const y = index * LANE - top;
    if (index % 2 === 1) {
      to.fillStyle = colours.band;
      to.fillRect(0, y, width, LANE);
    }
    for (const span of lane.spans) drawSpan(to, span, y + 4, LANE - 10, drawn);
    for (const wait of lane.waits) drawWait(to, wait, y + LANE - 6, drawn);
  }
}

function ends(span: TimelineSpan, { view, end, width }: LanesDrawn): { readonly x: number; readonly w: number } | null {
  const from = Math.max(-8, xOf(span.from, view, width));
  const over = Math.min(width + 8, xOf(span.to ?? end, view, width));
  return over < 0 || from > width ? null : { x: from, w: Math.max(2, over - from) };
}

function drawSpan(to: CanvasRenderingContext2D, span: TimelineSpan, y: number, h: number, drawn: LanesDrawn): void {
  const place = ends(span, drawn);
  if (place === null) return;
  const { x, w } = place;
  const { colours } = drawn;
  switch (span.look) {
    case 'failed':
      to.fillStyle = colours.failed;
      to.fillRect(x, y, w, h);
      hatch(to, x, y, w, h, colours.ground);
      break;
    case 'running':
      to.fillStyle = colours.running;
      to.globalAlpha = 0.35;
      to.fillRect(x, y, w, h);
      to.globalAlpha = 1;
      outline(to, x, y, w, h, colours.running, []);
      break;
    case 'waiting':
      outline(to, x, y, w, h, colours.waiting, [2, 2]);
      break;
    case 'interrupted':
      outline(to, x, y, w, h, colours.quiet, [5, 3]);
      break;
    case 'many': {
      to.fillStyle = colours.many;
      to.fillRect(x, y + h / 3, w, h - h / 3);
      if (span.failed === 0) break;
      to.fillStyle = colours.failed;
      to.fillRect(x, y, w, Math.max(3, (h * span.failed) / span.count));
      break;
    }
    default:
      to.fillStyle = colours.done;
      to.fillRect(x, y, w, h);
  }
}

function drawWait(to: CanvasRenderingContext2D, wait: TimelineSpan, y: number, drawn: LanesDrawn): void {
  const place = ends(wait, drawn);
  if (place === null) return;
  to.strokeStyle = drawn.colours.waiting;
  to.lineWidth = 3;
  to.setLineDash([3, 3]);
  to.beginPath();
  to.moveTo(place.x, y + 2);
  to.lineTo(place.x + Math.max(3, place.w), y + 2);
  to.stroke();
  to.setLineDash([]);
}

function outline(
  to: CanvasRenderingContext2D,
  x: number,
  y: number,
  w: number,
  h: number,
  colour: string,
  dash: readonly number[],
): void {
  to.strokeStyle = colour;
  to.lineWidth = 1.5;
  to.setLineDash([...dash]);
  to.strokeRect(x + 0.75, y + 0.75, Math.max(1, w - 1.5), h - 1.5);
  to.setLineDash([]);
}

function hatch(to: CanvasRenderingContext2D, x: number, y: number, w: number, h: number, colour: string): void {
  if (w < 6) return;
  to.save();
  to.beginPath();
  to.rect(x, y, w, h);
  to.clip();
  to.strokeStyle = colour;
  to.lineWidth = 1.5;
  to.beginPath();
  for (let at = x - h; at < x + w; at += 7) {
    to.moveTo(at, y + h);
    to.lineTo(at + h, y);
  }
  to.stroke();
  to.restore();
}
