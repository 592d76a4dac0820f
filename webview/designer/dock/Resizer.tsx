import type { KeyboardEvent, PointerEvent, ReactNode } from 'react';
import { useDesigner } from '../designer';
import { dockTexts } from './dockTexts';

const LEAST = 120;
const STEP = 24;
/** What is left of the window above it. */
const ABOVE = 220;

const fitting = (height: number): number =>
  Math.round(Math.max(LEAST, Math.min(height, Math.max(LEAST, window.innerHeight - ABOVE))));

/** Drags the upper edge of the dock, by pointer or by arrow keys. `fixed`: the height is always this one, not only at most. */
export function Resizer({ height, fixed }: { readonly height: number; readonly fixed: boolean }): ReactNode {
  const designer = useDesigner();
  const set = (next: number) => designer.showDock({ height: fitting(next) });
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    const { currentTarget, pointerId, clientY } = event;
    currentTarget.setPointerCapture(pointerId);
    const shown = currentTarget.parentElement?.querySelector('.dock-panel')?.clientHeight ?? height;
    const from = fixed ? height : shown;
    const move = (moved: globalThis.PointerEvent) => set(from + clientY - moved.clientY);
    currentTarget.addEventListener('pointermove', move);
    currentTarget.addEventListener('lostpointercapture', () => currentTarget.removeEventListener('pointermove', move), {
      once: true,
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowUp' ? STEP : event.key === 'ArrowDown' ? -STEP : 0;
    if (by === 0) return;
    event.preventDefault();
    event.stopPropagation();
    set(height + by);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot be focused and moved.
    <div
      className="dock-resizer"
      role="separator"
      aria-orientation="horizontal"
      aria-label={dockTexts.resize}
      aria-valuenow={height}
      aria-valuemin={LEAST}
      aria-valuemax={Math.max(LEAST, window.innerHeight - ABOVE)}
      tabIndex={0}
      onPointerDown={onPointerDown}
      onKeyDown={onKeyDown}
    />
  );
}
