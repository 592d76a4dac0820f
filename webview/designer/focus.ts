import type { Designer } from './designer';
import { selectedOf } from './selection';
import { tabStopOf } from './walk';

/** How often to look for something that is not drawn yet: what is far out of view is drawn only once it is revealed. */
const TRIES = 20;

/** Gives the focus to what a selection key stands for, on the canvas or in the outline, as soon as it is drawn. */
export function focusKey(key: string): void {
  whenDrawn(() => document.querySelector<HTMLElement | SVGElement>(placeOf(key)), TRIES);
}

/** The first field of what is selected, once it is drawn. */
export function focusInspector(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('.inspector [data-field]')?.focus());
}

/** The focus goes back to where the selection is drawn, or to the first step. */
export function focusCanvas(designer: Designer): void {
  const key = stopOf(designer);
  if (key !== undefined) focusKey(key);
}

/** The canvas's or outline's one stop of the Tab key: what was selected last, else the first of the flow. */
export function stopOf(designer: Designer): string | undefined {
  const { selection, scene, collapsed } = designer.store.get();
  return tabStopOf(scene, collapsed, selection);
}

/** What has the focus, or is around it, as a selection key. */
export function keyAt(target: EventTarget | null): string | undefined {
  if (!(target instanceof Element)) return undefined;
  const step = target.closest('[data-step]')?.getAttribute('data-step');
  if (step) return step;
  const line = target.closest('[data-line]')?.getAttribute('data-line');
  if (line) return line;
  const edge = target.closest('.react-flow__edge')?.getAttribute('data-id');
  if (edge) return edge.startsWith('route:') ? edge : `loop:${edge.slice(edge.indexOf(':') + 1)}`;
  const loop = target.closest('[data-loop]')?.getAttribute('data-loop');
  return loop ? `loop:${loop}` : undefined;
}

/**
 * After an edit that was made from the flow, the focus goes to what it led to, once that is drawn; a removed step would
 * leave it nowhere. Focus in a field or a list stays there.
 */
export function followEdit(designer: Designer): void {
  const before = designer.store.get().scene;
  const leave = designer.store.subscribe(() => {
    const { scene } = designer.store.get();
    if (scene?.text === before?.text) return;
    leave();
    requestAnimationFrame(() => {
      if (inFlow(document.activeElement)) focusCanvas(designer);
    });
  });
}

/** On the canvas, in the outline, or nowhere. */
export const inFlow = (target: EventTarget | null): boolean =>
  target === document.body ||
  target === document.documentElement ||
  (target instanceof Element && target.closest('.canvas, .outline') !== null);

function placeOf(key: string): string {
  const { type, id } = selectedOf(key);
  const line = `.outline [data-line="${CSS.escape(key)}"]`;
  switch (type) {
    case 'step':
      return `.canvas [data-step="${CSS.escape(id)}"], ${line}`;
    case 'loop':
      return `.canvas [data-loop="${CSS.escape(id)}"] :is(.loop-head, .folded-head), ${line}`;
    case 'route':
      return `.canvas .react-flow__edge[data-id="${CSS.escape(key)}"], ${line}`;
  }
}

function whenDrawn(find: () => HTMLElement | SVGElement | null, tries: number): void {
  const found = find();
  if (found) {
    if (!found.hasAttribute('tabindex')) found.setAttribute('tabindex', '-1');
    found.focus({ preventScroll: found.closest('.canvas') !== null });
  }
  if (tries === 0) return;
  // What was found may be drawn anew in the same moment, as a loop that is folded: then it is looked for once more.
  afterDrawing(() => {
    const waiting = found === null ? inFlow(document.activeElement) : document.activeElement === document.body;
    if (waiting && !found?.isConnected) whenDrawn(find, tries - 1);
  });
}

const afterDrawing = (then: () => void): void => void requestAnimationFrame(() => requestAnimationFrame(then));
