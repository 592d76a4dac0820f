import type { Node } from 'reactflow';
import type { Face } from '../../../engine/flow/face';
import { FACE_WIDTH } from '../../../engine/flow/face';
import type { GraphLoop, GraphStep } from '../../../engine/flow/graph';
import type { Box } from '../../../engine/flow/layout';
import { TERMINALS } from '../../../engine/flow/names';
import { TERMINAL_HEIGHT, TERMINAL_WIDTH } from '../../../engine/flow/placing';
import type { Issue } from '../../../engine/issue';
import type { BreakpointMark, RunMarks } from '../../protocol';
import { debugTexts } from '../debug/debugTexts';
import { breakpointText } from '../debug/words';
import type { Tally } from '../problems/issues';
import { tallyOf } from '../problems/issues';
import type { Scene } from '../scene';
import { texts } from '../texts';
import { foldedHandles, frameHandles, stepHandles, terminalHandles } from './handles';
import { loopNode, stepNode, terminalNode } from './ids';
import { loopFacts } from './loopFacts';
import { loopTexts } from './loopTexts';
import { NODE_SPEECH } from './spoken';

export interface StepData extends Record<string, unknown> {
  readonly face: Face;
  /** The whole of what the face shows, in words. */
  readonly label: string;
  readonly tally: Tally;
  readonly state: RunMarks['steps'][string] | null;
  readonly latch: string | null;
  readonly breakpoint: BreakpointMark | null;
  /** Why the run is held here; null: it is not. */
  readonly held: string | null;
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
  /** Of the loop itself; of a folded one also of all that is hidden in it. */
  readonly tally: Tally;
  /** Of a folded loop: how many steps are hidden in it, and the run's state of them. */
  readonly folded: ({ readonly steps: number } & Pick<StepData, 'state' | 'latch' | 'breakpoint' | 'held'>) | null;
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
  const { graph, places } = scene;
  const loopOf = new Map<string, string>();
  // The smallest last, so that a step is said to be in the loop right around it.
  for (const loop of [...graph.loops].sort((a, b) => b.body.length - a.body.length))
    for (const id of loop.body) loopOf.set(id, loop.id);
  const issues = issuesByOwner(scene.snapshot.issues);
  const starts = new Set(graph.start);
  const steps = graph.steps.flatMap((step) => {
    const [box, face] = [places.steps[step.id], scene.faces.get(step.id)];
    if (box === undefined || face === undefined) return [];
    return [stepDrawing(scene, step, face, box, loopOf.get(step.id), starts.has(step.id), issues)];
  });
  const frames = graph.loops.flatMap((loop) => {
    const frame = places.loops[loop.id];
    return frame ? [loopDrawing(scene, loop, frame, issues)] : [];
  });
  // A frame lies over those that are larger: the head of an inner one can always be grabbed.
  frames.sort((a, b) => areaOf(b) - areaOf(a));
  return [...frames, ...steps, ...terminals(scene)];
}

const areaOf = (node: CanvasNode): number => (node.width ?? 0) * (node.height ?? 0);

/** By what they are about: `steps/<id>` or `loops/<id>`. */
type Owned = ReadonlyMap<string, readonly Issue[]>;

function issuesByOwner(issues: readonly Issue[]): Owned {
  const found = new Map<string, Issue[]>();
  for (const issue of issues) {
    const key = issue.path.slice(0, 2).join('/');
    const list = found.get(key);
    if (list === undefined) found.set(key, [issue]);
    else list.push(issue);
  }
  return found;
}

function stepDrawing(
  scene: Scene,
  step: GraphStep,
  face: Face,
  { x, y }: Box,
  loop: string | undefined,
  start: boolean,
  issues: Owned,
): StepNode {
  const { run, breakpoints } = scene.snapshot;
  const tally = tallyOf(issues.get(`steps/${step.id}`) ?? []);
  const state = run?.steps[step.id] ?? null;
  const latch = run?.latches[step.id] ?? null;
  const breakpoint = breakpoints?.[step.id] ?? null;
  const held = run?.held?.steps.includes(step.id) ? run.held.why : null;
  const label = [
    texts.canvas.stepLabel(step.title, texts.kind(step.kind).toLowerCase()),
    loop === undefined ? '' : texts.canvas.inLoop(loop),
    start ? texts.canvas.start : '',
    held === null ? '' : debugTexts.held,
    breakpoint === null ? '' : breakpointText(breakpoint),
    state ? texts.states[state] : '',
    latch === null ? '' : texts.canvas.latch(latch),
    texts.problems(tally.errors, tally.warnings),
  ];
  return {
    id: stepNode(step.id),
    type: 'step',
    domAttributes: NODE_SPEECH,
    position: { x, y },
    width: FACE_WIDTH,
    height: face.height,
    measured: { width: FACE_WIDTH, height: face.height },
    handles: stepHandles(face),
    zIndex: 2,
    data: {
      face,
      label: label.filter((part) => part !== '').join(', '),
      tally,
      state,
      latch,
      breakpoint,
      held,
      start,
      locked: scene.locked !== null,
    },
  };
}

function loopDrawing(scene: Scene, loop: GraphLoop, frame: Box, issues: Owned): LoopNode {
  const { run, breakpoints } = scene.snapshot;
  const shut = scene.places.folded.includes(loop.id);
  const { cap, facts } = loopFacts(scene.flow, loop);
  const own = issues.get(`loops/${loop.id}`) ?? [];
  const inner = shut ? loop.body.flatMap((id) => issues.get(`steps/${id}`) ?? []) : [];
  const tally = tallyOf([...own, ...inner]);
  const states = shut ? loop.body.flatMap((id) => run?.steps[id] ?? []) : [];
  const state = (['failed', 'running', 'due', 'done'] as const).find((each) => states.includes(each)) ?? null;
  const latch = shut ? (loop.body.map((id) => run?.latches[id]).find((why) => why !== undefined) ?? null) : null;
  const breakpoint = shut
    ? (loop.body.map((id) => breakpoints?.[id]).find((mark) => mark !== undefined) ?? null)
    : null;
  const held = shut && run?.held && loop.body.some((id) => run.held?.steps.includes(id)) ? run.held.why : null;
  const label = [
    texts.canvas.loopLabel(loop.id, texts.loop(loop.type).word, cap),
    ...(shut ? [loopTexts.folded, loopTexts.steps(loop.body.length)] : []),
    held === null ? '' : debugTexts.held,
    breakpoint === null ? '' : breakpointText(breakpoint),
    state === null ? '' : texts.states[state],
    latch === null ? '' : texts.canvas.latch(latch),
    texts.problems(tally.errors, tally.warnings),
  ];
  return {
    id: loopNode(loop.id),
    type: 'loop',
    domAttributes: NODE_SPEECH,
    position: { x: frame.x, y: frame.y },
    width: frame.width,
    height: frame.height,
    measured: { width: frame.width, height: frame.height },
    handles: shut ? foldedHandles() : frameHandles(frame.width, frame.height),
    zIndex: shut ? 2 : 0,
    dragHandle: shut ? undefined : '.loop-head',
    style: shut ? undefined : { pointerEvents: 'none' },
    data: {
      id: loop.id,
      type: loop.type,
      label: label.filter((part) => part !== '').join(', '),
      facts: [cap, ...facts, ...(run?.pass ? [run.pass] : [])],
      tally,
      folded: shut ? { steps: loop.body.length, state, latch, breakpoint, held } : null,
      locked: scene.locked !== null,
    },
  };
}

/** One for each thing that leads to it; a target that nothing leads to waits at the right to be offered. */
function terminals(scene: Scene): readonly TerminalNode[] {
  const { terminals: used, steps, loops } = scene.places;
  let right = Math.max(0, ...used.map((box) => box.x));
  for (const box of [...Object.values(steps), ...Object.values(loops)]) right = Math.max(right, box.x + box.width + 96);
  const top = Object.values(steps).reduce((least, box) => Math.min(least, box.y), Number.POSITIVE_INFINITY);
  const above = (Number.isFinite(top) ? top : 0) - 56;
  const bottom = Math.max(above, ...used.filter((box) => box.x === right).map((box) => box.y));
  const offered = TERMINALS.filter((target) => used.every((box) => box.target !== target));
  const pill = (key: string, target: string, x: number, y: number, isOffered: boolean): TerminalNode => ({
    id: terminalNode(key),
    type: 'terminal',
    domAttributes: NODE_SPEECH,
    position: { x, y },
    width: TERMINAL_WIDTH,
    height: TERMINAL_HEIGHT,
    measured: { width: TERMINAL_WIDTH, height: TERMINAL_HEIGHT },
    handles: terminalHandles(),
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
