import { useEffect } from 'react';
import { deleteSelection, focusCanvas, focusInspector, goToStep, startConnecting, wrapSelection } from './commands';
import type { Designer } from './designer';
import { neighbour } from './gestures';
import { selectedSteps } from './selection';
import { texts } from './texts';

const NUDGE = 20;
const ARROWS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowRight: [1, 0],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowUp: [0, -1],
};

/**
 * The designer's keys. What is handled here goes no further, so that the editor around the webview does not do it again.
 * While a field holds a draft, undo and redo are the field's own.
 */
export function useKeys(designer: Designer): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const outcome = everywhere(designer, event) || (onCanvas(event.target) && canvasKey(designer, event));
      if (outcome === 'own') event.stopPropagation();
      else if (outcome) {
        event.preventDefault();
        event.stopPropagation();
      }
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [designer]);
}

/** True: done here. `own`: left to the field that has the focus, and to nobody else. */
type Outcome = boolean | 'own';

function everywhere(designer: Designer, event: KeyboardEvent): Outcome {
  const command = event.ctrlKey || event.metaKey;
  const key = event.key.toLowerCase();
  if (command && (key === 'z' || key === 'y')) {
    if (inField(event.target) && designer.isTyping()) return 'own';
    const redo = key === 'y' || event.shiftKey;
    designer.host.post({ type: redo ? 'redo' : 'undo' });
    designer.say(redo ? texts.said.redo : texts.said.undo);
    return true;
  }
  // A field has committed its draft by now: that edit goes first.
  if (command && key === 's' && !event.shiftKey && !event.altKey) {
    designer.host.post({ type: 'save' });
    return true;
  }
  if (command && key === 'f') {
    designer.store.set({ picker: { type: 'find' } });
    return true;
  }
  if (event.key === 'Escape' && !onCanvas(event.target)) {
    focusCanvas(designer);
    return true;
  }
  return false;
}

function canvasKey(designer: Designer, event: KeyboardEvent): boolean {
  const { scene, selection } = designer.store.get();
  if (!scene) return false;
  const command = event.ctrlKey || event.metaKey;
  const arrow = ARROWS[event.key];
  if (arrow && event.altKey) return nudge(designer, arrow);
  if (arrow && !command) {
    const next = neighbour(
      scene.order,
      focusedStep(event.target) ?? selectedSteps(selection).at(-1),
      arrow[0] + arrow[1] > 0 ? 1 : -1,
    );
    if (next !== undefined) goToStep(designer, next, event.shiftKey);
    return true;
  }
  if (command && event.key.toLowerCase() === 'a') {
    designer.select(scene.order);
    return true;
  }
  if (command || event.altKey) return false;
  // A step that has the focus and is all there is to act on counts as selected.
  const focused = focusedStep(event.target);
  if (focused !== undefined && selection.length === 0 && event.key !== 'Escape') designer.select([focused]);
  switch (event.key) {
    case 'Enter':
      focusInspector();
      return true;
    case 'Escape':
      designer.select([]);
      return true;
    case 'Delete':
    case 'Backspace':
      deleteSelection(designer);
      return true;
    case 'a':
    case 'A':
      if (scene.locked !== null) designer.say(texts.said.readOnly(scene.locked));
      else designer.store.set({ picker: { type: 'add' } });
      return true;
    case 'c':
    case 'C':
      startConnecting(designer);
      return true;
    case 'l':
    case 'L':
      wrapSelection(designer);
      return true;
    default:
      return false;
  }
}

/** Moving by key: one press is one edit. */
function nudge(designer: Designer, [x, y]: readonly [number, number]): boolean {
  const { scene, selection } = designer.store.get();
  const positions: Record<string, readonly [number, number]> = {};
  for (const id of selectedSteps(selection)) {
    const place = scene?.places.steps[id];
    if (place) positions[id] = [Math.round(place.x + x * NUDGE), Math.round(place.y + y * NUDGE)];
  }
  const count = Object.keys(positions).length;
  if (count > 0) designer.edit({ type: 'move', positions }, texts.said.moved(count));
  return true;
}

const focusedStep = (target: EventTarget | null): string | undefined =>
  (target instanceof Element && target.closest('[data-step]')?.getAttribute('data-step')) || undefined;

const onCanvas = (target: EventTarget | null): boolean =>
  target === document.body || (target instanceof Element && target.closest('.canvas') !== null);

const inField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, vscode-text-field, vscode-text-area') !== null;
