import type { PointerEvent, RefObject } from 'react';
import { useEffect, useMemo, useRef } from 'react';
import { timeAt } from './axis';
import type { Timelining } from './timelining';

interface Handlers {
  readonly onPointerDown: (event: PointerEvent<HTMLCanvasElement>) => void;
  readonly onPointerMove: (event: PointerEvent<HTMLCanvasElement>) => void;
  readonly onPointerUp: (event: PointerEvent<HTMLCanvasElement>) => void;
}

export interface Gestures {
  /** Above the lanes a drag takes the scrubber along. */
  readonly head: Handlers;
  /** In the lanes a drag moves what is shown. */
  readonly lanes: Handlers;
  /** Whether what has just ended was a drag, and no press. */
  readonly dragged: () => boolean;
}

const DRAG_PIXELS = 4;

/** Dragging, and the wheel: it zooms where the pointer is, sideways or with Shift it moves. */
export function useGestures(
  head: RefObject<HTMLCanvasElement | null>,
  lanes: RefObject<HTMLCanvasElement | null>,
  timelining: Timelining,
  scroll: (by: number) => void,
): Gestures {
  const drag = useRef<{ x: number; y: number; far: boolean } | null>(null);
  const far = useRef(false);
  useEffect(() => {
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const { snapshot, view, width } = timelining.store.get();
      if (snapshot === null || width < 1) return;
      if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
        timelining.pan(event.deltaX === 0 ? event.deltaY : event.deltaX);
        return;
      }
      timelining.zoom(1.0015 ** event.deltaY, timeAt(event.offsetX, view ?? snapshot.whole, width));
    };
    const canvases = [head.current, lanes.current];
    for (const canvas of canvases) canvas?.addEventListener('wheel', onWheel, { passive: false });
    return () => {
      for (const canvas of canvases) canvas?.removeEventListener('wheel', onWheel);
    };
  }, [head, lanes, timelining]);
  return useMemo(() => {
    const scrubTo = (x: number) => {
      const { snapshot, view, width } = timelining.store.get();
      if (snapshot === null || width < 1) return;
      const shown = view ?? snapshot.whole;
      timelining.scrub(Math.min(shown.to, Math.max(shown.from, timeAt(x, shown, width))));
    };
    const begin = (event: PointerEvent<HTMLCanvasElement>): boolean => {
      if (event.button !== 0) return false;
      event.currentTarget.setPointerCapture(event.pointerId);
      drag.current = { x: event.clientX, y: event.clientY, far: false };
      return true;
    };
    const end = () => {
      far.current = drag.current?.far ?? false;
      drag.current = null;
    };
    return {
      dragged: () => far.current,
      head: {
        onPointerDown: (event) => begin(event) && scrubTo(event.nativeEvent.offsetX),
        onPointerMove: (event) => drag.current && scrubTo(event.nativeEvent.offsetX),
        onPointerUp: end,
      },
      lanes: {
        onPointerDown: begin,
        onPointerMove: ({ clientX, clientY }) => {
          const from = drag.current;
          if (from === null) return;
          const isFar = from.far || Math.abs(clientX - from.x) + Math.abs(clientY - from.y) > DRAG_PIXELS;
          if (!isFar) return;
          drag.current = { x: clientX, y: clientY, far: true };
          timelining.pan(from.x - clientX);
          scroll(from.y - clientY);
        },
        onPointerUp: end,
      },
    };
  }, [timelining, scroll]);
}
