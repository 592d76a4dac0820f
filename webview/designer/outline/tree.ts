import type { GraphLoop, Route } from '../../../engine/flow/graph';
import { loopsAround, stepOf } from '../acts/situation';
import { debugTexts } from '../debug/debugTexts';
import { breakpointText } from '../debug/words';
import type { Tally } from '../problems/issues';
import { issuesWithin, tallyOf } from '../problems/issues';
import type { Scene } from '../scene';
import { loopKey, routeKey } from '../selection';
import { texts } from '../texts';
import { outlineTexts } from './outlineTexts';

/** One line of the outline. `key` is its entry in the shared selection. */
export interface Line {
  readonly key: string;
  readonly type: 'loop' | 'step' | 'route';
  /** From 1. */
  readonly level: number;
  /** Which of how many beside it, from 1. */
  readonly position: number;
  readonly count: number;
  /** The line that it is in; null at the top. */
  readonly parent: string | null;
  /** Whether its own lines are shown; null where it has none. */
  readonly open: boolean | null;
  readonly text: string;
  readonly detail: string;
  /** Of a step its kind, of a loop its type. */
  readonly kind: string;
  readonly tally: Tally;
}

interface Entry {
  readonly line: Pick<Line, 'key' | 'type' | 'text' | 'detail' | 'kind' | 'tally'>;
  readonly inside: Entry[];
}

/** The flow as lines in flow order: a loop holds its body and the loops in it, a step the routes that leave it. */
export function outlineOf(scene: Scene, closed: ReadonlySet<string> = new Set()): readonly Line[] {
  const top: Entry[] = [];
  const loops = new Map<string, Entry>();
  const leaving = new Map<string, Route[]>();
  for (const route of scene.graph.routes) leaving.set(route.from, [...(leaving.get(route.from) ?? []), route]);
  for (const id of scene.order) {
    let room = top;
    for (const loop of [...loopsAround(scene, id)].reverse()) {
      const known = loops.get(loop.id) ?? { line: loopLine(scene, loop), inside: [] };
      if (!loops.has(loop.id)) {
        room.push(known);
        loops.set(loop.id, known);
      }
      room = known.inside;
    }
    room.push({
      line: stepLine(scene, id),
      inside: (leaving.get(id) ?? []).map((route) => ({ line: routeLine(scene, route), inside: [] })),
    });
  }
  return flat(top, closed, 1, null);
}

function flat(entries: readonly Entry[], closed: ReadonlySet<string>, level: number, parent: string | null): Line[] {
  return entries.flatMap(({ line, inside }, index) => {
    const open = inside.length === 0 ? null : !closed.has(line.key);
    const own: Line = { ...line, level, position: index + 1, count: entries.length, parent, open };
    return open ? [own, ...flat(inside, closed, level + 1, line.key)] : [own];
  });
}

function stepLine(scene: Scene, id: string): Entry['line'] {
  const step = stepOf(scene, id);
  const { run, issues, breakpoints } = scene.snapshot;
  const state = run?.steps[id];
  const breakpoint = breakpoints?.[id];
  const latch = run?.latches[id];
  const title = step?.title ?? id;
  const detail = [
    texts.kind(step?.kind ?? ''),
    title === id ? '' : id,
    scene.graph.start.includes(id) ? texts.canvas.start : '',
    run?.held?.steps.includes(id) ? debugTexts.held : '',
    breakpoint === undefined ? '' : breakpointText(breakpoint),
    state ? texts.states[state] : '',
    latch === undefined ? '' : texts.canvas.latch(latch),
  ];
  return {
    key: id,
    type: 'step',
    text: title,
    detail: listed(detail),
    kind: step?.kind ?? '',
    tally: tallyOf(issuesWithin(issues, step?.path ?? ['steps', id])),
  };
}

function loopLine(scene: Scene, loop: GraphLoop): Entry['line'] {
  const out = texts.terminals[loop.onExhausted] ?? loop.onExhausted;
  return {
    key: loopKey(loop.id),
    type: 'loop',
    text: loop.id,
    detail: listed([texts.loop(loop.type).name, outlineTexts.runsOut(out)]),
    kind: loop.type,
    tally: tallyOf(issuesWithin(scene.snapshot.issues, loop.path)),
  };
}

function routeLine(scene: Scene, route: Route): Entry['line'] {
  const own = route.path.length > 2 ? issuesWithin(scene.snapshot.issues, route.path) : [];
  return {
    key: routeKey(route.id),
    type: 'route',
    text: texts.outline.to(texts.terminals[route.to] ?? route.to),
    detail: route.label || texts.outline.strong,
    kind: '',
    tally: tallyOf(own),
  };
}

const listed = (parts: readonly string[]): string => parts.filter((part) => part !== '').join(' · ');
