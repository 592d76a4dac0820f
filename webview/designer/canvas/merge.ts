import type { Face } from '../../../engine/flow/face';
import type { Layout } from '../../../engine/flow/layout';
import type { CanvasNode, LoopData, StepData, TerminalData } from './drawing';
import { frameHandles } from './handles';
import { loopNode, selectionKeyOf } from './ids';

/**
 * The next drawing over the one on the screen: what is being dragged stays under the pointer, what did not change keeps
 * its identity (and is not drawn again), and sizes that were measured are not measured twice.
 */
export function mergeDrawing(
  before: readonly CanvasNode[],
  next: readonly CanvasNode[],
  selection: readonly string[],
  dragged: ReadonlySet<string>,
): readonly CanvasNode[] {
  const old = new Map(before.map((node) => [node.id, node]));
  const chosen = new Set(selection);
  return next.map((node) => {
    const was = old.get(node.id);
    const key = selectionKeyOf(node.id);
    const selected = key !== null && chosen.has(key);
    if (!was) return { ...node, selected };
    const position = dragged.has(node.id) ? was.position : node.position;
    const data = sameData(was, node) ? was.data : node.data;
    const moved = position.x !== was.position.x || position.y !== was.position.y;
    const sized = node.width !== was.width || node.height !== was.height;
    if (!moved && !sized && data === was.data && selected === (was.selected ?? false)) return was;
    const handles = sized || data !== was.data ? node.handles : was.handles;
    return {
      ...was,
      ...node,
      handles,
      position,
      data,
      selected,
      ...(sized ? {} : { measured: was.measured }),
    } as CanvasNode;
  });
}

function sameData(a: CanvasNode, b: CanvasNode): boolean {
  if (a.data === b.data) return true;
  switch (a.type) {
    case 'step':
      return b.type === 'step' && sameStep(a.data, b.data);
    case 'loop':
      return b.type === 'loop' && sameLoop(a.data, b.data);
    case 'terminal':
      return b.type === 'terminal' && sameTerminal(a.data, b.data);
  }
}

const sameStep = (a: StepData, b: StepData): boolean =>
  a.label === b.label &&
  a.state === b.state &&
  a.latch === b.latch &&
  a.held === b.held &&
  a.breakpoint?.text === b.breakpoint?.text &&
  a.start === b.start &&
  a.locked === b.locked &&
  sameTally(a, b) &&
  sameFace(a.face, b.face);

const sameLoop = (a: LoopData, b: LoopData): boolean =>
  a.label === b.label &&
  a.type === b.type &&
  a.locked === b.locked &&
  (a.folded === null) === (b.folded === null) &&
  a.folded?.steps === b.folded?.steps &&
  a.folded?.state === b.folded?.state &&
  a.folded?.latch === b.folded?.latch &&
  a.folded?.held === b.folded?.held &&
  a.folded?.breakpoint?.text === b.folded?.breakpoint?.text &&
  sameList(a.facts, b.facts) &&
  sameTally(a, b);

const sameTerminal = (a: TerminalData, b: TerminalData): boolean => a.target === b.target && a.offered === b.offered;

const sameFace = (a: Face, b: Face): boolean =>
  a === b ||
  (a.kind === b.kind &&
    a.title === b.title &&
    a.detail === b.detail &&
    a.note === b.note &&
    a.height === b.height &&
    sameList(a.facts, b.facts) &&
    a.rows.length === b.rows.length &&
    a.rows.every((row, index) => {
      const other = b.rows[index];
      return row.handle === other?.handle && row.label === other.label && row.route === other.route;
    }));

const sameTally = ({ tally: a }: StepData | LoopData, { tally: b }: StepData | LoopData): boolean =>
  a.errors === b.errors && a.warnings === b.warnings && sameList(a.messages, b.messages);

const sameList = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((each, index) => each === b[index]);

/** The frames as the layout has them now, wherever their bodies have been dragged. */
export function withFrames(layout: Layout, nodes: readonly CanvasNode[]): readonly CanvasNode[] {
  const frames = new Map(Object.entries(layout.loops).map(([id, box]) => [loopNode(id), box]));
  if (frames.size === 0) return nodes;
  return nodes.map((node) => {
    const frame = frames.get(node.id);
    if (!frame) return node;
    const { x, y, width, height } = frame;
    if (x === node.position.x && y === node.position.y && width === node.width && height === node.height) return node;
    const handles = node.type === 'loop' && node.data.folded === null ? frameHandles(width, height) : node.handles;
    return { ...node, position: { x, y }, width, height, measured: { width, height }, handles };
  });
}
