/** Where a stretch of a run works and what holds the programs that it starts: as it really was, not as it was wished. */
export interface RunPlace {
  /** Absent: it works in the workspace itself. */
  readonly worktree?: WorktreeFact;
  /** Absent: no sandbox was asked for. */
  readonly sandbox?: SandboxFact;
}

export interface WorktreeFact {
  /** Absolute path. */
  readonly folder: string;
  /** What it was made from. */
  readonly commit: string;
  /** Where each pass is committed, if any is. */
  readonly branch?: string;
  /** Files of the workspace that were not as that commit has them when it was made, and are not in it. */
  readonly without: number;
}

export interface SandboxFact {
  readonly is: 'bubblewrap' | 'sandbox-exec' | 'none';
  /** Why there is none. */
  readonly why?: string;
  /** Names of workers that are started without one, because they say so. */
  readonly free: readonly string[];
  /** Commands of steps are started without one: only some workers asked for it. */
  readonly commandsFree?: true;
  readonly offline?: true;
}
