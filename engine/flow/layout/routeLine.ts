import type { Point } from './layered';
import type { Way } from './ways';

/** A way as it is drawn. */
export interface RouteLine {
  readonly way: Way;
  /** What is drawn at its ends: of a way out of or into a folded loop that loop. */
  readonly from: string;
  readonly to: string;
  /** Level and upright pieces in turns. */
  readonly points: readonly Point[];
  /** The middle of its label; null without one, or where there is no room for it. */
  readonly label: Point | null;
}
