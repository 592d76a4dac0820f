import { useEffect } from 'react';
import type { ActId } from './acts/acts';
import { ACTS, actOf } from './acts/acts';
import { meaningOf } from './acts/keys';
import type { KeyRoom, KeyRow } from './acts/keyTable';
import type { Designer } from './designer';
import { inFlow, keyAt, stopOf } from './focus';
import { isLineId, move } from './moves';

/**
 * The designer's keys; what each means stands in `acts/keyTable`.
 *
 * R1 Focus decides: keys of the flow are only heard on the canvas, in the outline, and where nothing has the focus.
 * R2 What is handled here goes no further, so that the editor around the webview does not do it again.
 * R3 While a field holds a draft, undo and redo are the field's own.
 * R4 What has the focus counts as selected where nothing is.
 * R5 A button is pressed by Enter and Space, wherever it is.
 */
export function useKeys(designer: Designer): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || pressesButton(event)) return;
      const id = meaningOf(event, roomsOf(event.target));
      if (id === undefined || isLineId(id)) return;
      event.stopPropagation();
      if ((id === 'undo' || id === 'redo') && inField(event.target) && designer.isTyping()) return;
      event.preventDefault();
      carry(designer, id, event.target);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [designer]);
}

function carry(designer: Designer, id: KeyRow['id'], target: EventTarget | null): void {
  const focused = inFlow(target) ? keyAt(target) : undefined;
  const here = focused ?? (designer.store.get().selection.length > 0 ? stopOf(designer) : undefined);
  if (isAct(id)) {
    if (focused !== undefined && designer.store.get().selection.length === 0 && id !== 'selectAll')
      designer.select([focused]);
    actOf(id).run(designer);
  } else if (!isLineId(id)) move(designer, id, here, target);
}

const isAct = (id: string): id is ActId => Object.hasOwn(ACTS, id);

function roomsOf(target: EventTarget | null): readonly KeyRoom[] {
  if (!inFlow(target)) return ['anywhere'];
  const outline = target instanceof Element && target.closest('.outline') !== null;
  return outline ? ['flow', 'anywhere'] : ['canvas', 'flow', 'anywhere'];
}

const pressesButton = ({ key, target }: KeyboardEvent): boolean =>
  (key === 'Enter' || key === ' ') && target instanceof Element && target.closest('button') !== null;

const inField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, vscode-text-field, vscode-text-area') !== null;
