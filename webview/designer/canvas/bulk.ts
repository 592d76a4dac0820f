import type { Box, Layout } from '../../../engine/flow/layout';
import { STEP_KINDS } from '../../../engine/flow/names';
import type { Scene } from '../scene';
import type { CanvasEdge } from './edges';

/** Many things of one look as one shape: what cannot be read anyway is drawn at once. */
export interface Bulk {
  /** `bulk-<look>`. */
  readonly className: string;
  readonly path: string;
}

const rect = ({ x, y, width, height }: Box): string => `M${x} ${y}h${width}v${height}h${-width}z`;

type Paths = Map<string, string[]>;

function add(paths: Paths, className: string, path: string): void {
  const list = paths.get(className);
  if (list === undefined) paths.set(className, [path]);
  else list.push(path);
}

const listed = (paths: Paths): readonly Bulk[] =>
  [...paths].map(([className, all]) => ({ className, path: all.join('') }));

/** Frames, steps by kind, over them what the run and the problems say of steps, and the ends. */
export function bulkOf(scene: Scene, layout: Layout): readonly Bulk[] {
  const paths: Paths = new Map();
  const { run, issues } = scene.snapshot;
  const wrong = new Set(
    issues.flatMap(({ severity, path }) => (severity === 'error' && path[0] === 'steps' ? [path[1]] : [])),
  );
  for (const [id, box] of Object.entries(layout.loops))
    add(paths, layout.folded.includes(id) ? 'bulk-folded' : 'bulk-loop', rect(box));
  for (const { id, kind } of scene.graph.steps) {
    const box = layout.steps[id];
    if (box !== undefined)
      add(paths, `bulk-step kind-${STEP_KINDS.find((each) => each === kind) ?? 'unknown'}`, rect(box));
  }
  for (const { id } of scene.graph.steps) {
    const box = layout.steps[id];
    const state = run?.steps[id];
    if (box !== undefined && state !== undefined) add(paths, `bulk-state bulk-${state}`, rect(box));
    if (box !== undefined && wrong.has(id)) add(paths, 'bulk-wrong', rect(box));
    if (box !== undefined && run?.held?.steps.includes(id)) add(paths, 'bulk-held', rect(box));
  }
  for (const end of layout.terminals) add(paths, 'bulk-end', rect(end));
  return listed(paths);
}

export function bulkLines(edges: readonly CanvasEdge[]): readonly Bulk[] {
  const paths: Paths = new Map();
  for (const { data, selected } of edges) {
    if (data === undefined) continue;
    const looks = selected ? 'chosen' : `tone-${data.tone}${data.reach === null ? '' : ` reach-${data.reach}`}`;
    add(paths, `bulk-line ${looks}`, `M${data.points.map(({ x, y }) => `${x} ${y}`).join('L')}`);
  }
  return listed(paths);
}

/** All that the layout has; the unit square around nothing. */
export function extentOf(layout: Layout): Box {
  let [left, top, right, bottom] = [
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ];
  const reach = (x: number, y: number, width = 0, height = 0) => {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x + width);
    bottom = Math.max(bottom, y + height);
  };
  for (const boxes of [Object.values(layout.steps), Object.values(layout.loops), layout.terminals])
    for (const { x, y, width, height } of boxes) reach(x, y, width, height);
  for (const { points } of Object.values(layout.routes)) for (const { x, y } of points) reach(x, y);
  return left > right
    ? { x: 0, y: 0, width: 1, height: 1 }
    : { x: left, y: top, width: right - left, height: bottom - top };
}
