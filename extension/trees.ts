import type * as vscode from 'vscode';
import type { Filters } from './filters';
import type { FlowFiles } from './flowFiles';
import type { VIEWS } from './ids';
import type { Log } from './log';
import type { Moments } from './moments';
import type { RowsView } from './rowsView';
import type { Runs } from './runs';

/** The five trees of the side bar. */
export interface Views extends vscode.Disposable {
  readonly of: Readonly<Record<keyof typeof VIEWS, RowsView>>;
  /** One page more of the trace. */
  readonly showEarlier: () => void;
  /** All notes again, after those of one pass. */
  readonly showAllNotes: () => void;
  readonly revealLatch: (folder: string, latch: string) => Promise<void>;
  readonly revealRun: (folder: string) => Promise<void>;
}

/** What draws them, once it is there. */
export type Trees = Omit<Views, 'of'>;

/** What the trees are drawn from. */
export interface TreeParts {
  readonly flows: FlowFiles;
  readonly runs: Runs;
  readonly moments: Moments;
  readonly filters: Filters;
  readonly log: Log;
}
