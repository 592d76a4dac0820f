import type { Node } from 'reactflow';
import type { GraphLoop, GraphStep, Route } from '../../../engine/flow/graph';
import { TERMINALS } from '../../../engine/flow/names';
import { at } from '../../../engine/json';
import type { RunMarks } from '../../protocol';
import { TERMINAL_HEIGHT, TERMINAL_WIDTH } from '../place';
import type { Tally } from '../problems/issues';
import { issuesWithin, tallyOf } from '../problems/issues';
import type { Scene } from '../scene';
import { texts } from '../texts';
import type { Face } from './face';
import { FACE_WIDTH, faceOf } from './face';
import type { Box } from './frame';
import { frameAround } from './frame';
import { loopNode, stepNode, terminalNode } from './ids';
import { NODE_SPEECH } from './spoken';

export interface StepData extends Record<string, unknown> {
  readonly face: Face;
  /** The whole of what the face shows, in words. */
  readonly label: string;
  readonly tally: Tally;
  readonly state: RunMarks['steps'][string] | null;
  readonly latch: string | null;
  readonly start: boolean;
  readonly locked: boolean;
}
export interface LoopData extends Record<string, unknown> {
  readonly id: string;
  /** As written; possibly not a type we know. */
  readonly type: string;
  readonly label: string;
  /** Caps and counters, each a short text. */
  readonly facts: readonly string[];
  readonly tally: Tally;
  readonly locked: boolean;
}
export interface TerminalData extends Record<string, unknown> {
  readonly target: string;
  /** Drawn only while a route is being drawn, because nothing leads there yet. */
  readonly offered: boolean;
}
export type StepNode = Node<StepData, 'step'>;
export type LoopNode = Node<LoopData, 'loop'>;
export type TerminalNode = Node<TerminalData, 'terminal'>;
export type CanvasNode = StepNode | LoopNode | TerminalNode;

/** All that is drawn of a scene, frames first so that they lie under the steps. Selection is laid on by the canvas. */
export function drawingOf(scene: Scene): readonly CanvasNode[] {
  const { graph } = scene;
  const leaving = new Map<string, Route[]>();
  for (const route of graph.routes) leaving.set(route.from, [...(leaving.get(route.from) ?? []), route]);
  const loopOf = new Map(graph.loops.flatMap((loop) => loop.body.map((id) => [id, loop.id] as const)));
  const steps = graph.steps.map((step) => stepDrawing(scene, step, leaving.get(step.id) ?? [], loopOf.get(step.id)));
  const boxes = new Map(steps.map((step) => [step.data.face.id, boxOf(step)]));
  const frames = graph.loops.flatMap((loop) => {
    const frame = frameAround(loop.body.flatMap((id) => boxes.get(id) ?? []));
    return frame ? [loopDrawing(scene, loop, frame)] : [];
  });
  return [...frames, ...steps, ...terminals(scene)];
}

export const boxOf = (node: CanvasNode): Box => ({
  x: node.position.x,
  y: node.position.y,
  width: node.width ?? 0,
  height: node.height ?? 0,
});

function stepDrawing(scene: Scene, step: GraphStep, leaving: readonly Route[], loop: string | undefined): StepNode {
  const face = faceOf(step, scene.flow, leaving);
  const { run } = scene.snapshot;
  const tally = tallyOf(issuesWithin(scene.snapshot.issues, step.path));
  const state = run?.steps[step.id] ?? null;
  const latch = run?.latches[step.id] ?? null;
  const start = scene.graph.start.includes(step.id);
  const label = [
    texts.canvas.stepLabel(step.title, texts.kind(step.kind).toLowerCase()),
    loop === undefined ? '' : texts.canvas.inLoop(loop),
    start ? texts.canvas.start : '',
    state ? texts.states[state] : '',
    latch === null ? '' : texts.canvas.latch(latch),
    texts.problems(tally.errors, tally.warnings),
  ];
  const { x, y } = scene.places.steps[step.id] ?? { x: 0, y: 0 };
  return {
    id: stepNode(step.id),
    type: 'step',
    domAttributes: NODE_SPEECH,
    position: { x, y },
    width: FACE_WIDTH,
    height: face.height,
    zIndex: 2,
    data: {
      face,
      label: label.filter((part) => part !== '').join(', '),
      tally,
      state,
      latch,
      start,
      locked: scene.locked !== null,
    },
  };
}

function loopDrawing(scene: Scene, loop: GraphLoop, frame: Box): LoopNode {
  const text = (...path: string[]) => {
    const value = at(scene.flow, [...loop.path, ...path]);
    return typeof value === 'number' || typeof value === 'string' ? String(value) : '';
  };
  const fact = (value: string, words: (value: string) => string) => (value === '' ? [] : [words(value)]);
  const passes = capOf(loop.type, text('maxPasses'), text('maxIterations'));
  return {
    id: loopNode(loop.id),
    type: 'loop',
    domAttributes: NODE_SPEECH,
    position: { x: frame.x, y: frame.y },
    width: frame.width,
    height: frame.height,
    zIndex: 0,
    dragHandle: '.loop-head',
    style: { pointerEvents: 'none' },
    data: {
      id: loop.id,
      type: loop.type,
      label: texts.canvas.loopLabel(loop.id, texts.loop(loop.type).word, passes),
      facts: [
        passes,
        ...fact(text('spendCap', 'usd'), texts.canvas.usd),
        ...fact(text('spendCap', 'tokens'), texts.canvas.tokens),
        ...fact(text('noProgressCeiling'), texts.canvas.noProgress),
        ...(scene.snapshot.run?.pass ? [scene.snapshot.run.pass] : []),
      ],
      tally: tallyOf(issuesWithin(scene.snapshot.issues, loop.path)),
      locked: scene.locked !== null,
    },
  };
}

function capOf(type: string, passes: string, iterations: string): string {
  switch (type) {
    case 'group':
      return iterations === '' ? texts.canvas.iterationsUnset : texts.canvas.iterations(iterations);
    case 'improve':
      return texts.canvas.rounds(iterations || '20');
    default:
      return passes === '' ? texts.canvas.passesUnset : texts.canvas.passes(passes);
  }
}

/** One for each thing that leads to it; a target that nothing leads to waits at the right to be offered. */
function terminals(scene: Scene): readonly TerminalNode[] {
  const { terminals: used, steps, loops } = scene.places;
  const boxes = [...used, ...Object.values(steps), ...Object.values(loops)];
  const right = Math.max(
    0,
    ...used.map((box) => box.x),
    ...boxes.map((box) => (used.some((item) => item === box) ? 0 : box.x + box.width + 96)),
  );
  const bottom = Math.max(-56, ...used.filter((box) => box.x === right).map((box) => box.y));
  const offered = TERMINALS.filter((target) => used.every((box) => box.target !== target));
  const pill = (key: string, target: string, x: number, y: number, isOffered: boolean): TerminalNode => ({
    id: terminalNode(key),
    type: 'terminal',
    domAttributes: NODE_SPEECH,
    position: { x, y },
    width: TERMINAL_WIDTH,
    height: TERMINAL_HEIGHT,
    zIndex: 1,
    draggable: false,
    selectable: false,
    data: { target, offered: isOffered },
  });
  return [
    ...used.map((box) => pill(box.key, box.target, box.x, box.y, false)),
    ...offered.map((target, index) => pill(`>${target}`, target, right, bottom + 56 * (index + 1), true)),
  ];
}
