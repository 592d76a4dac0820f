import type { MouseEvent } from 'react';
import { useCallback } from 'react';
import type { Designer } from '../designer';
import { keyAt } from '../focus';
import { openMenu, openMenuAtFocus } from './openMenu';

/** Right clicks on the flow, and the menu key where the browser sends it as such. Fields keep their own menu. */
export function useContextMenu(designer: Designer): (event: MouseEvent) => void {
  return useCallback(
    (event) => {
      const { target } = event;
      if (!(target instanceof Element) || target.closest('input, textarea, .picker, .menu, .help')) return;
      event.preventDefault();
      event.stopPropagation();
      // A key was handled as one already, or comes from nowhere on the screen.
      if (designer.store.get().menu !== null) return;
      if (event.button < 0 || (event.clientX === 0 && event.clientY === 0)) return openMenuAtFocus(designer);
      const at = { x: event.clientX, y: event.clientY };
      const onCanvas = target.closest('.canvas') !== null;
      openMenu(designer, keyAt(target) ?? null, at, onCanvas ? designer.store.get().camera?.positionAt(at) : undefined);
    },
    [designer],
  );
}
