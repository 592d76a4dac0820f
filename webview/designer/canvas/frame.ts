/** A rectangle on the canvas. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export const FRAME_SIDE = 36;
export const FRAME_HEAD = 52;
/** The lane below the body in which the way back and the way out run. */
export const FRAME_LANE = 60;
/** How far above the frame's lower edge the way back runs. */
export const LANE_RISE = 26;

/** The frame of a loop: all of its body, a head above it and a lane below it. Undefined around nothing. */
export function frameAround(boxes: readonly Box[]): Box | undefined {
  if (boxes.length === 0) return undefined;
  const left = Math.min(...boxes.map((box) => box.x));
  const top = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return {
    x: left - FRAME_SIDE,
    y: top - FRAME_HEAD,
    width: right - left + 2 * FRAME_SIDE,
    height: bottom - top + FRAME_HEAD + FRAME_LANE,
  };
}

/** A path of right angles through the points, its corners rounded. */
export function roundedPath(points: readonly (readonly [number, number])[], radius: number): string {
  const parts: string[] = [];
  for (const [index, [x, y]] of points.entries()) {
    const before = points[index - 1];
    const after = points[index + 1];
    if (!before) parts.push(`M${x} ${y}`);
    else if (!after) parts.push(`L${x} ${y}`);
    else {
      const [fromX, fromY] = toward([x, y], before, radius);
      const [toX, toY] = toward([x, y], after, radius);
      parts.push(`L${fromX} ${fromY}Q${x} ${y} ${toX} ${toY}`);
    }
  }
  return parts.join('');
}

function toward(
  from: readonly [number, number],
  to: readonly [number, number],
  most: number,
): readonly [number, number] {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy);
  if (length === 0) return from;
  const step = Math.min(most, length / 2) / length;
  return [from[0] + dx * step, from[1] + dy * step];
}
