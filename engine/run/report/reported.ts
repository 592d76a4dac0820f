import type { Flow } from '../../flow/schema';
import type { RunHistory } from '../history';
import type { RunResult, RunState } from '../state';

/** A run as its folder shows it. */
export interface Reported {
  /** The run's own copy; null where it cannot be read. */
  readonly flow: Flow | null;
  readonly result: RunResult;
  readonly state: RunState;
  readonly history: RunHistory;
  /** The run is long, and its history tells of its end alone. */
  readonly earlier?: boolean;
  /** A model reads it, which may be a worker: of hold-outs it says nothing. */
  readonly forModel?: boolean;
  readonly damaged: readonly number[];
  readonly tornBytes: number;
}
