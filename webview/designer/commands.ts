import type { Designer } from './designer';
import type { Plan } from './gestures';
import { planAdd, planDelete, planWrap } from './gestures';
import { texts } from './texts';

/** What buttons and keys have in common: the gesture on the selection as it is, or the reason why not. */
export function addStep(designer: Designer, kind: string): void {
  const { scene, selection } = designer.store.get();
  carryOut(designer, planAdd(scene, kind, selection));
}

export function deleteSelection(designer: Designer): void {
  const { scene, selection } = designer.store.get();
  if (scene) carryOut(designer, planDelete(scene, selection));
}

export function wrapSelection(designer: Designer): void {
  const { scene, selection } = designer.store.get();
  if (scene) carryOut(designer, planWrap(scene, selection));
}

export function carryOut(designer: Designer, plan: Plan): void {
  if (plan.ok) designer.edit(plan.edit, plan.said);
  else designer.say(plan.why);
}

/** Selects a step, gives it the focus and brings it into view where it is out of view. */
export function goToStep(designer: Designer, id: string, extend = false): void {
  const { selection, camera } = designer.store.get();
  designer.select(extend ? [...selection.filter((key) => key !== id), id] : [id]);
  camera?.reveal(id);
  focusStep(id);
}

function focusStep(id: string): void {
  document.querySelector<HTMLElement>(`.canvas [data-step="${CSS.escape(id)}"]`)?.focus({ preventScroll: true });
}

/** The first field of what is selected, once it is drawn. */
export function focusInspector(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('.inspector [data-field]')?.focus());
}

/** The focus goes back to where the selection is drawn, or to the canvas's first step. */
export function focusCanvas(designer: Designer): void {
  const { selection, scene } = designer.store.get();
  const id = [...selection].reverse().find((key) => scene?.order.includes(key)) ?? scene?.order[0];
  if (id !== undefined) focusStep(id);
}

export function startConnecting(designer: Designer): void {
  const { scene, selection } = designer.store.get();
  const [from, ...others] = selection.filter((key) => scene?.order.includes(key));
  if (!scene) return;
  if (scene.locked !== null) designer.say(texts.said.readOnly(scene.locked));
  else if (from === undefined || others.length > 0) designer.say(texts.said.connectNeedsStep);
  else {
    designer.connectFrom(from);
    designer.store.set({ picker: { type: 'connect', from } });
  }
}
