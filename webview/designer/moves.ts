import type { Point } from '../../engine/flow/layout/layered';
import { actsTexts } from './acts/actsTexts';
import type { LineId, MoveId } from './acts/keyTable';
import type { Alignment } from './acts/planAlign';
import { planAlign } from './acts/planAlign';
import { stepsOf } from './acts/situation';
import { carryOut, goTo, situationOf } from './commands';
import type { Designer } from './designer';
import { focusCanvas, focusKey, followEdit, inFlow } from './focus';
import { bodyAt, hidingLoop } from './foldedBody';
import { openMenuAtFocus } from './menu/openMenu';
import type { Scene } from './scene';
import { selectedOf } from './selection';
import { texts } from './texts';
import { neighbour, nextLoop, nextRoute, onwards, stopsOf } from './walk';

/** How far a step goes by one press. */
const NUDGE = 20;

/** Where a key was pressed. */
interface Here {
  readonly designer: Designer;
  readonly scene: Scene;
  /** What has the focus, else what is selected, as a selection key. */
  readonly key: string | undefined;
  readonly target: EventTarget | null;
}

/** Carries out a key that is no act. */
export function move(designer: Designer, id: MoveId, key: string | undefined, target: EventTarget | null): void {
  const { scene } = designer.store.get();
  if (scene) MOVES[id]({ designer, scene, key, target });
}

const LINE_IDS: readonly string[] = [
  'lineNext',
  'linePrevious',
  'unfold',
  'foldUp',
  'extendDown',
  'extendUp',
  'letters',
] satisfies readonly LineId[];
export const isLineId = (id: string): id is LineId => LINE_IDS.includes(id);

const MOVES: Readonly<Record<MoveId, (here: Here) => void>> = {
  next: (here) => go(here, 1),
  previous: (here) => go(here, -1),
  extendNext: (here) => go(here, 1, true),
  extendPrevious: (here) => go(here, -1, true),
  focusNext: (here) => point(here, 1),
  focusPrevious: (here) => point(here, -1),
  first: (here) => end(here, 1),
  last: (here) => end(here, -1),
  toggle,
  nextRoute: (here) => turn(here, 1),
  previousRoute: (here) => turn(here, -1),
  nextLoop: (here) => around(here, 1),
  previousLoop: (here) => around(here, -1),
  leave: ({ designer, target }) => (inFlow(target) ? designer.select([]) : focusCanvas(designer)),
  menu: ({ designer }) => openMenuAtFocus(designer),
  moveUp: (here) => nudge(here, 0, -1),
  moveDown: (here) => nudge(here, 0, 1),
  moveLeft: (here) => nudge(here, -1, 0),
  moveRight: (here) => nudge(here, 1, 0),
  alignLeft: (here) => align(here, 'left'),
  alignRight: (here) => align(here, 'right'),
  alignTop: (here) => align(here, 'top'),
  alignBottom: (here) => align(here, 'bottom'),
  undo: ({ designer }) => history(designer, 'undo'),
  redo: ({ designer }) => history(designer, 'redo'),
  save: ({ designer }) => designer.host.post({ type: 'save' }),
};

function history(designer: Designer, type: 'undo' | 'redo'): void {
  designer.host.post({ type });
  designer.say(texts.said[type]);
  followEdit(designer);
}

function align({ designer }: Here, how: Alignment): void {
  const now = situationOf(designer);
  if (now) carryOut(designer, planAlign(now, how));
}

const onward = ({ designer, scene, key }: Here, by: 1 | -1): string | undefined =>
  onwards(scene, designer.store.get().collapsed, key, by);

function go(here: Here, by: 1 | -1, extend = false): void {
  const { designer, scene, key } = here;
  const to = onward(here, by);
  if (to !== undefined) {
    goTo(designer, to, extend);
    return;
  }
  const at = key === undefined ? undefined : selectedOf(key);
  const route = scene.graph.routes.find((item) => at?.type === 'route' && item.id === at.id);
  if (route) designer.say(actsTexts.said.endOfRoute(texts.terminals[route.to] ?? route.to));
}

/** Moves the focus and leaves the selection. */
function point(here: Here, by: 1 | -1): void {
  const to = onward(here, by);
  if (to === undefined) return;
  here.designer.store.get().camera?.reveal(to);
  focusKey(to);
}

function end({ designer, scene }: Here, from: 1 | -1): void {
  const to = neighbour(stopsOf(scene, designer.store.get().collapsed), undefined, from);
  if (to !== undefined) goTo(designer, to);
}

function toggle({ designer, key }: Here): void {
  if (key === undefined) return;
  const { selection } = designer.store.get();
  designer.select(selection.includes(key) ? selection.filter((item) => item !== key) : [...selection, key]);
  designer.say(actsTexts.said.selected(designer.store.get().selection.length));
}

function turn({ designer, scene, key }: Here, by: 1 | -1): void {
  const to = key === undefined ? undefined : nextRoute(scene, key, by);
  if (to !== undefined) goTo(designer, to);
  else designer.say(key === undefined ? actsTexts.why.nothing : actsTexts.said.noRoutes(selectedOf(key).id));
}

function around({ designer, scene, key }: Here, by: 1 | -1): void {
  const to = key === undefined ? undefined : nextLoop(scene, key, by);
  if (to !== undefined) goTo(designer, to);
  else designer.say(key === undefined ? actsTexts.why.nothing : actsTexts.said.noLoopAround(selectedOf(key).id));
}

/** Moving by key: one press is one edit. */
function nudge({ designer }: Here, x: number, y: number): void {
  const now = situationOf(designer);
  if (!now) return;
  const { places } = now.scene;
  const positions: Record<string, readonly [number, number]> = {};
  const moved = (place: Point): Point => ({
    x: Math.round(place.x + x * NUDGE),
    y: Math.round(place.y + y * NUDGE),
  });
  const shut = new Set<string>();
  for (const id of stepsOf(now)) {
    const place = places.steps[id];
    const hiding = place ? undefined : hidingLoop(now.scene, id);
    if (hiding !== undefined) shut.add(hiding);
    if (!place) continue;
    const to = moved(place);
    positions[id] = [to.x, to.y];
  }
  for (const loop of shut) {
    const box = places.loops[loop];
    if (box) Object.assign(positions, bodyAt(now.scene, loop, moved(box)));
  }
  const count = Object.keys(positions).length;
  if (count > 0) designer.edit({ type: 'move', positions }, texts.said.moved(count));
  else designer.say(actsTexts.why.noSteps);
}
