/** Autonomous: an until loop repeats. Supervised: its body runs once, and is weighed once. */
export type Mode = 'autonomous' | 'supervised';

/** Bounds that a resume raises. They are absolute, and only ever raised. */
export interface RaisedBounds {
  readonly maxPasses?: number;
  readonly usd?: number;
  readonly tokens?: number;
  readonly noProgressCeiling?: number;
}

/** An act of a person, from outside the run. `cancel` is a stop now, `stop` one at the next boundary. */
export type Control =
  | { readonly do: 'stop' }
  | { readonly do: 'cancel' }
  | { readonly do: 'answer'; readonly ask: string; readonly choice: string }
  | { readonly do: 'note'; readonly loop: string; readonly text: string }
  | { readonly do: 'accept'; readonly latch: string; readonly why: string };
