import type { Due, Within } from '../trace/scope';
import type { RunState } from './state';

/** A place between two actions at which a run can be held. */
export interface HoldPoint {
  readonly within: Within;
  /** What would be carried out next; empty where the run is about to end or to park. */
  readonly due: readonly Due[];
  /** Of the whole run, behind every entry that is durable now. */
  readonly state: RunState;
}

/**
 * Asked at each such place, once everything before it is durable; the run goes on when it resolves. What came from outside
 * meanwhile is taken then. Must not throw.
 */
export type Hold = (point: HoldPoint) => Promise<void>;
