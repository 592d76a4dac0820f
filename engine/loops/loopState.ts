import type { Baseline, ExitReason, Note } from '../trace/decision';

/** An until loop of a run, as it stands. */
export interface LoopState {
  readonly status: 'running' | 'exited';
  /** The running or last pass, from 1. */
  readonly pass: number;
  /** The commit that started the pass. */
  readonly since: number;
  /** Passes over all entries of the loop; never starts anew. */
  readonly total: number;
  /** Set between the end of a pass's steps and the end of the pass. */
  readonly closing: Closing | null;
  /** Passes in a row that left the marker as it was. */
  readonly stalled: number;
  readonly marker: string | null;
  readonly notes: readonly Note[];
  /** Rides with the running pass's notes. */
  readonly steers: readonly string[];
  readonly warned: boolean;
  readonly baseline: Baseline;
  readonly exit: ExitReason | 'confirmed' | null;
}

/** How a pass's steps came to their end. */
export type Closing =
  | { readonly how: 'judged' }
  | { readonly how: 'ended-early'; readonly step: string; readonly reason: string };
