import type { Timelining } from './timelining';

/** By how much one press of a key, one notch of the wheel zooms. */
export const ZOOM = 1.5;

/** Does what a key means, from wherever in the page it was pressed; false: it means nothing here. */
export function pressed(event: KeyboardEvent, timelining: Timelining): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const { post } = timelining;
  switch (event.key) {
    case 'ArrowLeft':
      post({ type: 'step', to: 'before' });
      return true;
    case 'ArrowRight':
      post({ type: 'step', to: 'after' });
      return true;
    case 'PageUp':
      post({ type: 'step', to: 'before', by: 'pass' });
      return true;
    case 'PageDown':
      post({ type: 'step', to: 'after', by: 'pass' });
      return true;
    case 'Home':
      post({ type: 'step', to: 'first' });
      return true;
    case 'End':
      post({ type: 'step', to: 'last' });
      return true;
    case '+':
    case '=':
      timelining.zoom(1 / ZOOM);
      return true;
    case '-':
      timelining.zoom(ZOOM);
      return true;
    case '0':
      timelining.showWhole();
      return true;
    case 'Escape':
      post({ type: 'moment', line: null });
      return true;
    case 'Enter':
      // A button that has the focus is what Enter is for.
      if (event.target instanceof Element && event.target.closest('button, vscode-button') !== null) return false;
      timelining.openHere();
      return true;
    default:
      return false;
  }
}
