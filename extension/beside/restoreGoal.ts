import * as vscode from 'vscode';
import type { TreeId } from '../../engine/ports';

/** Where the files of a workspace are to be put back to. */
export interface Goal {
  /** Absolute path of the workspace root. */
  readonly root: string;
  readonly tree: TreeId;
  /** For people: `pass 2 of fix-until-green`. */
  readonly name: string;
  /** The paths that count; absent: all. */
  readonly only?: readonly string[];
  /** What these paths were put back to the last time: what differs from it was changed since. */
  readonly since?: TreeId;
}

export const leftAlone = (kept: readonly string[]): string =>
  vscode.l10n.t(
    'Left alone because they are not recorded now (ignored or unreadable): {0}.',
    kept.slice(0, 5).join(', '),
  );
