/** Autonomous: an until loop repeats. Supervised: its body runs once, and is weighed once. */
export type Mode = 'autonomous' | 'supervised';

/** Bounds that a resume raises or a live change sets. They are absolute. */
export interface RaisedBounds {
  readonly maxPasses?: number;
  readonly usd?: number;
  readonly tokens?: number;
  readonly noProgressCeiling?: number;
  /** Of a group, for each batch; of an improve loop, for its rounds. */
  readonly maxIterations?: number;
  /** Of the run's budget. */
  readonly minutes?: number;
  readonly superSteps?: number;
}

/** Under this name `raised` and `caps` speak of the run's own budget; no loop may have it. */
export const BUDGET = 'budget';

/** An act of a person, from outside the run. `cancel` is a stop now. */
export type Control =
  /** At the next boundary, or at the end of the running pass. */
  | { readonly do: 'stop'; readonly when?: 'pass' }
  /** The run parks at the next boundary until it is resumed. */
  | { readonly do: 'pause' }
  /** Other caps from now on, higher or lower; counters stay. `loop` is a loop's id or `budget`. */
  | { readonly do: 'caps'; readonly loop: string; readonly caps: RaisedBounds }
  | { readonly do: 'cancel' }
  | { readonly do: 'answer'; readonly ask: string; readonly choice: string; readonly text?: string }
  | { readonly do: 'note'; readonly loop: string; readonly text: string }
  | { readonly do: 'accept'; readonly latch: string; readonly why: string };
