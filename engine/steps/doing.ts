import type { TreeId } from '../ports';
import type { StepResult } from '../trace/result';

/** What is known of a step's visit that no commit has decided yet: where a resume goes on. */
export interface Doing {
  readonly visit: number;
  readonly pass: number;
  readonly inputs: string;
  /** The attempt that is running or was last started, from 1. */
  readonly attempt: number;
  /** True between the start of a turn and its end. */
  readonly open: boolean;
  readonly reserved: { readonly usd?: number; readonly tokens?: number } | null;
  readonly worker: string | null;
  /** Qualified names of the loops around it, once its turn has started. */
  readonly loops?: readonly string[];
  /** Reasons of the attempts that did not do, in order. */
  readonly failures: readonly string[];
  /** The files before its first start in this pass. */
  readonly before: TreeId | null;
  readonly changed: readonly string[];
  readonly result: StepResult | null;
}
