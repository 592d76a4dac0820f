import { actsTexts } from './acts/actsTexts';
import { planWrap, wrapChoices } from './acts/planWrap';
import { refusal } from './acts/refusal';
import type { Situation } from './acts/situation';
import type { Designer } from './designer';
import { focusKey, followEdit } from './focus';
import type { Plan } from './gestures';
import { planAdd, planDelete } from './gestures';
import { selectedOf } from './selection';
import { texts } from './texts';

export { focusCanvas, focusInspector } from './focus';

/** What buttons and keys have in common: the gesture on the selection as it is, or the reason why not. */
export function addStep(designer: Designer, kind: string): void {
  const { scene, selection } = designer.store.get();
  carryOut(designer, planAdd(scene, kind, selection));
}

export function deleteSelection(designer: Designer): void {
  const { scene, selection } = designer.store.get();
  if (scene) carryOut(designer, planDelete(scene, selection));
}

/** At once where only the usual kind of loop fits, else asks which; where none does, the reason of the usual kind. */
export function wrapSelection(designer: Designer): void {
  const { scene, selection } = designer.store.get();
  if (!scene) return;
  const fitting = wrapChoices(scene, selection).filter(({ plan }) => plan.ok);
  const usual = planWrap(scene, selection);
  if (fitting.length > (usual.ok ? 1 : 0) && scene.locked === null) designer.store.set({ picker: { type: 'wrap' } });
  else carryOut(designer, usual);
}

/** One edit, tried on what is shown: one that would be refused is not sent, and said why. */
export function carryOut(designer: Designer, plan: Plan): boolean {
  if (!plan.ok) {
    designer.say(plan.why);
    return false;
  }
  const { scene } = designer.store.get();
  const why = scene && scene.locked === null && scene.snapshot.flow !== null ? refusal(scene.flow, plan.edit) : null;
  if (why !== null) {
    designer.say(why);
    return false;
  }
  if (!designer.edit(plan.edit, plan.said)) return false;
  followEdit(designer);
  return true;
}

/** Selects something (which unfolds what hides it), gives it the focus and brings it into view where it is out of view. */
export function goTo(designer: Designer, key: string, extend = false): void {
  const { selection, camera } = designer.store.get();
  designer.select(extend ? [...selection.filter((item) => item !== key), key] : [key]);
  camera?.reveal(key);
  focusKey(key);
}

/** Asks where the selected step, loop or route shall lead. */
export function startConnecting(designer: Designer): void {
  const { scene, selection } = designer.store.get();
  if (!scene) return;
  const [key, ...others] = selection;
  if (scene.locked !== null) designer.say(texts.said.readOnly(scene.locked));
  else if (key === undefined) designer.say(texts.said.connectNeedsStep);
  else if (others.length > 0) designer.say(actsTexts.why.oneStep);
  else {
    const { type, id } = selectedOf(key);
    const route = type === 'route' ? scene.graph.routes.find((item) => item.id === id) : undefined;
    designer.connectFrom(route?.from ?? key, route?.id);
    designer.store.set({ picker: route ? { type: 'reconnect', route: route.id } : { type: 'connect', from: key } });
  }
}

/** The state as acts see it; null before the first snapshot. */
export function situationOf(designer: Designer): Situation | null {
  const { scene, selection, collapsed, outlineOpen } = designer.store.get();
  return scene ? { scene, selection, collapsed, outline: outlineOpen } : null;
}
