import type { Designer } from '../designer';
import { keyAt, stopOf } from '../focus';

/** Opens the menu of a thing; what is not selected yet is selected alone, so that the menu is about it. */
export function openMenu(
  designer: Designer,
  key: string | null,
  at: { readonly x: number; readonly y: number },
  position?: readonly [number, number],
): void {
  const { selection } = designer.store.get();
  if (key === null) designer.select([]);
  else if (!selection.includes(key)) designer.select([key]);
  designer.store.set({
    menu: { key, x: at.x, y: at.y, ...(position && key === null ? { position } : {}) },
    picker: null,
  });
}

/** By key: beside what has the focus, else what is selected, else the flow. */
export function openMenuAtFocus(designer: Designer): void {
  const focused = document.activeElement;
  const key = keyAt(focused) ?? (designer.store.get().selection.length > 0 ? stopOf(designer) : undefined) ?? null;
  const box = (
    key !== null && focused?.closest('.canvas, .outline') ? focused : document.querySelector('.stage')
  )?.getBoundingClientRect();
  openMenu(designer, key, { x: (box?.left ?? 0) + 24, y: (box?.top ?? 0) + Math.min(box?.height ?? 0, 36) });
}
