import type { Point } from './layered';

/** A path of right angles through the points, its corners rounded. */
export function roundedPath(points: readonly Point[], radius: number): string {
  const parts: string[] = [];
  for (const [index, point] of points.entries()) {
    const before = points[index - 1];
    const after = points[index + 1];
    if (!before) parts.push(`M${point.x} ${point.y}`);
    else if (!after) parts.push(`L${point.x} ${point.y}`);
    else {
      const from = toward(point, before, radius);
      const to = toward(point, after, radius);
      parts.push(`L${from.x} ${from.y}Q${point.x} ${point.y} ${to.x} ${to.y}`);
    }
  }
  return parts.join('');
}

function toward(from: Point, to: Point, most: number): Point {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy);
  if (length === 0) return from;
  const step = Math.min(most, length / 2) / length;
  return { x: from.x + dx * step, y: from.y + dy * step };
}
