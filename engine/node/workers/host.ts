import type { Prices } from '../../loops/price';

/** What a worker needs to know about the place where it runs. Given by whoever carries the run, never by a flow. */
export interface WorkerHost {
  /** Absolute. */
  readonly workspaceRoot: string;
  /** Absolute path of the run folder; logs go to its `logs/`. */
  readonly runFolder: string;
  /** Programs of the machine's own settings, by `use`: an absolute path, or a name to look up in PATH. */
  readonly executables: Readonly<Record<string, string>>;
  /** Where allowed variables and credentials are taken from. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The machine's price table, for adapters that keep a cap of dollars within a turn. */
  readonly prices?: Prices;
}
