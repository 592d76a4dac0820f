import type { Size } from './layered';
import type { Way } from './ways';

/** How large things are drawn, in the canvas's units. */
export interface LayoutSizes {
  readonly step: (id: string) => Size;
  readonly terminal: Size;
  /** A loop that is shown folded. */
  readonly folded: Size;
  /** What a frame has beside, above and below its body. */
  readonly frame: { readonly side: number; readonly head: number; readonly lane: number };
  /** At what height from a step's top, or a folded loop's, ways arrive, and all leave that `out` does not place. */
  readonly line: number;
  readonly out: (way: Way) => number;
  /** How wide a way's label is; 0 without one. */
  readonly label: (way: Way) => number;
}

export const FRAME_SIDE = 36;
export const FRAME_HEAD = 52;
export const FRAME_LANE = 60;
export const LABEL_HEIGHT = 19;

/** How far above the lower edge of its frame a loop's own exits leave. */
export const EXHAUSTED_RISE = 20;
export const CONVERGED_RISE = 42;
export const exitRise = (way: Way): number => (way.kind === 'converged' ? CONVERGED_RISE : EXHAUSTED_RISE);

export const DEFAULT_SIZES: LayoutSizes = {
  step: () => ({ width: 220, height: 72 }),
  terminal: { width: 112, height: 32 },
  folded: { width: 220, height: 72 },
  frame: { side: FRAME_SIDE, head: FRAME_HEAD, lane: FRAME_LANE },
  line: 25,
  out: () => 25,
  label: () => 0,
};
