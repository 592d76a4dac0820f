import type { Box } from '../../engine/flow/layout';
import type { View } from './view';

type Pane = readonly [number, number];
const MARGIN = 32;

/** The view in which all of a box is seen, never larger than life. */
export function fitted(box: Box, [width, height]: Pane): View {
  const zoom = Math.max(
    0.1,
    Math.min(1, (width - 2 * MARGIN) / Math.max(1, box.width), (height - 2 * MARGIN) / Math.max(1, box.height)),
  );
  return {
    x: (width - box.width * zoom) / 2 - box.x * zoom,
    y: (height - box.height * zoom) / 2 - box.y * zoom,
    zoom,
  };
}

export function isInView(box: Box, { x, y, zoom }: View, [width, height]: Pane): boolean {
  const [left, top] = [box.x * zoom + x, box.y * zoom + y];
  return left >= 0 && top >= 0 && left + box.width * zoom <= width && top + box.height * zoom <= height;
}

export const centredOn = (box: Box, { zoom }: View, [width, height]: Pane): View => ({
  x: width / 2 - (box.x + box.width / 2) * zoom,
  y: height / 2 - (box.y + box.height / 2) * zoom,
  zoom,
});
