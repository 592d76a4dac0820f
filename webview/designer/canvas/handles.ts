import type { NodeHandle } from 'reactflow';
import { Position } from 'reactflow';
import type { Face } from '../../../engine/flow/face';
import { FACE_LINE, FACE_WIDTH, ROW_HEIGHT } from '../../../engine/flow/face';
import { CONVERGED_RISE, EXHAUSTED_RISE } from '../../../engine/flow/layout/sizes';
import { TERMINAL_HEIGHT } from '../../../engine/flow/placing';

/** Where lines begin and end: told ahead, so that those of steps out of view are drawn without drawing the steps. */
const SIZE = 10;

const handle = (type: NodeHandle['type'], id: string, x: number, y: number): NodeHandle => ({
  type,
  id,
  x: x - SIZE / 2,
  y: y - SIZE / 2,
  width: SIZE,
  height: SIZE,
  position: type === 'target' ? Position.Left : Position.Right,
});

export const stepHandles = (face: Face): NodeHandle[] => [
  handle('target', 'in', 0, FACE_LINE),
  handle('source', 'main', FACE_WIDTH, FACE_LINE),
  ...face.rows.map((row, index) => handle('source', row.handle, FACE_WIDTH, face.rowsTop + (index + 0.5) * ROW_HEIGHT)),
];

export const frameHandles = (width: number, height: number): NodeHandle[] => [
  handle('source', 'exhausted', width, height - EXHAUSTED_RISE),
  handle('source', 'converged', width, height - CONVERGED_RISE),
];

export const foldedHandles = (): NodeHandle[] => [
  handle('target', 'in', 0, FACE_LINE),
  handle('source', 'main', FACE_WIDTH, FACE_LINE),
];

export const terminalHandles = (): NodeHandle[] => [handle('target', 'in', 0, TERMINAL_HEIGHT / 2)];
