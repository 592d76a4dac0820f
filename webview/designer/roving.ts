import type { FocusEvent, KeyboardEvent, RefObject } from 'react';
import { useLayoutEffect, useRef } from 'react';

/**
 * One stop of the Tab key for a row or column of buttons: arrows, Home and End move in it, letters go to the next that
 * begins so. Buttons that cannot be pressed or are not shown are passed over.
 */
export function useRoving(room: RefObject<HTMLElement | null>, along: 'row' | 'column') {
  const current = useRef<Element | null>(null);
  const buttons = (): readonly HTMLButtonElement[] =>
    [...(room.current?.querySelectorAll<HTMLButtonElement>('button:not(:disabled)') ?? [])].filter(
      (button) => button.getClientRects().length > 0,
    );
  const stopAt = (button: Element | undefined) => {
    for (const each of buttons()) each.tabIndex = each === button ? 0 : -1;
    current.current = button ?? null;
  };
  // After every drawing: which buttons there are, and which can be pressed, may have changed.
  useLayoutEffect(() => {
    const all = buttons();
    stopAt(all.find((button) => button === current.current) ?? all[0]);
  });

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const all = buttons();
    const index = all.findIndex((button) => button.contains(document.activeElement));
    if (index < 0) return;
    const to = all[destination(event.key, index, all, along)];
    if (!to) return;
    to.focus();
    event.preventDefault();
    event.stopPropagation();
  };
  const onFocus = (event: FocusEvent) => {
    const button = event.target.closest('button');
    if (button && room.current?.contains(button)) stopAt(button);
  };
  return { onKeyDown, onFocus };
}

/** -1: the key is none of the list's. */
function destination(key: string, index: number, all: readonly HTMLElement[], along: 'row' | 'column'): number {
  const [forward, backward] = along === 'row' ? ['ArrowRight', 'ArrowLeft'] : ['ArrowDown', 'ArrowUp'];
  const count = all.length;
  switch (key) {
    case forward:
      return (index + 1) % count;
    case backward:
      return (index - 1 + count) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default: {
      if (key.length !== 1 || key === ' ' || along === 'row') return -1;
      const round = all.map((_, step) => (index + 1 + step) % count);
      const name = (button: HTMLElement | undefined) => (button?.textContent ?? '').trim().toLowerCase();
      return round.find((at) => name(all[at]).startsWith(key.toLowerCase())) ?? -1;
    }
  }
}
