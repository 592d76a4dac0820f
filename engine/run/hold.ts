import type { Due, Within } from '../trace/scope';
import type { Plan } from './plan';
import type { Extra } from './reads';
import type { RunEnd, RunState } from './state';

/** A place between two actions at which a run can be held. */
export interface HoldPoint {
  readonly within: Within;
  /** What would be carried out next; empty where nothing is due, such as where the run is about to end or to park. */
  readonly due: readonly Due[];
  /** Of the whole run, behind every entry that is durable now. */
  readonly state: RunState;
  /**
   * `visits`: steps that are due, an item of a map or a task of a plan among them. `loop`: an until loop is entered, and looks
   * at everything before its head runs. `pass-end`: a pass is weighed.
   */
  readonly next: 'visits' | 'loop' | 'pass-end' | 'end' | 'park';
  /** How the flow is about to end, where that is decided. */
  readonly end?: RunEnd;
  /** The flow that is carried there. */
  readonly plan: Plan;
  /** The item or task that it is for. */
  readonly extra: Extra;
}

/** What whoever holds a run there can do. */
export interface HoldWays {
  /** Lets it go on. To be called once. */
  readonly go: () => void;
  /** Resolves once nothing that was begun beside it is at work any more, and all that came of it is durable. */
  readonly quiet: () => Promise<void>;
}

/**
 * Asked at each such place, once everything before it is durable; the run goes on there with `go`. What came from outside
 * meanwhile is taken then. Must not throw.
 */
export type Hold = (point: HoldPoint, ways: HoldWays) => void;

/** Who can hold a run. */
export interface Holding {
  /** Whether to be asked at the next place. While not, nothing is flushed for it, and the run goes as if nobody were there. */
  readonly wanted: () => boolean;
  readonly hold: Hold;
}
