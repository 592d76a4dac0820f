import type { Best } from '../trace/decision';

/** A group of a run, as it stands. */
export interface GroupState {
  /** `none`: no batch yet (what runs now is its baseline). `spent`: used up, left or abandoned. */
  readonly status: 'none' | 'running' | 'spent';
  /** The running or last batch; 0: none yet. */
  readonly batch: number;
  /** Started in that batch. */
  readonly iteration: number;
  /** Over all batches; never starts anew. */
  readonly total: number;
}

/** An improve loop of a run, as it stands. */
export interface ImproveState {
  readonly status: 'running' | 'ended';
  /** The running or last round, from 1. */
  readonly round: number;
  readonly total: number;
  /** Rounds in a row without improvement. */
  readonly stale: number;
  readonly best: Best | null;
  /** The commit that started the round. */
  readonly since: number;
  readonly reason: 'done' | 'optimal' | 'converged' | 'exhausted' | null;
}
